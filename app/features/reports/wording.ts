/** German texts of reports: true for this program, as it stores and deletes (S1). */

export const REPORT = 'Auskunft';

/** The subject of the report, as the heading. */
export const reportAbout = (name: string): string => `Auskunft über ${name}`;

/** Legal bases (article 6 GDPR) that data of clubs usually have. */
export const BASES = {
  account: 'Art. 6 Abs. 1 b DSGVO: damit Sie das Benutzerkonto verwenden können.',
  membership: 'Art. 6 Abs. 1 b DSGVO: Mitgliedschaft im Verein.',
  interest: 'Art. 6 Abs. 1 f DSGVO: berechtigtes Interesse',
} as const;

/** Who gets the data (article 15 (1) c and (2)). */
export const RECEIVERS: readonly string[] = [
  'Im Verein: Alle mit Zugang sehen Namen, Kennung und Beschreibung der Mitglieder und wie oft jemand dabei war. Wer Veranstaltungen bearbeitet, sieht Antworten mit ihren Notizen; wer Mitglieder bearbeitet oder den Verein verwaltet, kann diese Auskunft erstellen. Wer den Verein verwaltet, liest auch das Protokoll.',
  'Der Betreiber dieser Installation, der im Impressum steht, und wen er mit Server und Datensicherung beauftragt hat.',
  'Der Mailserver des Betreibers und der Ihres Postfachs, für die E-Mails an Sie.',
  'Der Dienst, in dem Sie selbst einen Kalender abonnieren.',
  'Niemand sonst. Das Programm gibt von sich aus nichts an Dritte und nichts in andere Länder weiter; wo Server und Mailserver stehen, sagt Ihnen der Betreiber.',
];

/** The person's rights (article 15 (1) e, f, h). */
export const RIGHTS: readonly string[] = [
  'Berichtigung: Was nicht stimmt, ändern Sie in „Mein Konto“ selbst, oder Ihr Verein tut es für Sie (Art. 16 DSGVO).',
  'Löschung: Ihr Konto löschen Sie selbst; um den Eintrag als Mitglied bitten Sie Ihren Verein (Art. 17 DSGVO).',
  'Einschränkung: Sie können verlangen, dass Daten vorerst nur noch aufbewahrt werden (Art. 18 DSGVO).',
  'Übertragbarkeit: Diese Auskunft gibt es auch als Datei, die andere Programme lesen können (Art. 20 DSGVO).',
  'Widerspruch: Sie können dem widersprechen, was auf einem berechtigten Interesse beruht (Art. 21 DSGVO).',
  'Beschwerde: Sie können sich an die Datenschutz-Aufsichtsbehörde wenden, zum Beispiel an die Ihres Bundeslands (Art. 77 DSGVO).',
];

/** Article 15 (1) h. */
export const NO_PROFILES =
  'Entscheidungen, die nur ein Computer trifft, und Profile gibt es nicht. Warteliste und Erinnerungen folgen festen Regeln, die für alle gleich sind.';

export const BACKUPS =
  'Gelöschtes kann noch in Datensicherungen des Betreibers stehen, bis auch diese gelöscht sind.';

/** Who is responsible for the data (article 13 (1) a). */
export const controllerOf = (club: string | null): string =>
  club === null
    ? 'Für Ihr Benutzerkonto ist der Betreiber dieser Installation verantwortlich, der im Impressum steht. Für das, was ein Verein über seine Mitglieder einträgt, ist es dieser Verein.'
    : `Verantwortlich ist ${club}. Die Software betreibt, wer im Impressum steht.`;

export const NOT_THE_ACCOUNT =
  'Nicht enthalten ist Ihr Benutzerkonto mit Sitzungen, Geräten und anderen Vereinen, denn das sieht der Verein nicht. Auskunft darüber finden Sie selbst unter „Mein Konto“.';

export const CLUBS_LOG =
  'Was andere in einem Verein mit Ihrem Eintrag als Mitglied getan haben, steht in dessen Protokoll. Diese Auskunft gibt Ihnen der Verein.';

export const NOTHING = 'Nichts gespeichert.';

export const SOMEBODY_ELSE = 'eine andere Person';

/** Below what was cut. @param most the entries that are there */
export const onlyNewest = (most: number): string =>
  `Es gibt noch mehr. Hier stehen die neuesten ${most.toLocaleString('de')}.`;

export const NAMESAKE_IN_LOG =
  'Ein anderes Mitglied heißt genauso. Einträge, die nur diesen Namen nennen, fehlen hier, weil sie die andere Person meinen könnten.';

/** Notifications (B6). */
export const messages = {
  reportFailed: { title: REPORT, message: 'Fehler beim Erstellen der Auskunft.' }, // own
  reportLoadFailed: { title: REPORT, message: 'Fehler beim Laden der Auskunft.' }, // own
} as const;
