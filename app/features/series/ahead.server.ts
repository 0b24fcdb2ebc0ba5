import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { daysFrom, today } from '~/dates.server';
import { holdBreaks } from './breaks.server';
import { DAYS_AHEAD, fallingOut } from './planning.server';
import { futureDates, lockSeries, pausesOf, type Series, type SeriesEvent } from './queries.server';
import type { ExistingDate } from './replanning.server';

/** The part of a series that a change is about, locked until the transaction ends. */
export type Ahead = Awaited<ReturnType<typeof aheadOf>>;

/**
 * The part of a series from a day on.
 * @param splitAt 'YYYY-MM-DD', of the plan; null for all that is to come
 */
export async function aheadOf(db: Database, series: Series, splitAt: string | null) {
  const all = await futureDates(db, series);
  const from = splitAt && splitAt > today() ? splitAt : firstDay(series, all);
  const isMeant = ({ seriesDate }: SeriesEvent) => splitAt === null || seriesDate >= splitAt;
  const until = daysFrom(today(), DAYS_AHEAD + 31);
  return {
    series,
    /** The first day of the plan that the change may be about: today or later. */
    from,
    splitAt,
    /** Today's and later dates that it is about. */
    dates: all.filter(isMeant),
    /** The other dates of today and later. */
    others: all.filter((each) => !isMeant(each)),
    /** Planned dates from then on that somebody has moved into the past. */
    over: await datesOver(db, series, from),
    breaks: await pausesOf(db, series.organization, from, until),
  };
}

/**
 * The first day on which a change can create a date: from tomorrow on, and not before the series
 * begins.
 */
function firstDay({ startsOn }: Series, dates: readonly SeriesEvent[]): string {
  const isOnToday = dates.some(({ seriesDate }) => seriesDate === today());
  const earliest = isOnToday ? today() : daysFrom(today(), 1);
  return startsOn > earliest ? startsOn : earliest;
}

/**
 * The part of a series from a day on, locked until the transaction ends: the series first, then its
 * events by uuid (L7). A break that is being entered is either considered, or waits.
 * @returns null if the series is gone
 */
export async function lockAhead(
  db: Database,
  { uuid, organization }: Pick<Series, 'uuid' | 'organization'>,
  splitAt: string | null,
): Promise<Ahead | null> {
  await holdBreaks(db, organization, 'shared');
  const series = await lockSeries(db, uuid);
  if (!series) return null;
  await sql`
    select uuid from events
    where series_uuid = ${uuid} and (date >= ${today()} or series_date >= ${today()})
    order by uuid for no key update`.execute(db);
  return aheadOf(db, series, splitAt);
}

async function datesOver(db: Database, { uuid }: Series, from: string): Promise<ExistingDate[]> {
  const rows = await db
    .selectFrom('events')
    .select(['uuid', 'date', 'series_date as seriesDate'])
    .where('series_uuid', '=', uuid)
    .where('series_date', '>=', from)
    .where('date', '<', today())
    .$narrowType<{ seriesDate: string }>()
    .execute();
  return rows.map((row) => ({ ...row, hasOwnDate: true }));
}

/** A date for replan(). */
export const existing = ({ uuid, date, seriesDate, ownFields }: SeriesEvent): ExistingDate => ({
  uuid,
  date,
  seriesDate,
  hasOwnDate: ownFields.includes('date'),
});

/** Recognises days of the plan without an event, although the rule has them. */
export function isOutIn({ series, dates, breaks }: Ahead): (day: string) => boolean {
  const outOn = fallingOut(series, breaks);
  const taken = new Set(dates.map(({ seriesDate }) => seriesDate));
  return (day) => outOn(day) !== null && !taken.has(day);
}
