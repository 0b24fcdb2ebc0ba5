import { daysBetween, isDate } from '~/dates';

/**
 * Reads and writes rules of RFC 5545, and maps them to fields: pure, for the server and for
 * screens, which get no schemas.
 */

/** The German states by their codes (ISO 3166-2:DE), in the order of their names. */
export const STATE_NAMES = {
  BW: 'Baden-Württemberg',
  BY: 'Bayern',
  BE: 'Berlin',
  BB: 'Brandenburg',
  HB: 'Bremen',
  HH: 'Hamburg',
  HE: 'Hessen',
  MV: 'Mecklenburg-Vorpommern',
  NI: 'Niedersachsen',
  NW: 'Nordrhein-Westfalen',
  RP: 'Rheinland-Pfalz',
  SL: 'Saarland',
  SN: 'Sachsen',
  ST: 'Sachsen-Anhalt',
  SH: 'Schleswig-Holstein',
  TH: 'Thüringen',
} as const;
export type State = keyof typeof STATE_NAMES;
export const STATES = Object.keys(STATE_NAMES) as State[];

/** The days of a week as RFC 5545 writes them, Monday first. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** The weekday this many days after a Monday, or before it. */
export const weekdayAt = (days: number): Weekday => WEEKDAYS[((days % 7) + 7) % 7] ?? 'MO';

/** The weekday of a 'YYYY-MM-DD' date. */
export const weekdayOf = (date: string): Weekday => weekdayAt(daysBetween(A_MONDAY, date));

export const A_MONDAY = '2000-01-03';

/** Which of its kind in a month: -1 is the last. */
export const NTHS = [1, 2, 3, 4, -1] as const;
export type Nth = (typeof NTHS)[number];

/** When a rule ends: after a number of dates, or on a day ('YYYY-MM-DD'); null for an open end. */
type End = { readonly count: number } | { readonly until: string } | null;

/** The part of RFC 5545's RRULE that clubs need (L2). */
export type Rule = { readonly end: End } & (
  | { readonly every: 'week'; readonly interval: number; readonly days: readonly Weekday[] }
  | { readonly every: 'month'; readonly days: readonly { nth: Nth; day: Weekday }[] }
  | { readonly every: 'month'; readonly monthDays: readonly number[] }
);

/** When something repeats, and when it falls out (L1). */
export interface Repetition {
  readonly rule: Rule;
  /** Whose holidays are left out; null for none. */
  readonly skipHolidays: State | null;
  /** Whether the club's breaks are left out. */
  readonly skipBreaks: boolean;
}

/** How a new event can repeat: by its day, or as 'other' says in full (Y3). */
export const REPEATS = ['never', 'week', 'fortnight', 'month', 'other'] as const;
type Repeats = (typeof REPEATS)[number];

/** The other choices: weeks on several days, months by the last weekday or by the day's number. */
export const FREQUENCIES = ['week', 'fortnight', '3weeks', '4weeks', 'last', 'day'] as const;
type Frequency = (typeof FREQUENCIES)[number];

const WEEKS: Partial<Record<Repeats | Frequency, number>> = {
  week: 1,
  fortnight: 2,
  '3weeks': 3,
  '4weeks': 4,
};

/** Clubs plan until summer; what begins shortly before it is meant for the next year. */
export function summerAfter(day: string): string {
  const year = Number(day.slice(0, 4));
  const summer = `${year}-06-30`;
  return daysBetween(day, summer) < SHORTLY ? `${year + 1}-06-30` : summer;
}

const SHORTLY = 60;

interface Chosen {
  readonly repeats: Exclude<Repeats, 'never'>;
  readonly every: Frequency;
  readonly days: readonly Weekday[];
  readonly until: string | null;
}

/** The rule of a new event's series. @param date of the event */
export function ruleFrom({ repeats, every, days, until }: Chosen, date: string): Rule {
  const end = until === null ? null : { until };
  const frequency = repeats === 'other' ? every : repeats;
  const own = weekdayOf(date);
  const interval = WEEKS[frequency];
  if (interval) {
    const more = repeats === 'other' ? days : [];
    const all = WEEKDAYS.filter((day) => day === own || more.includes(day));
    return { every: 'week', interval, days: all, end };
  }
  if (frequency === 'day') return { every: 'month', monthDays: [Number(date.slice(8))], end };
  const nth = NTHS.find((each) => frequency === 'month' && each === nthIn(date)) ?? -1;
  return { every: 'month', days: [{ nth, day: own }], end };
}

/** Which of its weekday in its month a day is, from 1 to 5. */
export const nthIn = (date: string): number => Math.ceil(Number(date.slice(8)) / 7);

const MOST_WEEKS = 4;
/** Maximum of dates of a series, and of those ahead (L2, L3). */
export const MOST_DATES = 200;

