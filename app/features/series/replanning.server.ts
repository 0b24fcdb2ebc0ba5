import { daysFrom } from '~/dates.server';
import { type Around, datesOf, fallingOut, type Planned, type Recurring } from './planning.server';
import { type Repetition, type Rule, ruleText, WEEKDAYS, weekdayAt, weekdayOf } from './rule';

/** What happens to the dates of a changed series (L5, L6): only days, without a database. */

export interface ExistingDate {
  readonly uuid: string;
  readonly date: string;
  /** The day that the series gave it. */
  readonly seriesDate: string;
  /** It was moved individually, so no wider edit moves it. */
  readonly hasOwnDate: boolean;
}

/** A date that stays in the series, and where. */
export type PlacedDate = Omit<ExistingDate, 'hasOwnDate'>;

/** Maps a day of the old plan to the new one. */
export type Counterpart = (day: string) => string;

/** The longest gap of any rule: two months for a 31st, four weeks. */
const LONGEST_PAUSE = 100;

/** 0 for Monday. */
const weekdayIndex = (day: string) => WEEKDAYS.indexOf(weekdayOf(day));

const later = (one: string, other: string) => (one > other ? one : other);

/**
 * The dates of a series from a day on, as a separate series: in the same weeks, and with the
 * remaining count.
 * @param isOut whether a day cannot have an event, and so cannot be the first
 * @returns null if there are none
 */
export function anchored<Series extends Recurring>(
  series: Series,
  from: string,
  isOut: (day: string) => boolean = () => false,
): Series | null {
  const { rule, startsOn } = series;
  let window = later(from, startsOn);
  let first: string | undefined;
  // A break may last for a year.
  for (let pauses = 0; first === undefined && pauses < 6; pauses++) {
    const until = daysFrom(window, LONGEST_PAUSE);
    first = datesOf(series, window, until).find((day) => !isOut(day));
    window = daysFrom(until, 1);
  }
  if (first === undefined) return null;
  const { end } = rule;
  if (!end || !('count' in end)) return { ...series, startsOn: first };
  const passed = datesOf(series, startsOn, daysFrom(first, -1)).length;
  return { ...series, startsOn: first, rule: { ...rule, end: { count: end.count - passed } } };
}

/**
 * The series with each date shifted by some days.
 * @returns null if no rule has exactly these dates, such as for the first Tuesday of each month
 */
export function shifted<Series extends Recurring>(series: Series, days: number): Series | null {
  const rule = shiftedRule(series.rule, days);
  if (!rule) return null;
  const { startsOn, endsOn } = series;
  const moved = {
    ...series,
    rule,
    startsOn: daysFrom(startsOn, days),
    endsOn: endsOn && daysFrom(endsOn, days),
  };
  const until = daysFrom(startsOn, rule.every === 'week' ? 400 : 1500);
  const expected = datesOf(series, startsOn, until).map((day) => daysFrom(day, days));
  const actual = datesOf(moved, moved.startsOn, daysFrom(until, days));
  return actual.join() === expected.join() ? moved : null;
}

function shiftedRule(rule: Rule, days: number): Rule | null {
  const end =
    rule.end && 'until' in rule.end ? { until: daysFrom(rule.end.until, days) } : rule.end;
  if (rule.every === 'week') {
    const moved = rule.days.map((day) => weekdayAt(WEEKDAYS.indexOf(day) + days));
    return { ...rule, end, days: WEEKDAYS.filter((day) => moved.includes(day)) };
  }
  if (!('monthDays' in rule)) return null;
  const monthDays = rule.monthDays.map((day) => day + days);
  // Every month has these.
  const inAll = (day: number) => day >= 1 && day <= 28;
  return [...rule.monthDays, ...monthDays].every(inAll) ? { ...rule, end, monthDays } : null;
}

interface Continuation {
  readonly series: Planned;
  readonly counterpart: Counterpart;
  /** Days whose date has been on another weekday, before the day from which the rule holds. */
  readonly takenPlace: readonly string[];
}

