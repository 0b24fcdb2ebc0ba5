import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

/**
 * The clock and the calendar: whatever needs the current time, or counts days and months. The
 * library stays on the server; dates.ts formats the results. Days are 'YYYY-MM-DD', months
 * 'YYYY-MM', both in UTC; Postgres converts moments to a club's time zone.
 */
dayjs.extend(utc);

export { daysFrom, presentDay as today } from './dates';

/** The month this many months later, or earlier if negative. @param month 'YYYY-MM' */
export function monthsFrom(month: string, months: number): string {
  return dayjs.utc(`${month}-01`).add(months, 'month').format('YYYY-MM');
}

/** The twelve months that end with a day's, the oldest first. */
export function lastTwelveMonths(day: string): string[] {
  const month = dayjs.utc(day).startOf('month');
  return Array.from({ length: 12 }, (_, at) => month.subtract(11 - at, 'month').format('YYYY-MM'));
}
