import type pg from 'pg';

/** A table with the columns that can be written. */
export interface Table {
  /** Qualified with its schema, and quoted where necessary. */
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly Column[];
  /** True if only the primary has its rows. */
  readonly unlogged: boolean;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The application's schema and the queue's. */
const SCHEMAS = ['public', 'graphile_worker'];

/** The migrations' own records, as a restored schema has its own. */
const ABOUT_MIGRATIONS = [
  'kysely_migration',
  'kysely_migration_lock',
  'graphile_worker.migrations',
];

/** Every table with our rows, ordered so that a row comes after those that it refers to. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { after: string[] }>(
    `select
       c.oid::regclass::text as name,
       c.relpersistence = 'u' as unlogged,
       (select json_agg(json_build_object('name', quote_ident(a.attname),
                                          'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct f.confrelid::regclass::text
             from pg_constraint f
             where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as after
     from pg_class c
     where c.relkind = 'r' and c.relnamespace::regnamespace::text = any($1)
       and c.oid::regclass::text <> all($2)
     order by name`,
    [SCHEMAS, ABOUT_MIGRATIONS],
  );
  return inOrder(rows).map(({ name, columns, unlogged }) => ({ name, columns, unlogged }));
}

function inOrder<Row extends { name: string; after: string[] }>(rows: Row[]): Row[] {
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: Row[] = [];
  while (left.size > 0) {
    const next = [...left.values()].filter(({ after }) => !after.some((each) => left.has(each)));
    if (next.length === 0) throw new Error(`These tables refer to each other: ${[...left.keys()]}`);
    for (const row of next) {
      ordered.push(row);
      left.delete(row.name);
    }
  }
  return ordered;
}

/** Names of all sequences, including those of identity columns. */
export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'S' and relnamespace::regnamespace::text = any($1) order by name`,
    [SCHEMAS],
  );
  return rows.map(({ name }) => name);
}

/** Fixes the text form of values, whatever the server's settings are. */
export async function spellPlainly(client: pg.ClientBase): Promise<void> {
  await client.query(`set local search_path = public;
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local bytea_output = 'hex'; set local extra_float_digits = 1;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}