/** When a change of rule takes effect, and around which days off. */
interface Moment {
  /** The day from which it holds: 'YYYY-MM-DD', no day before today. */
  readonly from: string;
  readonly today: string;
  readonly breaks: Around['breaks'];
}

/**
 * A series with another rule from a day on. A counted rule counts from there; one whose end is the
 * same as before ends where it did. A series that has not begun begins no earlier than it would.
 * @param old as it was
 * @returns null if the rule has no date from then on; else the series, and where the dates go that
 *   exist: with the same interval of weeks, weekdays that are gone are paired with new ones in
 *   their order
 */
export function changed(
  old: Planned,
  next: Repetition,
  { from, ...now }: Moment,
): Continuation | null {
  const start = later(from, old.startsOn);
  const rest = anchored(old, start);
  const isSameEnd = endText(old.rule) === endText(next.rule);
  if (isSameEnd && !rest) return null;
  const end = isSameEnd && rest ? rest.rule.end : next.rule.end;
  const rule = { ...next.rule, end };
  const endsOn = isSameEnd ? old.endsOn : null;
  const counterpart = counterparts(old.rule, next.rule);
  const takenPlace = datesOf(old, daysFrom(start, -6), daysFrom(start, -1))
    .filter((day) => counterpart(day) !== day)
    .map(counterpart);
  const replaced = { ...next, rule, endsOn };
  const found = firstOf({
    old,
    rest,
    next: replaced,
    counterpart,
    takenPlace,
    from: start,
    ...now,
  });
  if (!found) return null;
  const { first, passed } = found;
  const left = end && 'count' in end ? { count: end.count - passed } : end;
  const series = { ...replaced, rule: { ...rule, end: left }, startsOn: first };
  return has(series, first) ? { series, counterpart, takenPlace } : null;
}

interface Beginning extends Moment, Omit<Continuation, 'series'> {
  readonly old: Planned;
  /** The rest of it; null for nothing. */
  readonly rest: Planned | null;
  readonly next: Omit<Planned, 'startsOn'>;
}

/** The first date of the new rule, and how many of a counted rule fall out before it. */
function firstOf({ old, rest, next, counterpart, takenPlace, from, today, breaks }: Beginning) {
  if (rest && isOffRule(old, rest.startsOn)) return { first: rest.startsOn, passed: 0 };
  // With the same interval it continues in the same weeks.
  const going = hasSameWeeks(old.rule, next.rule) ? rest : null;
  const pattern = patternOf(next, going?.startsOn ?? from);
  // In the first week, dates may move to before the day from which the rule holds.
  const moved = going
    ? datesOf(going, going.startsOn, daysFrom(monday(going.startsOn), 6)).map(counterpart)
    : [];
  const firstBut = (isOut: (day: string) => boolean) => {
    const isNone = (day: string) => isOut(day) || takenPlace.includes(day);
    const early = moved.filter((day) => day >= today && has(pattern, day) && !isNone(day));
    const first = anchored(pattern, from, isNone)?.startsOn;
    return [...early, ...(first ? [first] : [])].sort()[0];
  };
  const isOut = outIn(next, breaks);
  // The first always exists, whatever falls out.
  const first = firstBut((day) => isOut(day) && day !== old.startsOn);
  // What falls out counts, too.
  const counted = firstBut(() => false);
  if (!first || !counted) return null;
  return { first, passed: datesOf(pattern, counted, daysFrom(first, -1)).length };
}

/** Whether it is a first date that the rule itself would not have. */
const isOffRule = (old: Planned, day: string) =>
  day === old.startsOn && !has(patternOf({ ...old, rule: { ...old.rule, end: null } }, day), day);

/**
 * A series by its rule alone, in the weeks of a day: as RFC 5545 always includes the first date,
 * that is put before all days in question. It counts nothing.
 */
function patternOf<Series extends Omit<Recurring, 'startsOn'>>(series: Series, day: string) {
  const { rule } = series;
  const end = rule.end && 'count' in rule.end ? null : rule.end;
  const weeks = rule.every === 'week' ? rule.interval : 8;
  return { ...series, rule: { ...rule, end }, startsOn: daysFrom(monday(day), -7 * weeks) };
}

