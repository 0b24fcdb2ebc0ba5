import { dayAfter, daysBetween } from './view';

/** The view model of a month (M7): pure, so that every case can be tested. */

/** The user's own answer, or that one is asked for. */
export type OwnState = 'yes' | 'going' | 'waiting' | 'no' | 'open';

/** An event on a day. */
export interface DayEntry {
  readonly uuid: string;
  readonly name: string;
  /** 'HH:MM' */
  readonly startTime: string | null;
  readonly state: OwnState | null;
  readonly cancelled: boolean;
  readonly series: boolean;
}

/** More events than are counted. */
export const MANY = 100;

/** A day with events. */
export interface MonthDay {
  /** 'YYYY-MM-DD' */
  readonly day: string;
  readonly entries: readonly DayEntry[];
  /** Events that are not among the entries; MANY if they were not counted. */
  readonly more: number;
}

const STATES = { yes: 'y', going: 'g', waiting: 'w', no: 'n', open: 'o' } as const;
const STATE_NAMES = Object.keys(STATES) as OwnState[];

/**
 * The days as one text, since they travel to the browser twice (packed in view.ts). A line without
 * tabs begins a day: how many days it is after the one above, and how many events are left out.
 * @param month 'YYYY-MM'
 */
export function packedDays(month: string, days: readonly MonthDay[]): string {
  let before = `${month}-01`;
  return days
    .flatMap(({ day, entries, more }) => {
      const head = `${daysBetween(before, day)} ${more}`;
      before = day;
      const lines = entries.map(({ uuid, name, startTime, state, cancelled, series }) => {
        const flags = `${state ? STATES[state] : ''}${cancelled ? 'c' : ''}${series ? 's' : ''}`;
        return [uuid, name, flags, startTime].join('\t').trimEnd();
      });
      return [head, ...lines];
    })
    .join('\n');
}

/** @returns the days of the month by their dates, as far as they have events */
export function unpackedDays(month: string, text: string): ReadonlyMap<string, MonthDay> {
  const days = new Map<string, MonthDay & { entries: DayEntry[] }>();
  let day = `${month}-01`;
  for (const line of text ? text.split('\n') : []) {
    const [uuid = '', name, flags = '', startTime] = line.split('\t');
    if (name === undefined) {
      const [after, more] = line.split(' ');
      day = dayAfter(day, Number(after));
      days.set(day, { day, entries: [], more: Number(more) });
      continue;
    }
    days.get(day)?.entries.push({
      uuid,
      name,
      startTime: startTime || null,
      state: STATE_NAMES.find((state) => flags.includes(STATES[state])) ?? null,
      cancelled: flags.includes('c'),
      series: flags.includes('s'),
    });
  }
  return days;
}

/** The weeks of a month, Monday first; null for the days of other months. @param month 'YYYY-MM' */
export function weeksOf(month: string): Array<Array<string | null>> {
  const before = (new Date(`${month}-01`).getUTCDay() + 6) % 7;
  const length = new Date(
    Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0),
  ).getUTCDate();
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => {
      const day = week * 7 + at - before + 1;
      return day < 1 || day > length ? null : `${month}-${String(day).padStart(2, '0')}`;
    }),
  );
}
