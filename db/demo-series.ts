import { getHolidays } from 'feiertagejs';
import { sql } from 'kysely';
import type { Database } from './connection';

/** The event of the demo that repeats. */

export const TRAINING = {
  name: 'Training der 1. Mannschaft',
  day: 5,
  weeks: [-30, 34],
  places: 22,
  details: { times: '19:00 20:30', place: 'Sportplatz Grünau, bei Regen in der Halle' },
  /** The week in which the hall is closed, and the one in which it is a day later. */
  closed: 5,
  moved: 3,
} as const;

/** Makes a series of the training's events, with one that falls out and one that was moved. */
export async function makeTrainingSeries(db: Database, club: string, today: string): Promise<void> {
  const { name, day, weeks, places, details, closed, moved } = TRAINING;
  const dateIn = (week: number) => dayFrom(today, day + 7 * week);
  const [first, last] = [dateIn(weeks[0]), dateIn(weeks[1] - 1)];
  const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(first).getUTCDay()];
  const [startTime, endTime] = details.times.split(' ');
  const template = {
    ...{ name, eventType: 'LIMITED_EVENT', maxParticipants: places, startTime, endTime },
    ...{ lastDay: null, place: details.place, description: '', signUpUntil: null },
    ...{ signOffUntil: null, asksAnswer: false, companions: 0, comingVisible: 'registered' },
    ...{ waitingList: true, promotionHours: 24 },
  };
  const { uuid } = await db
    .insertInto('series')
    .values({
      organization_uuid: club,
      rule: `FREQ=WEEKLY;BYDAY=${weekday};UNTIL=${last.replaceAll('-', '')}`,
      starts_on: first,
      skip_holidays: STATE,
      skip_breaks: true,
      template: JSON.stringify(template),
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  const ofTraining = db
    .updateTable('events')
    .where('organization_uuid', '=', club)
    .where('name', '=', name);
  await ofTraining.set({ series_uuid: uuid, series_date: sql<string>`date` }).execute();
  const pause = { from_date: dayFrom(dateIn(closed), -2), until_date: dayFrom(dateIn(closed), 2) };
  await db
    .insertInto('breaks')
    .values({ organization_uuid: club, name: 'Halle gesperrt', ...pause })
    .execute();
  await ofTraining
    .set({ date: dayFrom(dateIn(moved), 1), own_fields: ['date'] })
    .where('series_date', '=', dateIn(moved))
    .execute();
  await dropDates(db, uuid, [dateIn(closed), ...holidaysIn(today, last)]);
}

/** As a series leaves them out: not as if somebody had deleted them. */
async function dropDates(db: Database, series: string, dates: readonly string[]): Promise<void> {
  await sql`select set_config('vereinsheim.replanning', 'on', true)`.execute(db);
  await sql`delete from events
    where series_uuid = ${series} and series_date = any(${dates}::date[])`.execute(db);
  await sql`select set_config('vereinsheim.replanning', '', true)`.execute(db);
}

const STATE = 'NW';

/** The days of these that are public holidays. */
function holidaysIn(from: string, until: string): string[] {
  const years = [from, until].map((day) => Number(day.slice(0, 4)));
  return [...new Set(years)]
    .flatMap((year) => getHolidays(year, STATE))
    .map(({ dateString }) => dateString)
    .filter((day) => day >= from && day <= until);
}

/** A day relative to another, as 'YYYY-MM-DD'. */
export function dayFrom(today: string, days: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
