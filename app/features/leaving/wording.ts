import { dateToText } from '~/dates';
import type { Person } from '~/kernel/actor';
import { counted } from '~/numbers';

/** German texts about leaving a club or the installation, and their notifications. */

export const WITHDRAW = 'Künftige Zusagen zurückziehen';
/** What ticking WITHDRAW does. @param events that have not begun */
export const withdrawHint = (events: number): string =>
  `Betrifft ${counted(events, 'Veranstaltung', 'Veranstaltungen')}, Wartelisten eingeschlossen. ` +
  'Frei werdende Plätze bekommt, wer wartet.';
/** 'künftige Zusagen zurückgezogen: 3', for a member who leaves; '' for none. */
export const promisesWithdrawn = (count: number): string =>
  count > 0 ? `, künftige Zusagen zurückgezogen: ${count}` : '';

export const NOT_BEFORE_JOINING = 'Das ist vor dem Eintritt.';
export const TOO_FAR_AHEAD = 'Das ist zu weit in der Zukunft.';
export const LAST_ADMIN_STAYS =
  'Jeder Verein braucht jemanden mit der Berechtigung Administration. Erteilen Sie diese zuerst jemandem, der bleibt.';

type Leaving = Person & { leftOn: string | null; hasLeft: boolean; comesBack: boolean };

/** Notifications (B6); 'own' marks a wording that the specification does not give. */
export const messages = {
  organizationLeft: ({ name }: { name: string }) => ({ title: `Sie haben ${name} verlassen.` }), // own
  organizationLeaveFailed: {
    title: 'Organisation',
    message: 'Fehler beim Verlassen des Vereins.',
  }, // own
  accountDeleted: { title: 'Ihr Konto wurde gelöscht.' }, // own
  accountDeleteFailed: { title: 'Konto', message: 'Fehler beim Löschen des Kontos.' }, // own
  userRemoved: ({ firstName, lastName }: Person) => ({
    title: `${firstName} ${lastName} entfernt.`,
  }), // own
  userRemoveFailed: {
    title: 'Organisation',
    message: 'Fehler beim entfernen des Benutzers aus der Organisation.',
  },
  leavingSaved: ({ firstName, lastName, leftOn, hasLeft, comesBack }: Leaving) => ({
    title:
      leftOn === null
        ? `${firstName} ${lastName} ${comesBack ? 'ist wieder aufgenommen' : 'bleibt im Verein'}.`
        : hasLeft
          ? `${firstName} ${lastName} ist ausgetreten.`
          : `${firstName} ${lastName} tritt zum ${dateToText(leftOn)} aus.`,
  }), // own
  leavingFailed: { title: 'Austritt', message: 'Der Austritt wurde nicht gespeichert.' }, // own
} as const;
