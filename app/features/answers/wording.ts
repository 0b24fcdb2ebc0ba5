import { dayInWords } from '~/dates';
import type { Answer } from '~/features/events/rules/answering';
import { yesWords } from '~/features/events/wording';
import { MAX_COUNTED, nameOf } from '~/features/members/wording';
import type { Reach } from '~/features/outbox/queries.server';
import type { Person } from '~/kernel/actor';
import { counted, inFull } from '~/numbers';

/** German texts about answers that are used in more than one place, and their notifications. */

// Why an answer is not possible: the screen says it before, the operation after the attempt.
export const EVENT_BEGUN = 'Die Veranstaltung hat schon begonnen.';

/** @param member null for the user's own */
export const afterLeaving = (member: Parameters<typeof nameOf>[0] | null) =>
  member
    ? `Die Veranstaltung ist nach dem Austritt von ${nameOf(member)}.`
    : 'Die Veranstaltung ist nach Ihrem Austritt.';
/** Before a move up that would be refused. */
export const allTaken = (max: number): string =>
  max === 1
    ? 'Der einzige Platz ist belegt: Das geht erst, wenn er frei wird oder das Maximum steigt.'
    : `Alle ${inFull(max)} Plätze sind belegt: Das geht erst, wenn einer frei wird oder das Maximum steigt.`;

/** @param what 'Anmeldung' @param until 'Freitag, 12. März 2027, 18:00 Uhr' */
export const wasUntil = (what: string, until: string) =>
  `Die ${what} war bis ${until} möglich. Bitte wenden Sie sich an die Leitung.`;

/** There is room, but not for all companions. */
export const onlyFree = (places: number) =>
  `Es ${places === 1 ? 'ist' : 'sind'} nur noch ${counted(places, 'Platz', 'Plätze')} frei.`;

/** At the field, for more companions than allowed. */
export const tooMany = (companions: number): string =>
  companions === 0
    ? 'Zu dieser Veranstaltung kommt jeder für sich.'
    : `Sie können höchstens ${people(companions)} mitbringen.`;

/** Beside answers that one leader has entered for others. */
export const BY_ONESELF = 'selbst geantwortet';

export const REMIND_ALL = 'Alle ohne Antwort erinnern';
/** @param reach null for more than are counted */
export function remindAll(reach: OpenReach | null): string {
  if (reach === null) return REMIND_ALL;
  const { reached, unreached, own } = reach;
  const open = reached + unreached + (own ? 1 : 0);
  const whom = `${reached < open ? `${inFull(reached)} von` : 'Alle'} ${inFull(open)}`;
  return `${open === 1 ? 'Ein Mitglied' : whom} erinnern`;
}

export const REMINDED_TODAY = 'Heute ist schon erinnert worden. Das geht nur einmal am Tag.';

/**
 * Whom a reminder reaches, of all who have not answered: not those without a user with a confirmed
 * address that takes mails, nor who want none of these (N2, N13). It does not say which of these
 * applies: that is private.
 */
export interface OpenReach extends Reach {
  /** Whether the reminding user is one of them, who gets no mail. */
  readonly own: boolean;
}

/** Whom a reminder reaches, and whom not (N6): the numbers add up. */
export function remindersReach({ reached, unreached, own }: OpenReach): string {
  if (reached + unreached === 0) return own ? ONLY_YOURS : 'Alle haben geantwortet.';
  const can = reached === 1 ? 'es direkt antworten kann' : 'sie direkt antworten können';
  const want = unreached === 1 ? 'will' : 'wollen';
  return [
    reached === 0
      ? 'Niemand bekommt eine E-Mail.'
      : `${counted(reached, 'Mitglied bekommt', 'Mitglieder bekommen')} eine E-Mail, aus der ${can}.`,
    unreached > 0 &&
      `${counted(unreached, 'ist', 'sind')} per E-Mail nicht erreichbar oder ${want} keine Erinnerungen.`,
    own && ALSO_YOURS,
  ]
    .filter(Boolean)
    .join(' ');
}

const ALSO_YOURS = 'Auch Ihre eigene Antwort fehlt noch.';
const ONLY_YOURS = 'Nur Ihre eigene Antwort fehlt noch.';

type Found = OpenReach & { readonly remindedToday: boolean };

/** Why nobody can be reminded today, instead of the button; null if somebody can. */
export function whyNotRemind(
  { remindedToday, own, ...others }: Found,
  { inShort = false } = {},
): string | null {
  if (others.reached > 0) return remindedToday ? REMINDED_TODAY : null;
  if (others.unreached === 0) return ONLY_YOURS;
  if (inShort) return 'Eine Erinnerung erreicht niemanden.';
  const toAsk = `${remindersReach({ ...others, own: false })} Bitte fragen Sie persönlich.`;
  return own ? `${toAsk} ${ALSO_YOURS}` : toAsk;
}

