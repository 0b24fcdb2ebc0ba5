import type { Database } from '#db/connection';
import { daysFrom, today } from '~/dates.server';
import { DAYS_AHEAD, isExhausted, plan } from './planning.server';
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
  const from = daysFrom(today(), 1);
  const until = daysFrom(today(), DAYS_AHEAD);
  const dates = plan(series, await aroundSeries(db, series, from, until), from, until);
  const taking = dates.flatMap(({ date, out }) => (out === null ? [date] : []));
  const added = await insertDates(db, series, taking);
  await db
    .updateTable('series')
    .set({ planned_until: isExhausted(series, until, dates.length) ? null : until })
    .where('uuid', '=', series.uuid)
    .execute();
  return added;
}
