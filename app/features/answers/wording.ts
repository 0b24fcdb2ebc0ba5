import { dateToText } from '~/dates';
import { nameOf } from '~/features/members/wording';

/** German texts about answers that are said in more than one place, and their notifications. */

// Why an answer cannot be given: the screen says it before, the operation after the attempt.
export const EVENT_CANCELLED = 'Diese Veranstaltung ist abgesagt.';
export const EVENT_BEGUN = 'Die Veranstaltung hat schon begonnen.';
export const NO_WAITING_LIST = 'Diese Veranstaltung hat keine Warteliste.';
export const PLACE_CAME_FREE = 'Inzwischen ist ein Platz frei. Bitte melden Sie sich einfach an.';
export const JUST_CHANGED =
  'Diese Antwort hat sich gerade geändert. Bitte versuchen Sie es noch einmal.';
export const NO_FREE_PLACE = 'Es ist kein Platz frei.';
export const NOT_WAITING = 'Dieses Mitglied steht nicht mehr auf der Warteliste.';
export const MOVED_UP_MEANWHILE = 'Sie sind inzwischen nachgerückt und haben einen Platz.';

const ASK_THE_LEADERS = 'Bitte wenden Sie sich an die Leitung.';

/** @param until 'Freitag, 12. März 2027, 18:00 Uhr' */
export const signUpWasUntil = (until: string) =>
  `Die Anmeldung war bis ${until} möglich. ${ASK_THE_LEADERS}`;
export const signOffWasUntil = (until: string) =>
  `Die Abmeldung war bis ${until} möglich. ${ASK_THE_LEADERS}`;

/** There is room, but not for all that one wants to bring along. */
export const onlyFree = (places: number) =>
  places === 1 ? 'Es ist nur noch 1 Platz frei.' : `Es sind nur noch ${places} Plätze frei.`;

/** At the field, for more people than one may bring along. */
export function tooMany(companions: number): string {
  if (companions === 0) return 'Zu dieser Veranstaltung kommt jeder für sich.';
  return companions === 1
    ? 'Sie können höchstens 1 Person mitbringen.'
    : `Sie können höchstens ${companions} Personen mitbringen.`;
}

/** The labels of the fields. */
export const labels = { places: 'Begleitpersonen', note: 'Anmerkung' } as const;
export const NOTE_SUMMARY = 'Anmerkung (nur für die Leitung)';
export const REASON_SUMMARY = 'Grund (nur für die Leitung)';

/** How many one brings along. */
export const companionsCounted = (others: number): string =>
  others === 0 ? 'keine' : others === 1 ? '1 Person' : `${others} Personen`;

type Person = { firstName: string; lastName: string };
type Dated = { name: string; date: string };

/** Notifications (J5, K5, K6, K8). */
export const messages = {
  joined: (event: Dated) => ({
    title: `Auf der Warteliste: ${event.name}`,
    message: dateToText(event.date),
  }),
  declined: (event: Dated) => ({
    title: `Abgesagt: ${event.name}`,
    message: dateToText(event.date),
  }),
  declineFailed: { title: 'Veranstaltung', message: 'Fehler beim Absagen der Veranstaltung.' },
  leftWaitingList: (event: Dated) => ({
    title: `Nicht mehr auf der Warteliste: ${event.name}`,
    message: dateToText(event.date),
  }),
  movedUp: (member: Person) => ({ title: `${nameOf(member)} hat jetzt einen Platz.` }),
  removedFromWaitingList: (member: Person) => ({
    title: `${nameOf(member)} steht nicht mehr auf der Warteliste.`,
  }),
  waitingListFailed: { title: 'Warteliste', message: 'Fehler beim ändern der Warteliste.' },
  answersLoadFailed: { title: 'Antworten', message: 'Fehler beim laden der Antworten.' },
} as const;
