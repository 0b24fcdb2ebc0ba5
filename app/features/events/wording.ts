import { dateToText, daysToText } from '~/dates';
import type { Reach } from '~/features/outbox/queries.server';
import { counted, inFull } from '~/numbers';
import type { EventType } from './fields';
import type { Fate, SeriesScope } from './schema';

/** German texts about events that are used in more than one place, and their notifications. */

/** The kinds, with what each means for those who want to come. */
export const eventTypeTexts: Readonly<Record<EventType, { label: string; hint: string }>> = {
  OPEN_EVENT: {
    label: 'Offene Veranstaltung',
    hint: 'Alle können ohne Anmeldung kommen.',
  },
  LIMITED_EVENT: {
    label: 'Begrenzte Teilnehmerzahl',
    hint: 'Mit Anmeldung, solange Plätze frei sind.',
  },
};

/** A group that an event was for. */
export const GONE_GROUP = 'Gelöschte Gruppe';

/** What the legend of colours calls dates for everyone. */
export const NO_GROUP = 'Ohne Gruppe';

export type GroupNames = ReadonlyMap<string, string>;

const NAMED = 2;

/**
 * The groups of an event for little room, without those in its name.
 * @param names null for everyone
 */
export function groupsInShort(names: readonly string[] | null, event: string): string {
  const unsaid = names?.filter((name) => !inWords(event).includes(inWords(name))) ?? [];
  const more = unsaid.length - NAMED;
  return more > 0 ? `${unsaid.slice(0, NAMED).join(', ')} +${more}` : unsaid.join(', ');
}

/** ' training der 1 mannschaft ' */
const inWords = (text: string) =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')} `;

/** Whom an event is for. */
export const forInWords = (groups: readonly string[], names: GroupNames): string =>
  groups.length === 0
    ? 'Alle'
    : groups
        .map((uuid) => names.get(uuid) ?? GONE_GROUP)
        .sort((one, other) => one.localeCompare(other, 'de'))
        .join(', ');

/** The number of registrations, beside the fields that they depend on. */
export const registeredNow = (count: number): string =>
  `Zurzeit ${count === 1 ? 'ist' : 'sind'} ${persons(count)} dabei.`;

const persons = (count: number) => counted(count, 'Person', 'Personen');

/**
 * The words for one yes, for several, for having given one, and for those who gave it: members say yes
 * to an event that asks, and sign up for others (Y2).
 */
export const yesWords = (asksAnswer: boolean) =>
  asksAnswer
    ? { yes: 'Zusage', yeses: 'Zusagen', given: 'Zugesagt', who: 'zugesagt haben' }
    : { yes: 'Anmeldung', yeses: 'Anmeldungen', given: 'Angemeldet', who: 'angemeldet sind' };

/** No answer, of a member who is asked. */
export const NO_ANSWER_YET = 'Noch keine Antwort';

/** An event as the audit log names one; all dates of a series share its name. */
export const named = (event: OneDate): string => `Veranstaltung ${quoted(event)}`;

/** Its name alone, where the sentence shows that it is an event. */
export const quoted = ({ name, date }: OneDate): string =>
  `„${name}“${date ? ` am ${dateToText(date)}` : ''}`;

type OneDate = { name: string; date?: string };

/** What an edit of a repeating event applies to. */
const scopeTexts: Readonly<Record<SeriesScope, string>> = {
  only: 'Nur diesen Termin',
  following: 'Diesen und alle folgenden',
  all: 'Alle künftigen Termine',
};

interface Answered {
  readonly asksAnswer: boolean;
  readonly companions: number;
  readonly registeredParticipants: number;
}

/** Who comes: '7 Zusagen', or 'Zusagen für 9 Personen' where these may bring companions. */
export function yesInWords(event: Answered): string {
  const { asksAnswer, companions, registeredParticipants: count } = event;
  const { yes, yeses } = yesWords(asksAnswer);
  return companions > 0 ? `${yeses} für ${persons(count)}` : counted(count, yes, yeses);
}

/** What is deleted with an event: '7 Zusagen, Anwesenheit und Umfragen'. */
export const lossInWords = (event: Answered): string =>
  `${event.registeredParticipants > 0 ? yesInWords(event) : yesWords(event.asksAnswer).yeses}, Anwesenheit und Umfragen`;

/** Dates of a series that an edit is about. */
interface Width {
  readonly count: number;
  readonly from: string;
  readonly until: string;
  readonly answered: number;
}

type Widths = Readonly<Record<'following' | 'all', Pick<Width, 'count'>>>;

const wider = (scope: keyof Widths, widths: Widths) =>
  `${scopeTexts[scope]} (${widths[scope].count})`;

