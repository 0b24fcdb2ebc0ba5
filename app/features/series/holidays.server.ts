import { getHolidays } from 'feiertagejs';
import type { State } from './rule';

/** The public holidays of the German states. */

/**
 * Holidays that the library gives a state although only some of its communities have them (Bavaria:
 * those with more Catholics than Protestants). Only what holds in all of a state counts: a club
 * elsewhere enters the day as a break.
 */
const NOT_IN_ALL: Partial<Record<State, readonly string[]>> = { BY: ['MARIAHIMMELFAHRT'] };

/** Holidays of a single year, which the library does not know. */
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
 * Says which holiday a day is in a state: 'Tag der Deutschen Einheit', or null. What it returns
 * computes each year once, so ask the same one about many days.
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
