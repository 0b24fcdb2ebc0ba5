import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { carryOut, endImport, type Row } from './carrying-out.server';
import { queueImport } from './queries.server';
import { endUndoing, takeBack } from './undoing.server';

/**
 * Carrying out an import, and undoing it: one slice per transaction, so that it resumes after a
 * crash. A connection plans a statement once, perhaps while a table was nearly empty. So each
 * statement restricts both sides of a join to the slice, by either table's keys: no join order can
 * then exceed the cost of a slice.
 */

/** Lines per transaction, so that others wait less than a tenth of a second for locked groups and members. */
const SLICE = 100;
/** The largest number of a line in Postgres. */
const PAST_END = 2 ** 31 - 1;
/** A pause for them before the next one. */
const BREATH_MS = 5;

/** The job of an import that was started, or is being undone. */
export async function importInJob(db: Database, uuid: string): Promise<void> {
  let after: number | null = null;
  for (;;) {
    const slice: number | null = after;
    after = await db.transaction().execute((trx) => nextSlice(trx, uuid, slice));
    if (after === null) return;
    await pause(BREATH_MS);
  }
}

/**
 * @param after the last line of the previous slice; null for the first one
 * @returns the last line done; null once all is done, or there is nothing to do
 */
async function nextSlice(trx: Database, uuid: string, after: number | null) {
  const found = await trx
    .updateTable('imports')
    .set({ carried_at: sql<Date>`now()` })
    .where('uuid', '=', uuid)
    .where('state', 'in', ['running', 'undoing'])
    .returning(['uuid', 'organization_uuid as organization', 'state', 'invites'])
    .returning(
      // There may be thousands of empty rows between two of them.
      sql<number | null>`case state
        when 'undoing' then (select max(line) from import_rows
          where import_uuid = imports.uuid and line < ${after ?? PAST_END})
        else (select min(line) from import_rows
          where import_uuid = imports.uuid and line > ${after ?? 0}) end`.as('next'),
    )
    .executeTakeFirst();
  if (!found) return null;
  // From the last line to the first.
  const isUndone = found.state === 'undoing';
  if (found.next === null) {
    await (isUndone ? endUndoing(trx, uuid) : endImport(trx, found));
    return null;
  }
  const first = isUndone ? found.next - SLICE + 1 : found.next;
  const last = first + SLICE - 1;
  const { rows } = await sql<Row>`
    select line, verdict, choice, member_uuid as member, given, groups, before, joined, version
    from import_rows
    where import_uuid = ${uuid} and line between ${first} and ${last}
      and choice <> 'skip' and version is ${isUndone ? sql`not null` : sql`null`}
    order by line ${isUndone ? sql`desc` : sql``}`.execute(trx);
  if (rows.length > 0) await (isUndone ? takeBack(trx, found, rows) : carryOut(trx, found, rows));
  return isUndone ? first : last;
}

/** Seconds after its last slice until an import counts as abandoned by a killed server. */
const DEAD_AFTER = 30;

/**
 * Requeues abandoned imports: the queue itself only releases a dead server's jobs after a quarter
 * of an hour. If a job was just slow, both take turns.
 */
export async function resumeImports(db: Database): Promise<void> {
  const { rows } = await sql<{ uuid: string }>`
    select uuid from imports i
    where state in ('running', 'undoing')
      and coalesce(carried_at, created_at) < now() - make_interval(secs => ${DEAD_AFTER})
      -- One that waits for its turn, or for a retry, is already queued.
      and not exists (select from graphile_worker.jobs j
        where j.key = 'import:' || i.uuid and j.locked_at is null)`.execute(db);
  for (const { uuid } of rows) await queueImport(db, uuid, 'import');
}