/**
 * Reads a rule as RFC 5545 writes it, such as 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=10', in any
 * order and case.
 * @returns null if it is no rule, or beyond those of L2
 */
export function readRule(text: string): Rule | null {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [, name, value] = /^([A-Z]+)=([-+\dA-Z,]+)$/.exec(part) ?? [];
    if (!name || !value || parts.has(name)) return null;
    parts.set(name, value);
  }
  const taken = (name: string) => {
    const value = parts.get(name);
    parts.delete(name);
    return value;
  };
  const frequency = taken('FREQ');
  const end = readEnd(taken('COUNT'), taken('UNTIL'));
  const weekStart = taken('WKST') ?? 'MO';
  const interval = readNumber(taken('INTERVAL') ?? '1', MOST_WEEKS);
  const byDay = taken('BYDAY')?.split(',');
  const byMonthDay = taken('BYMONTHDAY')?.split(',');
  if (end === undefined || weekStart !== 'MO' || interval === null || parts.size > 0) return null;
  if (frequency === 'WEEKLY' && byDay && !byMonthDay) {
    const days = inOrder(byDay, WEEKDAYS);
    return days && { every: 'week', interval, days, end };
  }
  if (frequency !== 'MONTHLY' || interval !== 1 || Boolean(byDay) === Boolean(byMonthDay))
    return null;
  if (byDay) {
    const days = all(byDay, readNthDay);
    return days && { every: 'month', days: distinct(days), end };
  }
  const monthDays = all(byMonthDay ?? [], (day) => readNumber(day, 31));
  return (
    monthDays && { every: 'month', monthDays: [...new Set(monthDays)].sort((a, b) => a - b), end }
  );
}

/** Writes a rule as readRule() reads it, always in the same way. */
export function ruleText(rule: Rule): string {
  const { end } = rule;
  const parts = [rule.every === 'week' ? 'FREQ=WEEKLY' : 'FREQ=MONTHLY'];
  if ('interval' in rule && rule.interval > 1) parts.push(`INTERVAL=${rule.interval}`);
  if ('monthDays' in rule) parts.push(`BYMONTHDAY=${rule.monthDays.join(',')}`);
  else parts.push(`BYDAY=${rule.days.map(dayText).join(',')}`);
  if (end)
    parts.push('count' in end ? `COUNT=${end.count}` : `UNTIL=${end.until.replaceAll('-', '')}`);
  return parts.join(';');
}

const dayText = (day: Weekday | { nth: Nth; day: Weekday }) =>
  typeof day === 'string' ? day : `${day.nth}${day.day}`;

/** @returns undefined where it is no end, or two */
function readEnd(count?: string, until?: string): End | undefined {
  if (count && until) return undefined;
  if (count) {
    const dates = readNumber(count, MOST_DATES);
    return dates === null ? undefined : { count: dates };
  }
  if (!until) return null;
  // A day, or a moment of it, whose time does not count.
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$/.exec(until) ?? [];
  const date = `${year}-${month}-${day}`;
  return isDate(date) ? { until: date } : undefined;
}

function readNumber(text: string, most: number): number | null {
  const number = /^\+?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return number >= 1 && number <= most ? number : null;
}

function readNthDay(text: string): { nth: Nth; day: Weekday } | null {
  const [, number, name] = /^([+-]?\d)([A-Z]{2})$/.exec(text) ?? [];
  const nth = NTHS.find((each) => each === Number(number));
  const day = WEEKDAYS.find((each) => each === name);
  return nth && day ? { nth, day } : null;
}

/** @returns null if one of them is none */
function all<Value>(
  texts: readonly string[],
  read: (text: string) => Value | null,
): Value[] | null {
  const values = texts.map(read);
  return values.includes(null) ? null : (values as Value[]);
}

function inOrder(texts: readonly string[], known: readonly Weekday[]): Weekday[] | null {
  if (!texts.every((text) => known.includes(text as Weekday))) return null;
  return known.filter((day) => texts.includes(day));
}

function distinct(days: readonly { nth: Nth; day: Weekday }[]) {
  return [...new Map(days.map((day) => [dayText(day), day])).values()];
}

/** How a rule's fields show it. @returns texts, as RuleFields has them */
export function ruleValues({ end, ...rule }: Rule) {
  const [every = '', byDay = ''] = ruleText({ ...rule, end: null } as Rule).split(
    /;BYDAY=(?=[A-Z])/,
  );
  return {
    every,
    days: byDay ? byDay.split(',') : [],
    end: end === null ? 'never' : 'count' in end ? 'count' : 'until',
    count: end && 'count' in end ? String(end.count) : '',
    until: end && 'until' in end ? end.until : '',
  };
}
