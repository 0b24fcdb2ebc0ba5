import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { BackupError } from './backup/format';
import type { Database } from './connection';
import { prepareFolder } from './embedded/place';

/**
 * Whose records were erased (S3), by id alone, in a file beside the database, as a restored backup
 * may still have them. Each server adds to its own file what the table has in addition.
 */
const fileIn = (dataDir: string) => join(dataDir, 'erasures');

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the file has, damaged lines included. @throws BackupError if it cannot be read */
async function linesOf(dataDir: string): Promise<string[]> {
  const file = fileIn(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new BackupError(
      `Die Datei ${file} ist nicht lesbar (${error.code}): Geben Sie dem Benutzer des Servers das Recht dazu.`,
    );
  });
  // Editors and copies may have changed case and line ends.
  const lines = text.split('\n').map((line) => line.trim().toLowerCase());
  return lines.filter(Boolean);
}

/**
 * The ids of the file, the table's included.
 * @throws BackupError if a line is none: whom it stands for would come back
 */
export async function wholeErasures(db: Database, dataDir: string): Promise<string[]> {
  const erased = await keepErasures(db, dataDir);
  const damaged = erased.find((line) => !ID.test(line));
  if (damaged !== undefined)
    throw new BackupError(
      `Die Datei ${fileIn(dataDir)} ist beschädigt, in der Zeile „${damaged.slice(0, 40)}“: Nehmen Sie eine heile (aus der Sicherung, ` +
        'von einem anderen Server), oder löschen Sie nur diese Zeile; dann kommt wieder, wessen Löschung sie festhielt.',
    );
  return erased;
}

/** Adds the table's rows to the file, which never shrinks. @returns its lines */
export async function keepErasures(db: Database, dataDir: string): Promise<string[]> {
  const rows = await db
    .selectFrom('erasures')
    .select('member_uuid as uuid')
    .orderBy('erased_at')
    .orderBy('member_uuid')
    .execute();
  const kept = await linesOf(dataDir);
  const known = new Set(kept);
  const added = rows.flatMap(({ uuid }) => (known.has(uuid) ? [] : uuid));
  if (added.length === 0) return kept;
  const all = [...kept, ...added];
  await prepareFolder(dataDir);
  // Renamed, so that readers see either the old or the new file as a whole.
  const draft = `${fileIn(dataDir)}.${randomUUID()}`;
  await writeFile(draft, `${all.join('\n')}\n`, { mode: 0o600, flush: true });
  await rename(draft, fileIn(dataDir));
  return all;
}

/**
 * Erases again what a restored backup still has. The last admin of a club stays its user, as the
 * other one, who was there when the record was erased, is not in the backup.
 * @returns how many
 */
export async function eraseAgain(pool: pg.Pool, erased: readonly string[]): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`create function pg_temp.erase_again(erased uuid) returns boolean
      language plpgsql as $$
      begin
        return erase_member(erased);
      exception when sqlstate 'VH004' then
        return erase_member(erased, false);
      end $$`);
    const { rows } = await client.query<{ count: number }>(
      `select count(*) filter (where pg_temp.erase_again(uuid))::int as count
       from unnest($1::uuid[]) as uuid`,
      [erased],
    );
    await client.query('commit');
    client.release();
    return rows[0]?.count ?? 0;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
