import { getHolidays } from 'feiertagejs';
import { sql } from 'kysely';
import type { Database } from './connection';
import { type Team, teamsNamed } from './demo-groups';

/** The demo's repeating events. */

const WHOLE_YEAR: Weeks = [-30, 34];
const SOME_WEEKS: Weeks = [-3, 5];
type Weeks = readonly [first: number, last: number];

export const TRAININGS = [
  {
    name: 'Training der 1. Mannschaft',
    day: 5,
    weeks: WHOLE_YEAR,
    places: 22,
    details: {
      times: '19:00 20:30',
      place: 'Sportplatz Grünau, bei Regen in der Halle',
      teams: ['1. Mannschaft'],
    },
  },
  {
    name: 'Training der Damen',
    day: 1,
    weeks: SOME_WEEKS,
    places: null,
    details: { times: '18:30 20:00', place: 'Sporthalle', asks: true, teams: ['Damen'] },
  },
  {
    name: 'Training der A-Jugend',
    day: 4,
    weeks: SOME_WEEKS,
    places: null,
    details: { times: '17:00 18:30', place: 'Sporthalle', asks: true, teams: ['A-Jugend'] },
  },
  {
    name: 'Seniorenturnen',
    day: 6,
    weeks: SOME_WEEKS,
    places: null,
    details: {
      times: '10:00 11:00',
      place: 'Gymnastikraum',
      asks: true,
      teams: ['Seniorenturnen'],
    },
  },
] as const;

/** In the first series: the week when the hall is closed, and the one when it is a day later. */
const CLOSED = 5;
const MOVED = 3;

/** Turns the trainings into series, the first with one date that falls out and one that was moved. */
export async function makeTrainingSeries(
  db: Database,
  club: string,
  today: string,
  teams: readonly Team[],
): Promise<void> {
  const [{ day }] = TRAININGS;
  const closed = dayFrom(today, day + 7 * CLOSED);
  const pause = { from_date: dayFrom(closed, -2), until_date: dayFrom(closed, 2) };
  await db
    .insertInto('breaks')
    .values({ organization_uuid: club, name: 'Halle gesperrt', ...pause })
    .execute();
  for (const training of TRAININGS) {
    const first = await makeSeries(db, club, today, training, teams, pause);
    if (training.weeks !== WHOLE_YEAR) continue;
    const moved = dayFrom(first, 7 * (MOVED - training.weeks[0]));
    await db
      .updateTable('events')
      .set({ date: dayFrom(moved, 1), own_fields: ['date'] })
      .where('organization_uuid', '=', club)
      .where('name', '=', training.name)
      .where('series_date', '=', moved)
      .execute();
  }
}

/** @returns its first day */
async function makeSeries(
  db: Database,
  club: string,
  today: string,
  { name, day, weeks, places, details }: (typeof TRAININGS)[number],
  teams: readonly Team[],
  pause: { from_date: string; until_date: string },
): Promise<string> {
  const dateIn = (week: number) => dayFrom(today, day + 7 * week);
  const [first, last] = [dateIn(weeks[0]), dateIn(weeks[1] - 1)];
  const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(first).getUTCDay()];
  const [startTime, endTime] = details.times.split(' ');
  const template = {
    name,
    eventType: places === null ? 'OPEN_EVENT' : 'LIMITED_EVENT',
    startTime,
    endTime,
    maxParticipants: places ?? 0,
    lastDay: null,
    place: details.place,
    description: '',
    signUpUntil: null,
    signOffUntil: null,
    asksAnswer: places === null,
    companions: 0,
    comingVisible: 'registered',
    waitingList: true,
    promotionHours: 24,
    groups: teamsNamed(teams, details.teams).map(({ uuid }) => uuid),
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
  await db
    .updateTable('events')
    .set({ series_uuid: uuid, series_date: sql<string>`date` })
    .where('organization_uuid', '=', club)
    .where('name', '=', name)
    .execute();
  await dropDates(db, uuid, pause, holidaysIn(today, last));
  return first;
}

/** Like a series leaves them out, not like a person deletes them. */
async function dropDates(
  db: Database,
  series: string,
  { from_date, until_date }: { from_date: string; until_date: string },
  days: readonly string[],
): Promise<void> {
  await sql`select set_config('vereinsheim.replanning', 'on', true)`.execute(db);
  await sql`delete from events where series_uuid = ${series}
    and (series_date = any(${days}::date[]) or series_date between ${from_date} and ${until_date})`.execute(
    db,
  );
  await sql`select set_config('vereinsheim.replanning', '', true)`.execute(db);
}

const STATE = 'NW';

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