const has = (series: Recurring, day: string) => datesOf(series, day, day).length > 0;

const hasSameWeeks = (old: Rule, next: Rule) =>
  old.every === 'week' && next.every === 'week' && old.interval === next.interval;

const endText = (rule: Rule) => /;(?:COUNT|UNTIL)=.*/.exec(ruleText(rule))?.[0];

const monday = (day: string) => daysFrom(day, -weekdayIndex(day));

function counterparts(old: Rule, next: Rule): Counterpart {
  if (old.every !== 'week' || next.every !== 'week' || old.interval !== next.interval)
    return (day) => day;
  const gone = old.days.filter((day) => !next.days.includes(day));
  const come = next.days.filter((day) => !old.days.includes(day));
  const moves = new Map(
    gone.slice(0, come.length).map((day, at) => {
      const [from, to] = [WEEKDAYS.indexOf(day), WEEKDAYS.indexOf(come[at] ?? day)];
      return [from, to - from];
    }),
  );
  return (day) => daysFrom(day, moves.get(weekdayIndex(day)) ?? 0);
}

/** Tells the days on which holidays or breaks leave no event. */
function outIn(series: Repetition, breaks: Around['breaks']): (day: string) => boolean {
  const outOn = fallingOut(series, breaks);
  return (day) => outOn(day) !== null;
}

interface Replanning {
  /** Of the series, from the day on from which the change holds. */
  readonly dates: readonly ExistingDate[];
  readonly old: Repetition;
  readonly next: Planned;
  readonly breaks: Around['breaks'];
  readonly counterpart: Counterpart;
  /** 'YYYY-MM-DD' */
  readonly today: string;
}

/**
 * What happens to dates whose series gets another rule. Past dates stay as they are. A date that
 * was moved individually keeps its day as long as the series has one for it.
 * @returns where every other date stays, even if it does not move, and which ones the new rule has no
 *   day for
 */
export function replan({ dates, old, next, breaks, counterpart, today }: Replanning) {
  const wasOut = outIn(old, breaks);
  const isOut = outIn(next, breaks);
  const days = daysIn(
    next,
    dates.map(({ seriesDate }) => counterpart(seriesDate)),
  );
  const placed: PlacedDate[] = [];
  const dropped: string[] = [];
  const taken = new Set<string>();
  const place = (each: ExistingDate, day: string) => {
    taken.add(day);
    const date = each.hasOwnDate || each.date < today ? each.date : day;
    placed.push({ uuid: each.uuid, date, seriesDate: day });
  };
  for (const each of inTurn(dates, counterpart, today)) {
    const day = counterpart(each.seriesDate);
    if (each.date < today) {
      if (!taken.has(day)) place(each, day);
    } else if (taken.has(day) || !days.has(day)) dropped.push(each.uuid);
    // A date that takes place despite a holiday continues to do so.
    else if (isOut(day) && !(day === each.seriesDate && wasOut(day))) dropped.push(each.uuid);
    else if (day < today && !each.hasOwnDate) dropped.push(each.uuid);
    else place(each, day);
  }
  return { placed, dropped };
}

/** Past dates first, then those that do not move, so that nothing else takes their days. */
function inTurn(dates: readonly ExistingDate[], counterpart: Counterpart, today: string) {
  const turn = ({ date, seriesDate }: ExistingDate) =>
    date < today ? 0 : counterpart(seriesDate) === seriesDate ? 1 : 2;
  return [...dates].sort(
    (one, other) => turn(one) - turn(other) || (one.seriesDate < other.seriesDate ? -1 : 1),
  );
}

function daysIn(series: Planned, days: readonly string[]): Set<string> {
  const sorted = [...days].sort();
  const last = sorted.at(-1);
  const found = new Set<string>();
  // No more than so many at once (datesOf).
  for (let from = sorted[0]; from && last && from <= last; from = daysFrom(from, 150))
    for (const day of datesOf(series, from, daysFrom(from, 149))) found.add(day);
  return found;
}
