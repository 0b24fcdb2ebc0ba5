import type pg from 'pg';
import type { Database } from '../connection';
import { eraseAgain, wholeErasures } from '../erasures';
import { inLockOrder, lockTables } from '../lock-tables';
import { migrate, recreate, refuseForeign, stepsOfThisBuild } from '../migrate';
import { BackupError, type End, type Head, readBackup, type TableHead } from './format';
import { listTables, spellPlainly, type Table } from './tables';

/** Characters of rows sent at a time. */
const BATCH = 1_000_000;

/**
 * Restores a backup: migrates the schema, replaces every row in one transaction and sets the
 * sequences. For an older backup, that transaction also recreates the schema of the backup's step,
 * to be migrated afterwards. Reads the file to its end before it changes anything. Records that
 * were erased since the backup are erased again (S3).
 * @param force true if existing rows may be lost
 * @param dataDir where the file with the erasures is
 * @returns rows by table, and how many records were erased again
 * @throws BackupError if the file is incomplete or of a newer version, or the database is not empty
 * @throws ForeignDatabaseError
 */
export async function restoreBackup(
  db: Database,
  pool: pg.Pool,
  file: string,
  { force, dataDir }: { force: boolean; dataDir: string },
): Promise<{ rows: Readonly<Record<string, number>>; erased: number }> {
  const head = await verify(file);
  const last = requireKnown(head);
  await refuseForeign(db);
  if (!force && !(await isEmpty(pool)))
    throw new BackupError(
      'Die Datenbank ist nicht leer: Nehmen Sie eine leere, oder ersetzen Sie mit --force alles, was darin ist.',
    );
  await migrate(db, pool);
  // Before those rows are replaced, so that a killed restore can be repeated.
  const erasures = await wholeErasures(db, dataDir);
  const client = await pool.connect();
  try {
    await holdTables(client);
    if (last !== stepsOfThisBuild().at(-1)) await recreate(client, last);
    const rows = await replaceRows(client, file);
    await client.query('commit');
    client.release();
    await migrate(db, pool);
    return { rows, erased: await eraseAgain(pool, erasures) };
  } catch (error) {
    // A transaction that loses its connection has had no effect.
    client.release(true);
    throw error;
  }
}

/** Reads the file to its end, to find damage before anything is lost. */
async function verify(file: string): Promise<Head> {
  let head: Head | undefined;
  for await (const _line of readBackup(file, (found) => (head = found)));
  if (!head) throw new BackupError(`${file} ist leer.`);
  return head;
}

/** @returns the backup's newest step */
function requireKnown({ steps, version }: Head): string {
  const known = stepsOfThisBuild();
  const last = steps.at(-1);
  if (last === undefined || steps.some((step, at) => step !== known[at]))
    throw new BackupError(
      `Die Sicherung stammt von Version ${version}, die diese hier nicht kennt: Spielen Sie sie mit jener Version ein.`,
    );
  return last;
}

async function isEmpty(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select from ${name} limit 1`);
      // The queue registers its kinds of jobs when it starts.
      if (rows.length > 0 && !name.startsWith('graphile_worker.')) return false;
    }
    return true;
  } finally {
    client.release();
  }
}

/** Begins a transaction that holds every table. */
async function holdTables(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  const names = (await listTables(client)).map(({ name }) => name);
  await lockTables((statement) => client.query(statement), inLockOrder(names));
}

async function replaceRows(
  client: pg.ClientBase,
  file: string,
): Promise<Readonly<Record<string, number>>> {
  await spellPlainly(client);
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  // Our triggers would count places twice. Foreign keys stay in force.
  for (const name of tables.keys()) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${[...tables.keys()].join(', ')}`);
  let end: End | undefined;
  let current: { insert: string } | undefined;
  let batch: string[] = [];
  let size = 0;
  const flush = async () => {
    if (current && batch.length > 0) await client.query(current.insert, [`[${batch.join(',')}]`]);
    batch = [];
    size = 0;
  };
  for await (const line of readBackup(file, () => {})) {
    if ('row' in line) {
      batch.push(line.row);
      size += line.row.length;
      if (size > BATCH) await flush();
      continue;
    }
    await flush();
    if ('end' in line) end = line.end;
    else current = { insert: insertInto(tables.get(line.table.table), line.table) };
  }
  for (const name of tables.keys()) await client.query(`alter table ${name} enable trigger user`);
  for (const [name, { value, called }] of Object.entries(end?.sequences ?? {}))
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, called]);
  await giveJobsBack(client);
  return end?.rows ?? {};
}

/**
 * Jobs that a server had locked when the backup was made have no worker here, and their mails would
 * wait for hours.
 */
async function giveJobsBack(client: pg.ClientBase): Promise<void> {
  await client.query(`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`);
}

/** Takes an array of rows, each an array of strings in the order of the backup's columns. */
function insertInto(table: Table | undefined, { table: name, columns }: TableHead): string {
  const types = new Map(table?.columns.map((column) => [column.name, column.type]));
  const missing = columns.filter((column) => !types.has(column));
  if (!table || missing.length > 0)
    throw new BackupError(
      `Die Tabelle ${name}${missing.length > 0 ? ` hat hier keine Spalte ${missing.join(', ')}` : ' gibt es hier nicht'}: Spielen Sie die Sicherung mit ihrer eigenen Version ein.`,
    );
  const values = columns.map((column, at) => `(line->>${at})::${types.get(column)}`);
  return `insert into ${table.name} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::json) as line`;
}
