/** Answers of the log-in, known to the screen and the operation. */
export const WRONG_CREDENTIALS = 'E-Mail oder Passwort falsch.';
export const UNCONFIRMED = 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.';

export const REGISTRATION_STEPS = ['Benutzerkonto erstellen', 'E-Mail bestätigen'];

/**
 * The hint at a new password: what is required, and what is good; it refuses nothing. @param
 * minimum characters
 */
export function passwordHint(minimum: number): string {
  const advice =
    'Gut sind 15 Zeichen oder mehr, etwa vier zufällige Wörter, die Sie nirgends sonst benutzen.';
  return minimum > 1 ? `Mindestens ${minimum} Zeichen. ${advice}` : advice;
}
