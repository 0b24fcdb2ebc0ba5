import { type Days, daysToText } from '~/dates';
import { counted } from '~/numbers';

/** German texts about absences, and their notifications. */

export const ABSENCE = 'Abwesenheit';

export const TOO_MANY =
  'Sie haben schon 50 Abwesenheiten eingetragen. Bitte nehmen Sie eine zurück, die Sie nicht mehr brauchen.';

/** What an absence did. */
export const declinesToText = (count: number): string =>
  count === 0 ? 'Nichts abzusagen' : counted(count, 'Absage', 'Absagen');

/** For members who are away and signed up. */
export const stillComing = (count: number): string =>
  count === 0
    ? ''
    : `Bei ${counted(count, 'Veranstaltung', 'Veranstaltungen')} sind Sie weiter dabei.`;

type Absence = Days & { readonly declined: number; readonly coming: number };

/** Notifications; 'own' as for events. */
export const messages = {
  absenceCreated: (absence: Absence) => ({
    title: `Abwesend: ${daysToText(absence)}`,
    message: [`${declinesToText(absence.declined)}.`, stillComing(absence.coming)]
      .filter(Boolean)
      .join(' '),
  }), // own
  absenceCreateFailed: { title: ABSENCE, message: 'Fehler beim Eintragen der Abwesenheit.' }, // own
  absenceDeleted: (absence: Days) => ({
    title: 'Abwesenheit zurückgenommen.',
    message: daysToText(absence),
  }), // own
  absenceDeleteFailed: { title: ABSENCE, message: 'Fehler beim Zurücknehmen der Abwesenheit.' }, // own
  absencesLoadFailed: { title: ABSENCE, message: 'Fehler beim Laden der Abwesenheiten.' }, // own
} as const;
