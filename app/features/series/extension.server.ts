import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import { daysFrom, today } from '~/dates.server';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { DAYS_AHEAD, isExhausted, type Planned, type PlannedDate, plan } from './planning.server';
import { aroundSeries, lockSeries, queueSeries, type Series, type Unmade } from './queries.server';
import { seriesId } from './schema';
import { insertDates } from './template.server';

/**
 * Creates the missing dates of a series from tomorrow on, as far ahead as allowed (L3). It adds
 * nothing twice, even concurrently, and nothing that was deleted. `db` must be a transaction.
 * @returns how many were added; 0 if the series is gone
 */
export async function extendSeries(db: Database, uuid: string): Promise<number> {
  const series = await lockSeries(db, uuid);
  return series ? extendLocked(db, series) : 0;
}

/** Creates the missing dates of a series that the caller has locked and read. */
export async function extendLocked(db: Database, series: Series): Promise<number> {
  const { dates, plannedUntil } = await datesAhead(db, series);
  await db
    .updateTable('series')
    .set({ planned_until: plannedUntil })
    .where('uuid', '=', series.uuid)
    .execute();
  return insertDates(db, series, takingPlace(dates));
}

/**
 * The dates of a series from tomorrow on, as far ahead as allowed, and how far that is; null if
 * there are none after that.
 * @param series null as its uuid before it exists
 */
export async function datesAhead(
  db: Database,
  series: Planned & Unmade,
): Promise<{ dates: PlannedDate[]; plannedUntil: string | null }> {
  const from = daysFrom(today(), 1);
  const until = daysFrom(today(), DAYS_AHEAD);
  const dates = plan(series, await aroundSeries(db, series, from, until), from, until);
  return { dates, plannedUntil: isExhausted(series, until, dates.length) ? null : until };
}

/** The days on which there is an event. */
export const takingPlace = (dates: readonly PlannedDate[]): string[] =>
  dates.flatMap(({ date, out }) => (out === null ? [date] : []));

/** Series queued per run of housekeeping, so that it ends soon. */
const QUEUED_AT_ONCE = 500;

/**
 * Queues the series that were last planned on an earlier day, as each day they reach a day further.
 * Jobs already queued are left alone: requeueing would make failing jobs due at once, and 500 of
 * them would block all others.
 */
export function queueExtensions(db: Database): Promise<void> {
  const until = daysFrom(today(), DAYS_AHEAD);
  return queueSeries(db, (series) =>
    series
      .where('planned_until', '<', until)
      .where(
        sql<boolean>`not exists (select from graphile_worker.jobs
          where key = 'series:' || series.uuid and attempts < max_attempts)`,
      )
      .limit(QUEUED_AT_ONCE),
  );
}

/**
 * The job `series`: creates what is missing of one series, in one transaction. It may run twice, on
 * two servers, or be killed, and ignores deleted series.
 */
export async function extendInJob(
  db: Database,
  payload: unknown,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  const { series } = seriesId.parse(payload);
  const events = await retryingConflicts(() =>
    inTransaction(db, (trx) => extendSeries(trx, series)),
  );
  if (events > 0) log.info({ series, events }, 'a series got new dates');
}
