/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  registrationFailed: { title: 'Registrierung', message: 'Fehler beim registrieren.' },
  confirmationCodeUnknown: {
    title: 'Validierung fehlgeschlagen',
    message: 'Validierungscode wurde nicht gefunden.',
  },
  confirmationFailed: { title: 'Registrierung', message: 'Fehler beim Senden der Bestätigung.' }, // own
  confirmationSent: {
    title: 'E-Mail',
    message: 'Falls noch eine Bestätigung aussteht, wurde sie verschickt.',
  }, // own
  loginFailed: { title: 'Einloggen', message: 'Einloggen fehlgeschlagen.' }, // own
  loggedOut: { title: 'Sie sind ausgeloggt.', message: 'Bis bald!' }, // own
  logoutFailed: { title: 'Abmeldung', message: 'Abmelden fehlgeschlagen.' },
  passwordResetRequestFailed: { title: 'Passwort', message: 'Fehler beim Versenden der E-Mail.' }, // own
  passwordResetFailed: {
    title: 'Passwort',
    message: 'Fehler beim zurücksetzen des Passworts. Code falsch oder abgelaufen.',
  },
  accountSaved: { title: 'Konto', message: 'Änderungen gespeichert.' }, // own
  accountSaveFailed: { title: 'Konto', message: 'Fehler beim Speichern der Änderungen.' }, // own
  emailChangeRequested: {
    title: 'Konto',
    message: 'Eine E-Mail zur Bestätigung wurde verschickt.',
  }, // own
  addressTriedAgain: ({ email }: { email: string }) => ({
    title: 'E-Mail',
    message: `Ab jetzt schreiben wir wieder an ${email}.`,
  }), // own
  addressTryFailed: { title: 'E-Mail', message: 'Fehler beim erneuten Versuchen.' }, // own
  passwordChanged: {
    title: 'Konto',
    message: 'Passwort geändert. Auf anderen Geräten sind Sie jetzt ausgeloggt.',
  }, // own
  sessionEnded: { title: 'Konto', message: 'Gerät ausgeloggt.' }, // own
  otherSessionsEnded: { title: 'Konto', message: 'Auf allen anderen Geräten ausgeloggt.' }, // own
  sessionEndFailed: { title: 'Konto', message: 'Fehler beim Ausloggen des Geräts.' }, // own
  identityUnconfirmed: { title: 'Bestätigung', message: 'Das hat leider nicht geklappt.' }, // own
} as const;

/** The screen stays when a file is downloaded. */
export const DOWNLOAD_BEGINS =
  'Danach beginnt der Download. Diese Seite bleibt dabei offen: Mit „Zurück“ geht es weiter.';

/** Of a form that was to go on after a log-in or a confirmation. */
export const INPUT_LOST =
  'Ihre Eingaben waren zu lang, um sie aufzuheben. Vielleicht finden Sie sie noch mit „Zurück“ in Ihrem Browser.';

export const INVALID_EMAIL = 'Ungültige E-Mail';
export const PASSWORD_MISSING = 'Passwort eingeben';
export const PASSWORD_OR_CODE_MISSING = 'Bitte das Passwort oder einen Code eingeben.';
export const WRONG_PASSWORD = 'Das Passwort ist falsch.';
export const FIRST_NAME_MISSING = 'Bitte den Vornamen eingeben.';
export const LAST_NAME_MISSING = 'Bitte den Nachnamen eingeben.';

export const WRONG_CREDENTIALS = 'E-Mail oder Passwort falsch.';
export const CODE_MISSING = 'Bitte den Code eingeben.';
export const LOGIN_TOO_OLD =
  'Das hat zu lange gedauert, oder Ihre Zugangsdaten haben sich geändert. Bitte loggen Sie sich noch einmal ein.';
export const UNCONFIRMED = 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.';

/** Only shown behind the link of an invitation mail, to readers of that mailbox. */
export const HAS_ACCOUNT = 'Zu dieser E-Mail-Adresse gibt es schon ein Benutzerkonto.';

export const REGISTRATION_STEPS = ['Benutzerkonto erstellen', 'E-Mail bestätigen'];

/** For a new password that others would guess first (T1). */
export const TOO_WELL_KNOWN = 'Dieses Passwort ist zu bekannt.';
/** For one on the operator's list of stolen passwords (ASVS V6.2.12). */
export const STOLEN =
  'Dieses Passwort wurde anderswo schon einmal gestohlen. Bitte nehmen Sie ein anderes.';

/**
 * Well-known passwords are refused where PASSWORD_MIN_LENGTH is this or more (T1). Below it the
 * specification's rule applies: anything but an empty one.
 */
export const KNOWN_PASSWORDS_FROM = 8;

/** The hint of a new password: what is required and what is advised. @param minimum characters */
export function passwordHint(minimum: number): string {
  return [
    minimum > 1 && `Mindestens ${minimum} Zeichen.`,
    minimum >= KNOWN_PASSWORDS_FROM &&
      'Bitte keines, auf das andere gleich kommen: kein häufiges Passwort, nicht nur Ihr Name oder der Ihres Vereins.',
    'Gut sind 15 Zeichen oder mehr, etwa vier zufällige Wörter, nirgends sonst benutzt.',
  ]
    .filter(Boolean)
    .join(' ');
}

/** To the owner of an address that mail servers refuse (N13). */
export const unreachable = (email: string): string => `E-Mails an ${email} kommen nicht an.`;
