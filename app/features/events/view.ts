import { dateToText } from '~/dates';
import { summerAfter } from '~/features/series/rule';
import type { Person } from '~/kernel/actor';
import { mapped } from '~/kernel/columns';
import type { WallTime } from '~/kernel/time-fields';
import { type Deadline, type EventFields, eventDetails, labels } from './fields';
import type { ClubEvent } from './queries.server';
import {
  always,
  both,
  choicesToTell,
  declinersInWords,
  type InScopes,
  inScopes,
  NO_ANSWER_YET,
  noneReached,
  type Reaches,
  reachesNone,
  reachInWords,
  type ScopedSentence,
  TELL_THEM,
  yesInWords,
  yesWords,
} from './wording';

/** The view model of an event: pure, so that every case can be tested. */

type EventSize = Pick<ClubEvent, 'eventType' | 'maxParticipants' | 'registeredParticipants'>;

/** A member on a screen of one event. */
interface Attendee extends Person {
  readonly uuid: string;
  /**
   * The likeliest to have come first: 0 said yes, 1 waits for a place, 2 is asked and has not answered,
   * 3 said no, 4 is none of these.
   */
  readonly section: number;
}

interface Section<Member> {
  readonly title?: string;
  /** Said where nobody has signed up. */
  readonly none?: string;
  /** Members who are not awaited. */
  readonly besides?: true;
  readonly members: readonly Member[];
}

/** How many members without an answer the sheet of participants lists for an event of the whole club. */
export const SILENT_NAMED = 60;

/**
 * The members of an event under their headings. An event where all may just come needs none.
 * @param isPart true for a search or a page, which does not show everybody
 */
export function sectionsOf<Member extends Attendee>(
  event: EventSize & Pick<ClubEvent, 'asksAnswer' | 'takesAnswers' | 'groups'>,
  members: readonly Member[],
  isPart: boolean,
): Section<Member>[] {
  const { asksAnswer, takesAnswers, groups } = event;
  const { registeredParticipants: taken, maxParticipants: max } = event;
  const limited = event.eventType === 'LIMITED_EVENT';
  if (!takesAnswers && taken === 0 && groups.length === 0) return [{ members }];
  const of = (section: number) => members.filter((member) => member.section === section);
  const counted = (title: string, section: number) => ({
    title: isPart ? title : `${title} (${of(section).length})`,
    members: of(section),
  });
  // Of places, companions have some.
  const signedUp = {
    none: 'Noch niemand.',
    ...(limited
      ? { title: `Angemeldet (${taken} von ${max})`, members: of(0) }
      : counted(yesWords(asksAnswer).given, 0)),
  };
  const ofGroups = groups.length === 1 ? 'Aus der Gruppe' : 'Aus den Gruppen';
  const others = [
    counted('Warteliste', 1),
    counted(takesAnswers ? NO_ANSWER_YET : ofGroups, 2),
    counted('Abgesagt', 3),
    { title: 'Weitere Mitglieder', besides: true as const, members: of(4) },
  ].filter((each) => each.members.length > 0);
  const startsAbove = isPart ? signedUp.members.length > 0 : takesAnswers || taken > 0;
  return startsAbove ? [signedUp, ...others] : others;
}

/**
 * How many took part, in words; before the day, what a tick means.
 * @param hasBegun from the event's day on
 */
export function presenceOf(present: number, { hasBegun }: { hasBegun: boolean }) {
  if (hasBegun && present === 0) return 'Noch niemand eingetragen.';
  if (hasBegun) return present === 1 ? '1 war dabei.' : `${present} waren dabei.`;
  const later =
    'Ein Häkchen zählt als Teilnahme, nicht als Zusage. Meist tragen Sie das erst ab diesem Tag ein.';
  return present === 0 ? later : `${later} Schon eingetragen: ${present}.`;
}

/** A hint for a day that is over. @param today 'YYYY-MM-DD' */
export function pastHint({ date }: { date: string }, today: string): string | undefined {
  return date < today ? `Das Datum liegt in der Vergangenheit: ${dateToText(date)}.` : undefined;
}

/** @param before left out if nothing changed */
type ChangedSize = EventSize & Parameters<typeof yesInWords>[0] & { readonly before?: EventSize };

/** What another type or maximum means for registered members, if it is not what they signed up for. */
export function consequenceOf({ before, ...event }: ChangedSize): string | undefined {
  const { eventType, maxParticipants: max, registeredParticipants: taken, companions } = event;
  const isOther = before && (before.eventType !== eventType || before.maxParticipants !== max);
  if (!isOther || taken === 0) return undefined;
  if (eventType === 'OPEN_EVENT') {
    if (event.asksAnswer) return undefined;
    const remain = taken === 1 && companions === 0 ? 'bleibt' : 'bleiben';
    return `${yesInWords(event)} ${remain} bestehen, neue sind nicht mehr nötig.`;
  }
  if (taken <= max) return undefined;
  return taken === 1
    ? '1 Angemeldeter ist mehr als das neue Maximum. Der Platz bleibt bestehen.'
    : `${taken} ${companions > 0 ? 'vergebene Plätze' : 'Angemeldete'} sind mehr als das neue Maximum. Alle behalten ihren Platz.`;
}

