import {
  dateToText,
  dayInWords,
  daysBetween,
  daysFrom,
  dayToText,
  monthToText,
  weekdayToText,
} from '~/dates';
import type { ClubEvent } from '~/features/events/queries.server';
import { countsInWords, newDates, reachInWords } from '~/features/events/wording';
import type { Reach } from '~/features/outbox/queries.server';
import { counted } from '~/numbers';
import type { Month } from '~/ui/dates-by-month';
import type { PlannedDate } from './planning.server';
import type { SeriesEvent } from './queries.server';
import {
  NTHS,
  nthIn,
  type Repetition,
  type Rule,
  ruleText,
  ruleValues,
  STATE_NAMES,
  type State,
  weekdayOf,
} from './rule';
import { datesInShort, fallingOut, inState, makingDates, ruleInWords } from './wording';

/** The view models of repetitions: pure, so that every case can be tested. */

interface Option {
  readonly value: string;
  readonly label: string;
}

/** A repetition as its fields show it. */
export const repetitionValues = ({ rule, skipHolidays, skipBreaks }: Repetition) => ({
  rule: ruleValues(rule),
  skipHolidays: skipHolidays ?? '',
  skipBreaks: skipBreaks ? 'on' : '',
});
export type RepetitionValues = ReturnType<typeof repetitionValues>;

/** The initial values: every week, on the day of the event. */
export const firstRepetition = (date: string, state: State | null): Repetition => ({
  rule: { every: 'week', interval: 1, days: [weekdayOf(date)], end: null },
  skipHolidays: state,
  skipBreaks: false,
});

/**
 * How often an event can repeat, as `every` of the fields: in weeks, or in months by its day. A
 * rule that only a call can set is a choice, too.
 * @param current of a series that exists
 */
export function frequencies(date: string, current?: Rule): Option[] {
  const day = weekdayOf(date);
  const weeks = [1, 2, 3, 4].map((interval) => ({
    value: interval === 1 ? 'FREQ=WEEKLY' : `FREQ=WEEKLY;INTERVAL=${interval}`,
    label: interval === 1 ? 'Jede Woche' : `Alle ${interval} Wochen`,
  }));
  const months: Rule[] = [
    ...nthsOf(date).map((nth) => ({ every: 'month' as const, days: [{ nth, day }], end: null })),
    { every: 'month', monthDays: [Number(date.slice(8))], end: null },
  ];
  const choices = [...weeks, ...months.map(choiceOf)];
  const present = current && choiceOf({ ...current, end: null });
  return present && !choices.some(({ value }) => value === ruleValues(current).every)
    ? [present, ...choices]
    : choices;
}

const choiceOf = (rule: Rule): Option => ({
  value: ruleText(rule),
  label: ruleInWords({ rule, skipHolidays: null, skipBreaks: false }),
});

/** Which of its weekday in its month a day is: the 24th of February the fourth, and the last. */
function nthsOf(date: string) {
  // A week after the last one, another month has begun.
  const isLast = nthIn(daysFrom(date, 7)) === 1;
  return NTHS.filter((nth) => (nth === -1 ? isLast : nth === nthIn(date)));
}

/** What repeats is asked by; the states travel as data, as few screens show them. */
export interface Choices {
  readonly every: Option[];
  readonly states: Option[];
}

export const states: Option[] = [
  { value: '', label: 'Nein' },
  ...(Object.keys(STATE_NAMES) as State[]).map((state) => ({
    value: state,
    label: inState(state),
  })),
];

interface Line {
  readonly date: string;
  /** What happens to the date; '' for nothing. */
  readonly how: string;
  /** Whether nothing takes place on it. */
  readonly away: boolean;
}

function byMonth(lines: readonly Line[]): Month[] {
  const months = new Map<string, Line[]>();
  for (const line of lines) {
    const month = line.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), line]);
  }
  return [...months].map(([month, lines]) => ({
    heading: `${monthToText(month)} ${month.slice(0, 4)}`,
    dates: lines.map(({ date, how, away }) => ({
      text: `${weekdayToText(date)}, ${dayToText(date)}${how && `: ${how}`}`,
      away,
    })),
  }));
}

interface Previewed {
  readonly event: Pick<ClubEvent, 'date' | 'endDate' | 'cancelledAt'>;
  readonly repetition: Repetition;
  readonly dates: readonly PlannedDate[];
  readonly plannedUntil: string | null;
}

export function previewOf({ event, repetition, dates, plannedUntil }: Previewed) {
  const taking = dates.filter(({ out }) => out === null);
  const counts = [newDates(taking.length), fallingOut(dates.length - taking.length)];
  return {
    words: ruleInWords(repetition),
    values: repetitionValues(repetition),
    rule: ruleText(repetition.rule),
    making: makingDates(taking.length),
    counts: counts.filter(Boolean).join(', '),
    notes: notesOn(repetition.rule, event, [event.date, ...taking.map(({ date }) => date)]),
    later: plannedUntil && laterThan(taking.at(-1)?.date ?? event.date),
    months: monthsOf(dates),
  };
}

