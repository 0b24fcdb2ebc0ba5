import type { Database } from '#db/connection';
import { daysFrom, today } from '~/dates.server';
import { DAYS_AHEAD, isExhausted, type Planned, type PlannedDate, plan } from './planning.server';
import { aroundSeries, lockSeries, type Series } from './queries.server';
import { insertDates } from './template.server';

/**
 * Makes the dates of a series that are missing from tomorrow on, as far ahead as there may be any
 * (L3). It adds nothing twice, whoever else does the same, and nothing that somebody has deleted.
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
  series: Planned & Pick<Series, 'organization'> & { uuid: string | null },
): Promise<{ dates: PlannedDate[]; plannedUntil: string | null }> {
  const from = daysFrom(today(), 1);
  const until = daysFrom(today(), DAYS_AHEAD);
  const dates = plan(series, await aroundSeries(db, series, from, until), from, until);
  return { dates, plannedUntil: isExhausted(series, until, dates.length) ? null : until };
}

/** The days on which there is an event. */
export const takingPlace = (dates: readonly PlannedDate[]): string[] =>
  dates.flatMap(({ date, out }) => (out === null ? [date] : []));