/** Of the next date, all that follow are all that are to come. */
const differ = ({ following, all }: Widths) => following.count < all.count;

export const scopesOffered = (widths: Widths): InScopes<string> => ({
  only: scopeTexts.only,
  ...(differ(widths) && { following: wider('following', widths) }),
  all: wider('all', widths),
});

/** For another rule, which also makes dates: from the next date on, it makes none before that. */
export const scopesOfRule = (widths: Widths) => ({
  following: wider('following', widths),
  ...(differ(widths) && { all: wider('all', widths) }),
});

/** How many of these dates are deleted, and that those with answers are not at once (L6). */
export function deletionInWords({ count, answered, ...days }: Width) {
  const all = `Das ${count === 1 ? 'ist' : 'sind'} ${datesInWords(count)}: ${daysToText(days)}.`;
  const [have, are] = answered === 1 ? ['Einer hat', 'wird'] : [`${answered} haben`, 'werden'];
  const stay = `${have} schon Antworten und ${are} nicht mitgelöscht: Sie entscheiden, was damit geschieht.`;
  const button = count > answered ? `${datesInWords(count - answered)} löschen` : null;
  return { says: answered > 0 ? `${all} ${stay}` : all, button };
}

/** What happens to dates with answers that a series no longer has. */
export const fateTexts: Readonly<Record<Fate, string>> = {
  keep: 'Behalten: es bleibt alles wie geplant',
  cancel: 'Fallen aus: alle Beteiligten bekommen eine E-Mail',
};

/** Appended to what was done to an event, if more dates of its series were affected. */
export const forDates = (dates: number | undefined): string =>
  dates === undefined ? '' : ` (${datesInWords(dates)} der Serie)`;

export const CANCEL_EVENT = 'Veranstaltung fällt aus';
export const RESTORE_EVENT = 'Doch stattfinden lassen';
export const CREATE_EVENT = 'Veranstaltung erstellen';

// Why registration is not possible: the screen says it before, the operation after the attempt.
export const NO_LINKED_MEMBER =
  'Ihr Benutzerkonto ist mit keinem Mitglied dieses Vereins verknüpft. Bitten Sie eine Administratorin oder ' +
  'einen Administrator Ihres Vereins um eine Einladung und nehmen Sie diese an.';
export const EVENT_OVER = 'Diese Veranstaltung ist vorbei.';
export const EVENT_CANCELLED = 'Diese Veranstaltung fällt aus.';
export const EVENT_FULL = 'Keine freien Plätze mehr.';
export const EVENT_OPEN = 'Die Veranstaltung ist offen für alle; eine Anmeldung ist nicht nötig.';

/** The places of a limited event. */
export interface Places {
  readonly max: number;
  readonly taken: number;
}

export interface Capacity {
  readonly tone: 'green' | 'orange' | 'red';
  readonly text: string;
}

const SCARCE_ABOVE = 0.75;

/** True if registration is no longer possible (E3). */
export function isFull({ max, taken }: Places): boolean {
  return taken >= max;
}

/** How full an event is, in words (E2). */
export function capacityOf(places: Places): Capacity {
  if (isFull(places)) return { tone: 'red', text: EVENT_FULL };
  if (places.taken / places.max > SCARCE_ABOVE)
    return { tone: 'orange', text: 'Nur noch wenige freie Plätze.' };
  return { tone: 'green', text: 'Freie Plätze.' };
}

/** '(3 von 10 belegt)' (E2). */
export function occupancyOf({ max, taken }: Places): string {
  return `(${taken} von ${max} belegt)`;
}

/** '20 Anmeldungen für 40 Personen': if some bring companions. */
export function withCompanions(signedUp: number, people: number, asksAnswer: boolean): string {
  const { yes, yeses } = yesWords(asksAnswer);
  return `${counted(signedUp, yes, yeses)} für ${inFull(people)} Personen`;
}

/** How many will get a mail about a change to an event. */
const toldInWords = (count: number): string =>
  `${counted(count, 'Person bekommt', 'Personen bekommen')} eine E-Mail.`;

/** How many are getting one, said afterwards. */
const underWay = (count: number | undefined): string | undefined =>
  count ? `${counted(count, 'Person erfährt', 'Personen erfahren')} es per E-Mail.` : undefined;

const NOBODY_TOLD = 'Niemand bekommt eine E-Mail.';

/** Whom a mail does not reach; '' for nobody. @param who of whom that counts, as ' mit Zusage' */
function unreachedInWords({ unreached }: Reach, who = ''): string {
  const get = unreached === 1 ? 'bekommt' : 'bekommen';
  return unreached === 0 ? '' : `${persons(unreached)}${who} ${get} keine E-Mail.`;
}

