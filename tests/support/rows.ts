import { type InsertObject, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';

/** One-line helpers for tests to find, write and change rows directly. */

/** The uuid of no row. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

type Table = keyof DB;
type Column<T extends Table> = keyof Selectable<DB[T]> & string;
/** The row of this uuid, or those whose columns each equal a value or one of several. */
type Where<T extends Table> =
  | string
  | { readonly [C in Column<T>]?: Selectable<DB[T]>[C] | readonly Selectable<DB[T]>[C][] };

function holds(which: string | object) {
  const where = typeof which === 'string' ? { uuid: which } : which;
  const each = Object.entries(where).map(([column, value]) => {
    if (value === null) return sql`${sql.ref(column)} is null`;
    return Array.isArray(value)
      ? sql`${sql.ref(column)} = any(${value})`
      : sql`${sql.ref(column)} = ${value}`;
  });
  return sql<boolean>`${sql.join([sql`true`, ...each], sql` and `)}`;
}

/** @param order the columns that the rows are sorted by; without any they come as they lie */
export async function rowsOf<T extends Table, C extends Column<T>>(
  db: Database,
  table: T,
  where: Where<T>,
  columns: readonly C[],
  order: readonly Column<T>[] = [],
): Promise<Pick<Selectable<DB[T]>, C>[]> {
  const ordered =
    order.length > 0 ? sql`order by ${sql.join(order.map((by) => sql.ref(by)))}` : sql``;
  const { rows } = await sql<Pick<Selectable<DB[T]>, C>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    where ${holds(where)} ${ordered}`.execute(db);
  return rows;
}

/** The one row, or the first; there has to be one. */
export async function rowOf<T extends Table, C extends Column<T>>(
  db: Database,
  table: T,
  where: Where<T>,
  columns: readonly C[],
): Promise<Pick<Selectable<DB[T]>, C>> {
  const [row] = await rowsOf(db, table, where, columns);
  if (!row) throw new Error(`no row in ${table}`);
  return row;
}

export async function valuesOf<T extends Table, C extends Column<T>>(
  db: Database,
  table: T,
  where: Where<T>,
  column: C,
  order: readonly Column<T>[] = [],
): Promise<Selectable<DB[T]>[C][]> {
  return (await rowsOf(db, table, where, [column], order)).map((row) => row[column]);
}

export async function insertRows<T extends Table>(
  db: Database,
  table: T,
  rows: InsertObject<DB, T> | readonly InsertObject<DB, T>[],
): Promise<void> {
  await db.insertInto(table).values(rows).execute();
}

/** @returns the uuid of the new row */
export async function insertRow<T extends Table>(
  db: Database,
  table: T,
  row: InsertObject<DB, T>,
): Promise<string> {
  const { uuid } = await db
    .insertInto(table)
    .values(row)
    .returning(sql<string>`uuid`.as('uuid'))
    .executeTakeFirstOrThrow();
  return uuid;
}

/** @param to what is undefined of it stays as it is */
export async function changeRows<T extends Table>(
  db: Database,
  table: T,
  where: Where<T>,
  to: UpdateObject<DB, T>,
): Promise<void> {
  const set = Object.entries(to)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(set)} where ${holds(where)}`.execute(db);
}

export async function deleteRows<T extends Table>(
  db: Database,
  table: T,
  where: Where<T> = {},
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${holds(where)}`.execute(db);
}

/** The tables, of ours and of the queue, with a row that contains a text. */
export async function tablesWith(db: Database, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(db);
  const found = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} t where strpos(t::text, ${text}) > 0`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
