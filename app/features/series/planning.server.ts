import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { daysFrom } from '~/dates.server';
import { MOST_DATES, type Rule, ruleText } from './schema';

/** When a series takes place: days alone, without a database. */

export interface Planned {
  readonly rule: Rule;
  /** The first date, whatever the rule says, as it exists already; 'YYYY-MM-DD'. */
  readonly startsOn: string;
  /** The last day on which there may be one. */
  readonly endsOn: string | null;
}

/** How far ahead dates are made (L3). */
export const DAYS_AHEAD = 400;

/**
 * The dates that a series has within these days, both included, before any falls out: at most
 * MOST_DATES of them. The first counts as one of COUNT, as in RFC 5545; so does what falls out.
 */
export function datesOf(
  { rule, startsOn, endsOn }: Planned,
  from: string,
  until: string,
): string[] {
  const { end } = rule;
  const last = [until, endsOn, end && 'until' in end ? end.until : null]
    .filter((day) => day !== null)
    .reduce((earliest, day) => (day < earliest ? day : earliest));
  if (last < startsOn) return [];
  const recurrence = new RRuleTemporal({
    rruleString: ruleText({ ...rule, end: null }),
    dtstart: Temporal.ZonedDateTime.from(`${startsOn}T00:00[UTC]`),
  });
  const dates = [startsOn];
  const isCounted = end !== null && 'count' in end;
  // What is counted must be counted from the start.
  const first = isCounted || from <= startsOn ? daysFrom(startsOn, 1) : from;
  const found = recurrence.between(moment(first), moment(last), true);
  for (const at of found) dates.push(at.toPlainDate().toString());
  const counted = isCounted ? dates.slice(0, end.count) : dates;
  return counted.filter((date) => date >= from && date <= last).slice(0, MOST_DATES);
}

const moment = (day: string) => new Date(`${day}T00:00:00Z`);
