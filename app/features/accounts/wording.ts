/** Answers of the log-in, known to the screen and the operation. */
export const WRONG_CREDENTIALS = 'E-Mail oder Passwort falsch.';
export const UNCONFIRMED = 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.';

export const REGISTRATION_STEPS = ['Benutzerkonto erstellen', 'E-Mail bestätigen'];
