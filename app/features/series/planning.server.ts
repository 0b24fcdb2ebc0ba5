import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import type { Days } from '~/dates';
import { daysFrom, today } from '~/dates.server';
import { holidaysIn } from './holidays.server';
import { MOST_DATES, type Repetition, ruleText } from './rule';

/** When a series takes place: days alone, without a database. */

export interface Recurring extends Pick<Repetition, 'rule'> {
  /** The first date, regardless of the rule, as it already exists; 'YYYY-MM-DD'. */
  readonly startsOn: string;
  /** The last day on which there may be one. */
  readonly endsOn: string | null;
}

/** How far ahead dates are created (L3). */
export const DAYS_AHEAD = 400;

/** How many days ahead a series may begin, so that no plan reaches the end of the calendar. */
const MOST_DAYS_OFF = 3660;

/** Whether a series that begins on a day would begin too late. */
export const isTooFarOff = (startsOn: string): boolean =>
  startsOn > daysFrom(today(), MOST_DAYS_OFF);

/**
 * The dates of a series within these days, both included, before any falls out: at most MOST_DATES.
 * The first counts towards COUNT, as in RFC 5545; so do dates that fall out.
 */
export function datesOf(
  { rule, startsOn, endsOn }: Recurring,
  from: string,
  until: string,
): string[] {
  const { end } = rule;
  const last = [until, endsOn, end && 'until' in end ? end.until : null]
    .filter((day) => day !== null)
    .reduce((earliest, day) => (day < earliest ? day : earliest));
  if (last < startsOn) return [];
  const isCounted = end !== null && 'count' in end;
  const recurrence = new RRuleTemporal({
    rruleString: ruleText({ ...rule, end: isCounted ? end : null }),
    dtstart: Temporal.ZonedDateTime.from(`${startsOn}T00:00[UTC]`),
  });
  const dates = [startsOn];
  // COUNT must be counted from the start.
  const first = isCounted || from <= startsOn ? daysFrom(startsOn, 1) : from;
  const found = recurrence.between(moment(first), moment(last), true);
  for (const at of found) dates.push(at.toPlainDate().toString());
  const counted = isCounted ? dates.slice(0, end.count) : dates;
  return counted.filter((date) => date >= from && date <= last).slice(0, MOST_DATES);
}

export interface Planned extends Recurring, Repetition {}

/** Days on which a club's series do not take place, and what they are called. */
export interface NamedDays extends Days {
  readonly name: string;
}

/** Reasons why a series does not take place on days of its rule. */
export interface Around {
  readonly breaks: readonly NamedDays[];
  /** Days whose event was deleted by a person. */
  readonly exceptions: readonly string[];
}

/** A date of a series, and why there is no event then: the holiday, the break or DELETED. */
export interface PlannedDate {
  readonly date: string;
  readonly out: string | null;
}

const DELETED = 'gelöscht';

/**
 * The dates of a series within these days (as datesOf), with what falls out and why. The first
 * exists already, so neither holiday nor break takes it out.
 */
export function plan(
  series: Planned,
  { breaks, exceptions }: Around,
  from: string,
  until: string,
): PlannedDate[] {
  const outOn = fallingOut(series, breaks);
  const deleted = new Set(exceptions);
  return datesOf(series, from, until).map((date) => {
    if (deleted.has(date)) return { date, out: DELETED };
    return { date, out: date === series.startsOn ? null : outOn(date) };
  });
}

/** Names the holiday or break that leaves a day without an event; null if there is none. */
export function fallingOut(
  { skipHolidays, skipBreaks }: Pick<Planned, 'skipHolidays' | 'skipBreaks'>,
  breaks: Around['breaks'],
): (day: string) => string | null {
  const holidayOn = skipHolidays ? holidaysIn(skipHolidays) : () => null;
  const breakOn = (day: string) =>
    skipBreaks ? breaks.find((days) => days.from <= day && day <= days.until)?.name : undefined;
  return (day) => holidayOn(day) ?? breakOn(day) ?? null;
}

/**
 * Whether a series has no more dates after a planned day.
 * @param planned how many dates datesOf() gave for the days until then
 */
export function isExhausted(series: Recurring, until: string, planned: number): boolean {
  const { rule, startsOn, endsOn } = series;
  const { end } = rule;
  // There may be more within these days, beyond the maximum.
  if (planned >= MOST_DATES) return false;
  if (endsOn && endsOn <= until) return true;
  if (end && 'until' in end) return end.until <= until;
  return end !== null && datesOf(series, startsOn, until).length >= end.count;
}

const moment = (day: string) => new Date(`${day}T00:00:00Z`);
