import { daysToText, dayToText } from '~/dates';
import { type Counts, countsInWords, datesInWords, datesMade } from '~/features/events/wording';
import { counted } from '~/numbers';
import type { NamedDays } from './planning.server';
import {
  type Repetition,
  type Rule,
  readRule,
  STATE_NAMES,
  type State,
  WEEKDAYS,
  type Weekday,
} from './rule';

/** German texts about series that are used in more than one place, and their notifications. */

const weekdayNames: Readonly<Record<Weekday, string>> = {
  MO: 'Montag',
  TU: 'Dienstag',
  WE: 'Mittwoch',
  TH: 'Donnerstag',
  FR: 'Freitag',
  SA: 'Samstag',
  SU: 'Sonntag',
};

/** The days of the week to choose from. */
export const weekdayChoices = WEEKDAYS.map((value) => ({ value, label: weekdayNames[value] }));

/**
 * When a series takes place: 'Jeden Dienstag', 'Alle 2 Wochen am Dienstag und Donnerstag bis 30.
 * Juni 2027', 'Jeden Monat am 2. Dienstag, außer an Feiertagen in Bayern'.
 * @param endsOn the last day of a series that was ended or split
 */
export function ruleInWords({
  rule,
  endsOn = null,
  skipHolidays,
  skipBreaks,
}: Repetition & { endsOn?: string | null }): string {
  const until = [endsOn, rule.end && 'until' in rule.end ? rule.end.until : null]
    .filter((day) => day !== null)
    .sort()[0];
  const times = rule.end && 'count' in rule.end && !endsOn ? `, ${rule.end.count}-mal` : '';
  const end = until ? ` bis ${dayAndYear(until)}` : times;
  const out = [
    skipHolidays && `an Feiertagen ${inState(skipHolidays)}`,
    skipBreaks && 'in Ferien und Pausen',
  ].filter(Boolean);
  return `${frequencyOf(rule)}${end}${out.length > 0 ? `, außer ${out.join(' sowie ')}` : ''}`;
}

/** Without its end and what it leaves out: 'Jeden Dienstag'. */
export function frequencyOf(rule: Rule): string {
  if (rule.every === 'week') {
    const days = inWords(rule.days.map((day) => weekdayNames[day]));
    if (rule.interval > 1) return `Alle ${rule.interval} Wochen am ${days}`;
    return rule.days.length === WEEKDAYS.length ? 'Jeden Tag' : `Jeden ${days}`;
  }
  if ('monthDays' in rule)
    return `Am ${inWords(rule.monthDays.map((day) => `${day}.`))} jedes Monats`;
  const days = rule.days.map(
    ({ nth, day }) => `${nth === -1 ? 'letzten' : `${nth}.`} ${weekdayNames[day]}`,
  );
  return `Jeden Monat am ${inWords(days)}`;
}

/** Of a rule as stored, which a form or a page shows even if nobody can read it. */
export function storedFrequencyOf(text: string): string {
  const rule = readRule(text);
  return rule ? frequencyOf(rule) : 'Serie, deren Regel nicht lesbar ist';
}