type Shown = Omit<EventFields, Deadline>;

/** A deadline in the two fields that ask for it. */
export interface DayAndTime {
  readonly day: string;
  readonly time: string;
}

/** The fields of the form as it shows them. */
export type FormValues = Record<Exclude<keyof Shown, 'groups'>, string> &
  Record<Deadline, DayAndTime> & { groups: string[] };

/** The initial values of a new event's fields about its series (Y3). @param state the club's, or a guess */
export function seriesValues(state: string | null, today: string) {
  return {
    repeats: 'never',
    every: 'week',
    days: [] as string[],
    /** 'on' or ''. */
    skipHolidays: 'on',
    skipBreaks: 'on',
    until: summerAfter(today),
    state: state ?? '',
  };
}

export type SeriesValues = ReturnType<typeof seriesValues>;

export const NO_DEADLINES = { signUpUntil: null, signOffUntil: null } as const;

/** @param deadlines on the club's clock */
export function formValues(
  event: Shown,
  deadlines: Readonly<Record<Deadline, WallTime | null>>,
): FormValues {
  return {
    name: event.name,
    date: event.date,
    eventType: event.eventType,
    maxParticipants: String(event.maxParticipants),
    ...mapped(eventDetails, (_detail, name) =>
      name === 'signUpUntil' || name === 'signOffUntil' || name === 'groups'
        ? ''
        : shown(event[name]),
    ),
    groups: event.groups,
    signUpUntil: dayAndTime(deadlines.signUpUntil),
    signOffUntil: dayAndTime(deadlines.signOffUntil),
  };
}

/** A value as the form shows it. */
export function shown(value: string | number | boolean | null): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '');
}

function dayAndTime(deadline: WallTime | null): DayAndTime {
  const [day = '', time = ''] = deadline?.split('T') ?? [];
  return { day, time };
}

/** Whom a form will tell by mail: a choice, or a sentence (U7). */
export interface ToldView {
  readonly says: readonly ScopedSentence[];
  /** Some count on the event, and no choice reaches them. */
  readonly warns: readonly ScopedSentence[];
  readonly choices: ReturnType<typeof choicesToTell>;
  readonly preset: string;
}

/** @param told whom a mail reaches, by answer; for an edit per scope */
export function toldView(
  told: InScopes<Reaches>,
  { over, groups, asksAnswer }: Pick<ClubEvent, 'over' | 'groups' | 'asksAnswer'>,
): ToldView {
  // 'Nobody' is no sensible preset: those who have not answered may still turn up.
  const isNone = reachesNone(told);
  const preset = groups.length > 0 || isNone ? 'yes' : 'no';
  const isAnybodyOpen = Object.values(told).some(({ open }) => open.reached > 0);
  if (!over && isAnybodyOpen) {
    const reaches = Object.values(told);
    const warns = isNone && reaches.some(({ answered }) => answered.unreached > 0);
    return {
      says: [
        ...(isNone && !warns ? noneReached(told, asksAnswer) : []),
        ...(reaches.some((of) => both(of).unreached > 0) ? always(TELL_THEM) : []),
      ],
      warns: warns ? noneReached(told, asksAnswer) : [],
      choices: choicesToTell(told, asksAnswer),
      preset,
    };
  }
  const says = inScopes(told, ({ answered }) => reachInWords(answered, { over }));
  return { says, warns: [], choices: [], preset };
}

/** Whom a change will be told, and who else hears of another day. */
export function toldOfChange(
  told: InScopes<Reaches & { readonly declined: { readonly reached: number } }>,
  event: Parameters<typeof toldView>[1],
): ToldView {
  const view = toldView(told, event);
  const decliners = event.over
    ? []
    : inScopes(told, ({ declined }) => declinersInWords(declined.reached));
  return { ...view, says: [...view.warns, ...view.says, ...decliners] };
}

/** Which fields a date of a series overrides (L5). */
export function differsInWords(fields: readonly string[]): string | undefined {
  const names = namesOf(fields);
  return names && `An diesem Termin anders als in der Serie: ${names}`;
}

export function namesOf(fields: readonly string[]): string {
  return Object.entries(labels)
    .flatMap(([field, label]) => (fields.includes(field) ? [label] : []))
    .join(', ');
}