const monthsOf = (dates: readonly PlannedDate[]): Month[] =>
  byMonth(
    dates.map(({ date, out }) => ({
      date,
      how: out === null ? '' : `fällt aus (${out})`,
      away: out !== null,
    })),
  );

/** What the form for a new event says about its dates, the first of which is the event itself (Y3). */
export function newDatesOf({ event, repetition: { rule }, dates, plannedUntil }: Previewed) {
  const all = [{ date: event.date, out: null }, ...dates];
  const taking = all.filter(({ out }) => out === null).map(({ date }) => date);
  const [count, out] = [taking.length, all.length - taking.length];
  return {
    count,
    summary: datesInShort(rule, { first: event.date, taking: count, out }),
    notes: notesOn(rule, event, taking),
    later: plannedUntil && laterThan(all.at(-1)?.date ?? event.date),
    months: monthsOf(all),
  };
}

interface Consequences {
  readonly placed: ReadonlyArray<{ uuid: string; date: string }>;
  readonly moved: readonly DateBefore[];
  readonly dropped: readonly DateBefore[];
  readonly added: readonly string[];
  /** Whom a mail reaches of those who count on dates that move. */
  readonly told: Reach;
  readonly scope: string;
  readonly next: Repetition;
  /** Whether the rule is the one that the series has. */
  readonly isSame: boolean;
  readonly version: number;
}

interface DateBefore extends Pick<SeriesEvent, 'uuid' | 'date' | 'answered'> {
  /** 'Abgesagt' and the like, in words. */
  readonly answers: string;
}

/** What the preview of another rule shows: what happens to dates, how many stay, and which have answers. */
export function changeOf(change: Consequences) {
  const { placed, moved, dropped, added, told, scope, next, isSame, version } = change;
  const before = new Map(moved.map((each) => [each.uuid, each]));
  const answersOf = ({ answered, answers }: DateBefore) => (answered ? `, ${answers}` : '');
  const lines = [
    ...placed.flatMap(({ uuid, date }) => {
      const was = before.get(uuid);
      const how = was && `statt ${dayToText(was.date)}${answersOf(was)}`;
      return how ? [{ date, how, away: false, answered: was.answered }] : [];
    }),
    ...dropped.map((was) => ({
      date: was.date,
      how: was.answered ? `passt nicht mehr${answersOf(was)}` : 'wird gelöscht',
      away: true,
      answered: was.answered,
    })),
    ...added.map((date) => ({ date, how: 'neu', away: false, answered: false })),
  ].sort((one, other) => (one.date < other.date ? -1 : 1));
  const answered = dropped.filter((each) => each.answered).length;
  const counts = [
    countsInWords({
      added: added.length,
      moved: moved.length,
      kept: 0,
      cancelled: 0,
      deleted: dropped.length - answered,
    }),
    answered > 0 && `${answered} mit Antworten ${answered === 1 ? 'passt' : 'passen'} nicht mehr`,
  ];
  const listed = [...moved, ...dropped].filter((each) => each.answered).map(({ uuid }) => uuid);
  const kept = placed.length - moved.length;
  return {
    words: ruleInWords(next),
    values: repetitionValues(next),
    rule: ruleText(next.rule),
    scope,
    listed,
    answered,
    version,
    withAnswers: lines
      .filter((line) => line.answered)
      .map(({ date, how }) => `${dayInWords(date)}: ${how}`),
    told:
      told.reached + told.unreached > 0
        ? `Verschobene Termine: ${reachInWords(told, { over: false })}`
        : '',
    // Those with answers are listed by themselves.
    months: byMonth(lines.filter((line) => !line.answered)),
    isSame,
    kept:
      lines.length > 0 && kept > 0
        ? `${counted(kept, 'Termin bleibt, wie er ist', 'Termine bleiben, wie sie sind')}.`
        : '',
    counts: counts.filter(Boolean).join(', '),
  };
}

const laterThan = (date: string) =>
  `Termine nach dem ${dateToText(date)} kommen von selbst dazu, jeweils gut ein Jahr vorher.`;

/** Warnings about surprises. @param days on which the event takes place, in order */
function notesOn(
  rule: Rule,
  { date, endDate, cancelledAt }: Previewed['event'],
  days: readonly string[],
): string[] {
  const notes: string[] = [];
  const missing = 'monthDays' in rule ? rule.monthDays.filter((day) => day > 28) : [];
  if (missing.length > 0)
    notes.push(
      `Monate ohne ${missing.map((day) => `${day}.`).join(' oder ')} haben keinen Termin.`,
    );
  const lasts = endDate ? daysBetween(date, endDate) + 1 : 1;
  if (days.some((day, at) => at > 0 && daysBetween(days[at - 1] ?? '', day) < lasts))
    notes.push(`Die Termine überschneiden sich: Jeder dauert ${lasts} Tage.`);
  if (cancelledAt) notes.push('Diese Veranstaltung fällt aus. Die neuen Termine finden statt.');
  return notes;
}
