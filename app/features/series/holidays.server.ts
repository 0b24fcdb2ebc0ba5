import { getHolidays } from 'feiertagejs';
import type { State } from './rule';

/** The public holidays of the German states. */

/**
 * Holidays that the library lists for a state although only some of its communities have them
 * (Bavaria: those with more Catholics than Protestants). Only statewide holidays count; clubs enter
 * others as a break.
 */
const NOT_IN_ALL: Partial<Record<State, readonly string[]>> = { BY: ['MARIAHIMMELFAHRT'] };

/** One-time holidays, which the library does not know. */
const ONCE: Partial<Record<State, Readonly<Record<string, string>>>> = {
  BE: { '2028-06-17': '75. Jahrestag des 17. Juni 1953' },
};

/** The holidays of a year: their names by day, 'YYYY-MM-DD'. */
function holidaysOf(state: State, year: number): Map<string, string> {
  const holidays = getHolidays(year, state).filter(
    ({ name }) => !NOT_IN_ALL[state]?.includes(name),
  );
  return new Map([
    ...holidays.map((each) => [each.dateString, each.translate() ?? each.name] as const),
    ...Object.entries(ONCE[state] ?? {}),
  ]);
}

/**
 * Returns a function that names a day's holiday in a state: 'Tag der Deutschen Einheit', or null.
 * It computes each year once, so reuse it for many days.
 */
export function holidaysIn(state: State): (day: string) => string | null {
  const years = new Map<number, Map<string, string>>();
  return (day) => {
    const year = Number(day.slice(0, 4));
    const holidays = years.get(year) ?? holidaysOf(state, year);
    years.set(year, holidays);
    return holidays.get(day) ?? null;
  };
}
