import { dateToText } from '~/dates';
import type { EventType } from './schema';
import type { Places } from './wording';

/** The view model of an event: pure, so that every case can be tested. */

interface EventSize {
  readonly eventType: EventType;
  readonly maxParticipants: number;
  readonly registeredParticipants: number;
}

/** A member on a screen of one event. */
interface Attendee {
  readonly uuid: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly customMemberIdentifier: string;
  /** 0 for who is registered, 1 for the others. */
  readonly section: number;
}

interface Section<Member> {
  readonly title?: string;
  readonly none?: string;
  readonly members: readonly Member[];
}

/**
 * The members of an event under their headings: who is registered, then the others. An open event
 * that nobody is registered for has no use for headings.
 * @param isPart true for a search or a page, which lacks whom it does not show
 */
export function sectionsOf<Member extends Attendee>(
  { eventType, registeredParticipants: taken, maxParticipants: max }: EventSize,
  members: readonly Member[],
  isPart: boolean,
): Section<Member>[] {
  const [registered, others] = [0, 1].map((each) =>
    members.filter(({ section }) => section === each),
  );
  const limited = eventType === 'LIMITED_EVENT';
  if (!limited && taken === 0) return [{ members }];
  const sections = [
    {
      title: `Angemeldet (${limited ? `${taken} von ${max}` : taken})`,
      none: 'Noch niemand.',
      members: registered ?? [],
    },
    { title: 'Weitere Mitglieder', none: 'Niemand sonst.', members: others ?? [] },
  ];
  return isPart ? sections.filter(({ members }) => members.length > 0) : sections;
}

/**
 * How many took part, in words, and before the day when to record that.
 * @param hasBegun from the event's day on
 */
export function presenceOf(present: number, { hasBegun }: { hasBegun: boolean }) {
  if (hasBegun && present === 0) return 'Noch niemand eingetragen.';
  if (hasBegun) return present === 1 ? '1 war dabei.' : `${present} waren dabei.`;
  const later = 'Wer dabei war, tragen Sie ab diesem Tag ein.';
  return present === 0 ? later : `${later} Schon eingetragen: ${present}.`;
}

/** A hint for whoever has entered a day that is over. @param today 'YYYY-MM-DD' */
export function pastHint({ date }: { date: string }, today: string): string | undefined {
  return date < today ? `Das Datum liegt in der Vergangenheit: ${dateToText(date)}.` : undefined;
}

/** What a change means for those who are registered, where it is not what they signed up for. */
export function consequenceOf(event: EventSize): string | undefined {
  const { eventType, maxParticipants: max, registeredParticipants: taken } = event;
  if (taken === 0) return undefined;
  if (eventType === 'OPEN_EVENT') {
    const remaining = taken === 1 ? '1 Anmeldung bleibt' : `${taken} Anmeldungen bleiben`;
    return `${remaining} bestehen, neue sind nicht mehr nötig.`;
  }
  if (taken <= max) return undefined;
  return taken === 1
    ? '1 Angemeldeter ist mehr als das neue Maximum. Der Platz bleibt bestehen.'
    : `${taken} Angemeldete sind mehr als das neue Maximum. Alle behalten ihren Platz.`;
}

/** A row of the list: no more than it shows. */
export interface EventRow extends Partial<Places> {
  readonly uuid: string;
  readonly name: string;
  /** '05. März 2030' */
  readonly date: string;
  readonly past: boolean;
  readonly registered: boolean;
  readonly polls: number;
  /** One of the polls waits for an answer. */
  readonly unanswered: boolean;
}

/**
 * The rows as one text: they travel to the browser twice, as markup and as data, and as objects
 * they would be a kilobyte more. Names have neither tabs nor line breaks.
 */
export function packed(rows: readonly EventRow[]): string {
  const lines = rows.map(({ uuid, name, date, max, taken, polls, ...row }) => {
    const flags = [row.past && 'p', row.registered && 'r', row.unanswered && 'u'];
    return [uuid, name, date, flags.filter(Boolean).join(''), max, taken, polls || ''].join('\t');
  });
  return lines.map((line) => line.trimEnd()).join('\n');
}

export function unpacked(text: string): EventRow[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const [uuid = '', name = '', date = '', flags = '', max, taken, polls] = line.split('\t');
    return {
      uuid,
      name,
      date,
      past: flags.includes('p'),
      registered: flags.includes('r'),
      unanswered: flags.includes('u'),
      polls: Number(polls ?? 0),
      ...(max && { max: Number(max), taken: Number(taken) }),
    };
  });
}
