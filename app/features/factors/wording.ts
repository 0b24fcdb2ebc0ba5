import { dateToText } from '~/dates';
import { counted } from '~/numbers';

/** The second factor, in familiar words. */
export const FACTOR = 'Einloggen mit Handy-Code';
export const CODE_OF_APP = 'Code aus der App';
export const RECOVERY_CODES = 'Wiederherstellungscodes';

export const CODE_MISSING = 'Bitte den Code eingeben, den die App anzeigt.';
/** For every rejected code, from the app or for recovery. */
export const WRONG_CODE =
  'Dieser Code stimmt nicht oder wurde schon benutzt. Bitte nehmen Sie den nächsten. ' +
  'Hilft das nicht, geht vielleicht die Uhr des Handys falsch.';

/** With this few left, the screen suggests new ones. */
export const FEW_CODES = 3;

export const codesLeftText = (left: number): string =>
  left === 0
    ? 'keine Wiederherstellungscodes mehr'
    : `noch ${counted(left, 'Wiederherstellungscode', 'Wiederherstellungscodes')}`;

/** The state of a user's second factor, in a line. */
export function factorText(factor: { since: string; codesLeft: number } | null): string {
  if (!factor) return 'Aus';
  return `Eingerichtet am ${dateToText(factor.since)}, ${codesLeftText(factor.codesLeft)}`;
}

/** Notifications (B6); none has a wording in the specification. */
export const messages = {
  factorStartFailed: { title: FACTOR, message: 'Fehler beim Einrichten des Handy-Codes.' }, // own
  factorDiscarded: { title: FACTOR, message: 'Das Einrichten wurde abgebrochen.' }, // own
  factorDiscardFailed: { title: FACTOR, message: 'Fehler beim Abbrechen.' }, // own
  factorConfirmFailed: { title: FACTOR, message: 'Fehler beim Einschalten des Handy-Codes.' }, // own
  factorRemoved: {
    title: FACTOR,
    message: 'Abgeschaltet. Auf anderen Geräten sind Sie jetzt ausgeloggt.',
  }, // own
  factorRemoveFailed: { title: FACTOR, message: 'Fehler beim Abschalten des Handy-Codes.' }, // own
  recoveryCodesFailed: { title: RECOVERY_CODES, message: 'Fehler beim Erzeugen der Codes.' }, // own
} as const;

/** The operator has replaced the secret without keeping the former one (OLD_SESSION_SECRET). */
export const NOT_TO_BE_OPENED =
  'Codes aus der App lassen sich im Moment nicht prüfen. Bitte nehmen Sie einen Wiederherstellungscode, oder wenden Sie sich an den Betreiber.';