const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} und ${words.at(-1)}`;

/** 'in Bayern', 'im Saarland'. */
export const inState = (state: State): string =>
  `${state === 'SL' ? 'im' : 'in'} ${STATE_NAMES[state]}`;

const dayAndYear = (date: string): string => `${dayToText(date)} ${date.slice(0, 4)}`;

export const REPEAT = 'Als Serie';
export const CHANGE_REPETITION = 'Serie ändern';
export const BREAKS = 'Ferien und Pausen';
/** The first school year whose holidays are not known (school-holidays.server.ts). */
export const FIRST_UNKNOWN_YEAR = '2029/30';

// Opting out of a series, and back in (U6).
export const NOT_MINE = 'Das betrifft mich nicht';
export const ASK_AGAIN = 'Doch, wieder fragen';
interface NotMine {
  readonly optedOut: boolean;
  /** The event takes answers; else it only leaves what is 'Meine' (U5). */
  readonly asks: boolean;
  /** The last day that it holds for, if the series was split: members see all dates as one. */
  readonly endsOn: string | null;
}
export const notMineInWords = ({ optedOut, asks, endsOn }: NotMine): string => {
  const until = endsOn ? ` bis ${dayAndYear(endsOn)}` : '';
  if (!asks)
    return optedOut
      ? `Diese Serie betrifft Sie nicht: Sie steht${until} nicht unter „Meine“.`
      : `Nichts mit dieser Serie zu tun? Dann steht sie${until} nicht mehr unter „Meine“, und die Leitung sieht das.`;
  return optedOut
    ? `Diese Serie betrifft Sie nicht: Wir fragen Sie zu keinem Termin${until} mehr. Antworten können Sie trotzdem.`
    : `Nichts mit dieser Serie zu tun? Dann fragen wir${until} nicht mehr, und die Leitung sieht das.`;
};

/** The log entries about that. */
export const askedNoMore = ({ name }: { name: string }) => `Fragen zur Serie „${name}“ abbestellt`;
export const askedAgain = ({ name }: { name: string }) =>
  `Fragen zur Serie „${name}“ wieder bestellt`;

/** How many opted out of a series, for its leaders. */
export const optedOutInWords = (members: number): string =>
  `${counted(members, 'Mitglied hat', 'Mitglieder haben')} gesagt: „Das betrifft mich nicht.“`;

export const TOO_FAR_OFF = 'Eine Serie beginnt spätestens in zehn Jahren.';

/** The button that creates them. */
export const makingDates = (count: number): string => `${datesInWords(count)} anlegen`;

/** How many of the dates of a plan fall out: '2 fallen aus'; '' for none. */
export const fallingOut = (count: number): string =>
  count === 0 ? '' : counted(count, 'fällt aus', 'fallen aus');

/**
 * '26 Termine, dienstags bis 30. Juni; 8 fallen aus': what a new series would be.
 * @param first date, whose year goes without saying
 */
export function datesInShort(
  rule: Rule,
  { first, taking, out }: { first: string; taking: number; out: number },
): string {
  const last = rule.end && 'until' in rule.end ? rule.end.until : null;
  const inWords = last?.startsWith(first.slice(0, 4)) ? dayToText : dayAndYear;
  const until = last ? ` bis ${inWords(last)}` : '';
  const falling = fallingOut(out);
  return `${datesInWords(taking)}, ${shortFrequencyOf(rule)}${until}${falling && `; ${falling}`}`;
}

function shortFrequencyOf(rule: Rule): string {
  if (rule.every === 'week') {
    const days = inWords(rule.days.map((day) => `${weekdayNames[day].toLowerCase()}s`));
    return rule.interval > 1 ? `alle ${rule.interval} Wochen ${days}` : days;
  }
  const words = frequencyOf(rule);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** A break as the audit log names one. */
export const breakNamed = (days: NamedDays): string => `Pause „${days.name}“ (${daysToText(days)})`;

/** The log entry when a club has chosen its state, or none. */
export const stateChosen = (state: State | null): string =>
  state ? `Bundesland eingetragen: ${STATE_NAMES[state]}` : 'Bundesland ausgetragen';

/** The effect of a new break on the dates of series. */
function consequenceOf({ deleted, kept }: { deleted: number; kept: number }): string | undefined {
  const [stay, them] = kept === 1 ? ['bleibt', 'ihn'] : ['bleiben', 'sie'];
  return (
    [
      deleted > 0 && `${counted(deleted, 'Termin fällt', 'Termine fallen')} aus.`,
      kept > 0 &&
        `${datesInWords(kept)} ${stay}, weil jemand geantwortet oder ${them} geändert hat.`,
    ]
      .filter(Boolean)
      .join(' ') || undefined
  );
}

/** Notifications; 'own' marks a wording that the specification does not give. */
export const messages = {
  eventRepeated: ({ name, count }: { name: string; count: number }) => ({
    title: datesMade(name, count),
  }), // own
  repetitionChanged: ({ name, counts }: { name: string; counts: Counts }) => ({
    title: `Serie ${name} geändert.`,
    message: countsInWords(counts) || undefined,
  }), // own
  repetitionChangeFailed: {
    title: 'Serie',
    message: 'Fehler beim Ändern der Serie.',
  }, // own
  repeatFailed: { title: 'Serie', message: 'Fehler beim Anlegen der Serie.' }, // own
  repetitionLoadFailed: { title: 'Serie', message: 'Fehler beim Laden der Serie.' }, // own
  optedOut: ({ name }: { name: string }) => ({
    title: 'Wir fragen Sie nicht mehr.',
    message: name,
  }), // own
  optOutFailed: { title: NOT_MINE, message: 'Fehler beim Abbestellen der Fragen.' }, // own
  optOutWithdrawn: ({ name }: { name: string }) => ({
    title: 'Wir fragen Sie wieder.',
    message: name,
  }), // own
  optOutWithdrawFailed: { title: ASK_AGAIN, message: 'Fehler beim Bestellen der Fragen.' }, // own
  breakCreated: (days: NamedDays & { deleted: number; kept: number }) => ({
    title: `${days.name} eingetragen.`,
    message: consequenceOf(days),
  }), // own
  breakCreateFailed: { title: BREAKS, message: 'Fehler beim Eintragen der Pause.' }, // own
  breakDeleted: ({ name }: { name: string }) => ({
    title: `${name} gelöscht.`,
    message: 'Was ausgefallen wäre, findet wieder statt.',
  }), // own
  breakDeleteFailed: { title: BREAKS, message: 'Fehler beim Löschen der Pause.' }, // own
  stateChosen: ({ state, ...days }: { state: State | null; deleted: number; kept: number }) => ({
    title: state ? `Ihr Verein ist ${inState(state)}.` : 'Ihr Verein ist in keinem Bundesland.',
    message: consequenceOf(days),
  }), // own
  stateChooseFailed: { title: BREAKS, message: 'Fehler beim Speichern des Bundeslands.' }, // own
  breaksLoadFailed: { title: BREAKS, message: 'Fehler beim Laden der Ferien und Pausen.' }, // own
} as const;
