import { daysFrom, isDate } from '~/dates';

/** The view model of a month (M7): pure, so that every case can be tested. */

/** The user's answer, or that one is missing. */
export type OwnState = 'yes' | 'going' | 'waiting' | 'no' | 'open';

/** More events than are counted. */
export const MANY = 100;

/**
 * The weeks of a month, Monday first, with the days of other months that are in them, but none
 * beyond the year 9999.
 * @param month 'YYYY-MM'
 */
export function weeksOf(month: string): string[][] {
  const before = (new Date(`${month}-01`).getUTCDay() + 6) % 7;
  const length = new Date(
    Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0),
  ).getUTCDate();
  return Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => daysFrom(`${month}-01`, week * 7 + at - before)).filter(
      isDate,
    ),
  );
}
