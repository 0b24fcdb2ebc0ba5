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
 * Makes the dates of a series that are missing from tomorrow on, as far ahead as there may be any
 * (L3). It adds nothing twice, even if two do so at once, and nothing that was deleted.
 * In the transaction of `db`, which must be one.
 * @returns how many there are now that were not before; 0 if the series is gone
 */
export async function extendSeries(db: Database, uuid: string): Promise<number> {
  const series = await lockSeries(db, uuid);
  return series ? extendLocked(db, series) : 0;
}

/** The same for a series that the caller has locked, as it is by now. */
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
 * What a series has from tomorrow on, as far ahead as there may be dates, and how far that is; null
 * if there are none after that.
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

/** Series that one run of housekeeping queues, so that it always ends soon. */
const QUEUED_AT_ONCE = 500;

/**
 * Queues the series that were last planned on an earlier day: each day lets them look a day further
 * ahead. What is queued already stays as it is: to be queued anew would make a job that fails due at
 * once, and 500 of them would keep all others from their turn.
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
 * The job `series`: makes what is missing of one series, in one transaction. It may run twice, on
 * two servers, or be killed; a series that is gone meanwhile has none.
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
