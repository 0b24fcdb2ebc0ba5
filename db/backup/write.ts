import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { BackupError, type End, type Head, type Sequence, type TableHead } from './format';
import { listSequences, listTables, spellPlainly, type Table } from './tables';

/** Rows fetched at a time: few enough to hold in memory even if each has its maximum size. */
const BATCH = 500;

/**
 * Writes a backup of the whole database, in one snapshot, while it is in use. The file gets its
 * name once it is complete and synced to disk, readable by its owner alone. Works on a replica too.
 * @param version the program's
 * @returns rows by table
 * @throws BackupError if the file exists, or the database has no tables
 */
export async function writeBackup(
  pool: pg.Pool,
  file: string,
  { version }: { version: string },
): Promise<Record<string, number>> {
  if (await stat(file).catch(() => null)) throw taken(file);
  const draft = `${file}.${process.pid}.part`;
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await spellPlainly(client);
    const rows: Record<string, number> = {};
    const output = await open(draft, 'w', 0o600).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(`Die Datei ${file} lässt sich nicht anlegen (${error.code}).`);
    });
    const stream = output.createWriteStream({ flush: true });
    await pipeline(Readable.from(chunks(client, version, rows)), createGzip(), stream);
    await client.query('commit');
    await reserve(file);
    await rename(draft, file);
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    await rm(draft, { force: true }).catch(() => {});
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new BackupError(`Für ${file} ist auf dem Datenträger kein Platz.`)
      : error;
  }
}

const taken = (file: string) =>
  new BackupError(`Die Datei ${file} gibt es schon: Wählen Sie einen anderen Namen.`);

/** Not by a link to the draft, which network drives and USB sticks often lack. */
async function reserve(file: string): Promise<void> {
  const reserved = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? taken(file) : error;
  });
  await reserved.close();
}

async function* chunks(client: pg.ClientBase, version: string, rows: Record<string, number>) {
  yield line(await headOf(client, version));
  const { rows: found } = await client.query<{ replica: boolean }>(
    'select pg_is_in_recovery() as replica',
  );
  for (const table of await listTables(client)) {
    const head: TableHead = { table: table.name, columns: table.columns.map(({ name }) => name) };
    yield line(head);
    rows[table.name] = 0;
    // Rate limit counters, which a replica lacks and nobody misses.
    if (table.unlogged && found[0]?.replica) continue;
    for await (const batch of rowsOf(client, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + batch.length;
      yield `${batch.join('\n')}\n`;
    }
  }
  const end: End = { end: true, rows, sequences: await sequencesOf(client) };
  yield line(end);
}

const nothing = () =>
  new BackupError(
    'Die Datenbank ist leer: Es gibt nichts zu sichern. Hat der Server eine andere, dann geben Sie diesem Befehl dessen ' +
      'DATABASE_URL oder DATA_DIR.',
  );

const line = (value: Head | TableHead | End) => `${JSON.stringify(value)}\n`;

async function headOf(client: pg.ClientBase, version: string): Promise<Head> {
  try {
    const steps = await client.query<{ name: string }>(
      'select name from kysely_migration order by name',
    );
    const queue = await client.query<{ id: number }>(
      'select max(id)::int as id from graphile_worker.migrations',
    );
    return {
      format: 'vereinsheim-backup',
      formatVersion: 1,
      version,
      createdAt: new Date().toISOString(),
      steps: steps.rows.map(({ name }) => name),
      queueStep: queue.rows[0]?.id ?? 0,
    };
  } catch (error) {
    if ((error as { code?: string }).code === '42P01') throw nothing();
    throw error;
  }
}

/** The rows as JSON lines, written by Postgres itself, with each value as text. */
async function* rowsOf(client: pg.ClientBase, { name, columns }: Table): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${column.name}::text`).join(', ');
  await client.query(
    `declare backup no scroll cursor for select json_build_array(${values})::text as line from ${name}`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from backup`);
    if (rows.length === 0) break;
    yield rows.map((row) => row.line);
  }
  await client.query('close backup');
}

/**
 * Sequences are not transactional: their current values are at or beyond every row of the backup.
 */
async function sequencesOf(client: pg.ClientBase): Promise<Record<string, Sequence>> {
  const sequences: Record<string, Sequence> = {};
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<Sequence>(
      `select last_value::text as value, is_called as called from ${name}`,
    );
    if (rows[0]) sequences[name] = rows[0];
  }
  return sequences;
}
