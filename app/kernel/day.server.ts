import dayjs from 'dayjs';
import 'dayjs/locale/de.js';
import utc from 'dayjs/plugin/utc.js';

// On the server only: screens get finished text, so that no date library reaches the browser.
dayjs.extend(utc);

/** Writes a calendar day for people, '05. März 2030' (E1). @param day 'YYYY-MM-DD' */
export function longDay(day: string): string {
  return dayjs.utc(day).locale('de').format('DD. MMMM YYYY');
}

/** Today in UTC, 'YYYY-MM-DD'. */
export function today(): string {
  return dayjs.utc().format('YYYY-MM-DD');
}