const people = (count: number) => counted(count, 'Person', 'Personen');

/** @param count null for more than are counted */
export const upTo = (count: number | null) =>
  count === null ? `über ${inFull(MAX_COUNTED)}` : inFull(count);

type Count = number | null;

/** '11 ja · 3 nein · 8 offen'; the last is left out where it is too late for an answer. */
export function countsInWords({ yes, no, open }: { yes: Count; no: Count; open?: Count }): string {
  const answered = `${upTo(yes)} ja · ${upTo(no)} nein`;
  return open === undefined ? answered : `${answered} · ${upTo(open)} offen`;
}

/** What a waiting member can expect (K6). */
export const turnOf = (position: number, waiting: number): string =>
  `Warteliste: Platz ${position} von ${waiting}`;

/** Where a member who joins the waiting list would be. @param name of another member */
export const nextInLine = (name: string | null, position: number): string =>
  `${name ? `${name} wäre` : 'Sie wären'} auf Platz ${position} der Warteliste.`;

export const JOIN_WAITING_LIST = 'Auf die Warteliste';
export const LEAVE_WAITING_LIST = 'Von der Warteliste nehmen';
export const TAKE_PLACE = 'Platz nehmen';

export const labels = { places: 'Begleitpersonen', note: 'Anmerkung' } as const;
export const NOTE_SUMMARY = 'Anmerkung (nur für die Leitung)';
export const REASON_SUMMARY = 'Grund (nur für die Leitung)';

export const companionsCounted = (others: number): string =>
  others === 0 ? 'keine' : people(others);

type Dated = { name: string; date: string };
type Answered = {
  event: Dated & { asksAnswer: boolean };
  ownAnswer: Answer | null;
  former?: { own: { answer: Answer } | null };
  other: Person | null;
};

function saidOf({ event, ownAnswer, former, other }: Answered): string {
  if (ownAnswer === 'waiting') return 'Auf der Warteliste';
  // As the button for it says (Y2).
  const signsOff = former?.own?.answer === 'yes' && !event.asksAnswer && !other;
  if (ownAnswer === 'no') return signsOff ? 'Abgemeldet' : 'Abgesagt';
  return yesWords(event.asksAnswer).given;
}

/** @param quiet when its mails leave, if not at once: '8:00' */
type Reminded = { name: string; reminded: number; quiet: string | null };

type About = Pick<Answered, 'other'> & { readonly event: Dated };

/** What was done; begins with whom it was done for, unless that is oneself. */
function saying(said: string, { other, event }: About) {
  const { name, date } = event;
  return other
    ? { title: `${nameOf(other)}: ${said}`, message: `${name}, ${dayInWords(date)}` }
    : { title: `${said}: ${name}`, message: dayInWords(date) };
}

/** Notifications (J5, K5, K6, K8); 'own' as for events. */
export const messages = {
  answered: (answered: Answered) => saying(saidOf(answered), answered), // own
  eventRegisterFailed: {
    title: 'Veranstaltung',
    message: 'Fehler beim Anmelden zur Veranstaltung.',
  },
  eventUnregistered: (event: Dated) => saying('Abgemeldet', { other: null, event }), // own
  eventUnregisterFailed: {
    title: 'Veranstaltung',
    message: 'Fehler beim Abmelden der Veranstaltung.',
  },
  declineFailed: { title: 'Veranstaltung', message: 'Fehler beim Absagen der Veranstaltung.' }, // own
  answerTakenBack: (answered: About) => saying('Antwort zurückgenommen', answered), // own
  leftWaitingList: ({ event }: { event: Dated }) =>
    saying('Nicht mehr auf der Warteliste', { other: null, event }), // own
  movedUp: ({ member, event }: { member: Person; event: Dated }) => ({
    title: `${nameOf(member)} ist dabei.`,
    message: `${event.name}, ${dayInWords(event.date)}`,
  }), // own
  removedFromWaitingList: ({ member, event }: { member: Person; event: Dated }) => ({
    title: `${nameOf(member)} steht nicht mehr auf der Warteliste.`,
    message: `${event.name}, ${dayInWords(event.date)}`,
  }), // own
  reminded: ({ name, reminded, quiet }: Reminded) => ({
    title:
      reminded === 0
        ? 'Es gab niemanden zu erinnern.'
        : quiet
          ? `Die Erinnerung an ${people(reminded)} geht ab ${quiet} Uhr hinaus.`
          : `${people(reminded)} erinnert.`,
    message: name,
  }), // own
  remindFailed: { title: 'Erinnerung', message: 'Fehler beim Erinnern.' }, // own
  answersLoadFailed: { title: 'Wer kommt?', message: 'Fehler beim Laden der Antworten.' }, // own
  waitingListFailed: { title: 'Warteliste', message: 'Fehler beim Ändern der Warteliste.' }, // own
} as const;
