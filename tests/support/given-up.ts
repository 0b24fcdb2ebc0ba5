/** What the specification quotes keeps its words. */
const QUOTED = [
  // The requirement names it (B4).
  'Organisation erstellen',
  'Meine Organisation',
  'Keine Organisationen verfügbar.',
  'Sie sind bereits Mitglieder dieser Organisation.',
  'Eigene Berechtigung zur Administration der Organisation wirklich entfernen?',
  'Fehler beim entfernen des Benutzers aus der Organisation.',
  'Error: Organisation',
  'Fehler beim laden der Daten.',
  'Fehler beim registrieren.',
  'Fehler beim zurücksetzen des Passworts.',
  'Fehler beim speichern der Veranstaltung.',
  'Fehler beim löschen der Veranstaltung.',
  'Fehler beim speichern der Berechtigungen.',
  'Fehler beim entfernen der Antwort.',
];

const GIVEN_UP = [
  /Organisation(en)?\b(?!:)/,
  /Kommen Sie\?/,
  /Zur Anmeldung/,
  /[Mm]elden Sie sich (bitte )?(wieder |noch einmal |damit )?an\b/,
  /Offenen? erinnern/,
  /Antwort offen/,
  /(Veranstaltung|Termine?) (ist |sind )?abgesagt/,
  /Veranstaltung absagen/,
  /Fehler beim (?!erneuten)[a-zäöü]+en\b/,
  /Serien (ausblenden|anzeigen)/,
  /[Zz]weite[nr]? Faktor/,
  /Wiederholung/,
  /Nachrichten? (aus dem Verein|lesen|in)\b/,
  /einem Benutzer verknüpft/,
];

const readable = (text: string) =>
  QUOTED.reduce((left, quoted) => left.replaceAll(quoted, ''), text.replaceAll('\u00ad', ''));

/** The words of this text that were given up, with what is around them. */
export const givenUpIn = (text: string) =>
  GIVEN_UP.flatMap((words) => {
    const found = new RegExp(`.{0,30}${words.source}.{0,20}`, 's').exec(readable(text));
    return found ? [found[0]] : [];
  });