/** Said once above a choice of those whom a mail reaches. */
export const TELL_THEM = 'Wen keine E-Mail erreicht, dem sagen Sie bitte selbst Bescheid.';

/** How many would get a mail, with whom it does not reach. */
export function reachInWords(reach: Reach, { over }: { over: boolean }): string {
  if (over) return `Sie ist vorbei: ${NOBODY_TOLD}`;
  if (reach.reached + reach.unreached === 0)
    return `Bisher hat niemand sonst zugesagt: ${NOBODY_TOLD}`;
  return [
    reach.reached > 0 && toldInWords(reach.reached),
    unreachedInWords(reach),
    reach.unreached > 0 && 'Bitte sagen Sie selbst Bescheid.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whom a mail reaches of those who count on an event, and of those who have not answered. */
export type Reaches = Readonly<Record<'answered' | 'open', Reach>>;

/** A value for each scope; with `only` alone there is no choice. */
export type InScopes<Value> = Readonly<Partial<Record<SeriesScope, Value>> & Record<'only', Value>>;

/** A sentence, and the only choice of 'Gilt für' with which it holds; without one, it always does. */
export interface ScopedSentence {
  readonly scope?: SeriesScope;
  readonly text: string;
}

/** What is said: once if it is the same for all scopes, else for each by name. */
export function inScopes<Value>(
  of: InScopes<Value>,
  says: (value: Value) => string,
): ScopedSentence[] {
  const texts = (Object.keys(scopeTexts) as SeriesScope[]).flatMap((scope) => {
    const value = of[scope];
    return value ? [{ scope, text: says(value) }] : [];
  });
  if (texts.every(({ text }) => text === texts[0]?.text)) return always(texts[0]?.text);
  return texts.flatMap(({ scope, text }) =>
    text ? [{ scope, text: `${scopeTexts[scope]}: ${text}` }] : [],
  );
}

export const always = (text: string | undefined): ScopedSentence[] => (text ? [{ text }] : []);

/** Those who count on an event, and those who have not answered. */
export const both = ({ answered, open }: Reaches): Reach => ({
  reached: answered.reached + open.reached,
  unreached: answered.unreached + open.unreached,
});

/** Whether a mail reaches nobody of those who count on an event. */
export const reachesNone = (told: InScopes<Reaches>) =>
  Object.values(told).every(({ answered }) => answered.reached === 0);

/** Why that is. */
export const noneReached = (told: InScopes<Reaches>, asksAnswer: boolean) =>
  inScopes(
    told,
    ({ answered }) =>
      unreachedInWords(answered, asksAnswer ? ' mit Zusage' : ' mit Anmeldung') ||
      (asksAnswer ? 'Bisher hat niemand sonst zugesagt.' : 'Bisher ist niemand sonst angemeldet.'),
  );

const mails = (count: number) => counted(count, 'E-Mail', 'E-Mails');

/** The choice of whom to tell (U7). */
export function choicesToTell(told: InScopes<Reaches>, asksAnswer: boolean) {
  // A mail to nobody is no choice, but to send none is.
  const tellsNobody = reachesNone(told);
  const together = (of: Reaches) =>
    of.answered.reached > 0 && of.open.reached > 0 && `Zusammen ${mails(both(of).reached)}.`;
  const choice = (
    { value, label }: { value: string; label: string },
    countOf: (of: Reaches) => number,
    hint: (of: Reaches) => string,
  ) => {
    const counts = Object.values(told).map(countOf);
    const isSame = new Set(counts).size === 1;
    return isSame
      ? { value, label: `${label} (${counts[0]})`, hint: inScopes(told, hint) }
      : { value, label, hint: inScopes(told, (of) => `${mails(countOf(of))}. ${hint(of)}`.trim()) };
  };
  return [
    tellsNobody
      ? { value: 'no', label: 'Niemand', hint: [] }
      : choice(
          { value: 'no', label: `Alle, die ${asksAnswer ? 'zugesagt haben' : 'angemeldet sind'}` },
          ({ answered }) => answered.reached,
          ({ answered }) => unreachedInWords(answered),
        ),
    choice(
      { value: 'yes', label: tellsNobody ? 'Alle ohne Antwort' : 'Auch alle ohne Antwort' },
      ({ open }) => open.reached,
      (of) =>
        tellsNobody
          ? unreachedInWords(of.open)
          : [together(of), unreachedInWords(both(of))].filter(Boolean).join(' '),
    ),
  ];
}

/** Who else is told if the day changes (N5). */
export const declinersInWords = (count: number): string =>
  count === 0
    ? ''
    : count === 1
      ? 'Bei einem anderen Tag auch 1 Person, die abgesagt hat.'
      : `Bei einem anderen Tag auch ${count}, die abgesagt haben.`;

/** How many come to an open event that asks, including companions (J3); never wrapped. */
export const comingInWords = (count: number): string => `${count}\u00A0dabei`;

type Named = { name: string };
/** How many are told of a change by mail, if any. */
type Told = { told?: number | undefined };
const inOne = (...sentences: ReadonlyArray<string | undefined>) =>
  sentences.filter(Boolean).join(' ') || undefined;
type Dated = Named & { date: string };
const nameAndDay = ({ name, date }: Dated) => `${name} am ${dateToText(date)}`;

export const datesInWords = (count: number): string => counted(count, 'Termin', 'Termine');

/** '24 Termine von Training angelegt.' */
export const datesMade = (name: string, count: number): string =>
  `${datesInWords(count)} von ${name} angelegt.`;

/** How many dates are, or would be, created: '24 neue Termine'. */
export const newDates = (count: number): string => counted(count, 'neuer Termin', 'neue Termine');

/** How many dates of a series were affected. */
export interface Counts {
  readonly added: number;
  readonly moved: number;
  readonly deleted: number;
  /** With answers: events of their own by now. */
  readonly kept: number;
  readonly cancelled: number;
}

/** '3 neue Termine, 2 verschoben, 1 gelöscht'; '' for nothing. */
export const countsInWords = ({ added, moved, deleted, kept, cancelled }: Counts): string =>
  [
    added > 0 && newDates(added),
    moved > 0 && `${moved} verschoben`,
    deleted > 0 && `${deleted} gelöscht`,
    kept > 0 && `${kept} behalten`,
    cancelled > 0 && `${cancelled} ${cancelled === 1 ? 'fällt' : 'fallen'} aus`,
  ]
    .filter(Boolean)
    .join(', ');

/** Notifications (E8); 'own' marks a wording that the specification does not give. */
export const messages = {
  eventCreated: ({ count = 1, ...event }: Dated & { count?: number }, hint?: string) => {
    if (count > 1) return { title: datesMade(event.name, count), message: hint };
    // Hints name the day themselves.
    return { title: `${hint ? event.name : nameAndDay(event)} erstellt.`, message: hint };
  }, // own
  eventCreateFailed: {
    title: 'Veranstaltung',
    message: 'Veranstaltung erstellen ist fehlgeschlagen.',
  },
  datesSaved: ({ name, dates, told }: Named & { dates: number } & Told) => ({
    title: `${name} gespeichert.`,
    message: inOne(`${datesInWords(dates)} geändert.`, underWay(told)),
  }), // own
  eventSaved: ({ name, told }: Named & Told, hint?: string) => ({
    title: `${name} gespeichert.`,
    message: inOne(hint, underWay(told)),
  }), // own
  eventSaveFailed: { title: 'Veranstaltung', message: 'Fehler beim speichern der Veranstaltung.' },
  eventDeleted: ({ name }: Named) => ({ title: `${name} gelöscht.` }), // own
  datesDeleted: ({ name, counts: { deleted, ...rest } }: Named & { counts: Counts }) => ({
    title: `${deleted > 0 ? datesInWords(deleted) : 'Kein Termin'} von ${name} gelöscht.`,
    message: countsInWords({ ...rest, deleted: 0 }) || undefined,
  }), // own
  eventDeleteFailed: { title: 'Veranstaltung', message: 'Fehler beim löschen der Veranstaltung.' },
  eventsLoadFailed: { title: 'Veranstaltungen', message: 'Fehler beim Laden der Veranstaltungen.' }, // own
  eventLoadFailed: { title: 'Veranstaltung', message: 'Fehler beim Laden der Veranstaltung.' }, // own
  eventCancelled: ({ name, count }: Named & { count: number }) => ({
    title: `${name} fällt aus.`,
    message: underWay(count) ?? NOBODY_TOLD,
  }), // own
  eventCancelFailed: {
    title: 'Veranstaltung',
    message: 'Die Veranstaltung findet noch statt.',
  }, // own
  eventRestored: ({ name, count }: Named & { count: number }) => ({
    title: `${name} findet doch statt.`,
    message: underWay(count) ?? NOBODY_TOLD,
  }), // own
  eventRestoreFailed: {
    title: 'Veranstaltung',
    message: 'Die Veranstaltung fällt noch aus.',
  }, // own
  participantsSaved: (event: Dated) => ({
    title: 'Teilnehmer gespeichert.',
    message: nameAndDay(event),
  }), // own
  participantsSaveFailed: { title: 'Teilnehmer', message: 'Fehler beim Speichern der Teilnehmer.' }, // own
  participantsLoadFailed: { title: 'Teilnehmer', message: 'Fehler beim Laden der Teilnehmer.' }, // own
} as const;
