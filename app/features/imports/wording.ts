import { MOST_GROUPS } from '~/features/organizations/fields';
import { counted, inFull } from '~/numbers';

export const IMPORT_MEMBERS = 'Mitglieder importieren';
export const UNDO_IMPORT = 'Import rückgängig machen';

const title = 'Import';

/** All notifications of this feature. */
export const messages = {
  tableNotRead: { title, message: 'Fehler beim Lesen der Tabelle.' },
  importLoadFailed: { title, message: 'Fehler beim Laden des Imports.' },
  importFailed: { title, message: 'Fehler beim Importieren.' },
  columnsNotSaved: { title, message: 'Fehler beim Zuordnen der Spalten.' },
  checked: { title, message: 'Gemerkt und noch einmal geprüft.' },
  undoFailed: { title, message: 'Fehler beim Rückgängigmachen des Imports.' },
  undoStarted: { title: 'Der Import wird rückgängig gemacht.' },
} as const;

/** Characters of a cell that can be corrected in the preview. */
export const MENDED = 200;

export const TOO_LARGE = 'Die Datei ist zu groß: höchstens 5 MB.';
export const NOT_NOW = 'Dieser Import ist schon weiter.';
export const OTHER_MEANWHILE =
  'Seit diesem Abgleich ist eine andere Tabelle dazugekommen. Bitte gehen Sie noch einmal auf „Spalten“, sobald sie fertig ist: Sonst stünde jemand doppelt in der Liste.';
export const ONLY_FAULTY =
  'Einzutragen ist sonst nichts. Berichtigen Sie die fehlerhaften Zeilen, hier oder in der Tabelle.';
/** Of a table that has others, too. */
export const faultyLeftOut = (faulty: number): string =>
  faulty === 1
    ? 'Die fehlerhafte Zeile wird ausgelassen.'
    : `Die ${inFull(faulty)} fehlerhaften Zeilen werden ausgelassen.`;
export const MEND_HERE = 'Oder Sie berichtigen sie hier.';
export const rowsCounted = (count: number): string => counted(count, 'Zeile', 'Zeilen');

/** What the button does. @param sure how many rows need nobody's decision */
export function toBeBroughtIn(sure: number, unclear: number): string {
  const [those, are] = unclear === 1 ? ['die unklare', 'wird'] : ['die unklaren', 'werden'];
  if (sure === 0) return `Nur ${those} ${are} eingetragen, je nach Ihrer Wahl.`;
  const rows = `${rowsCounted(sure)} ${sure === 1 ? 'wird' : 'werden'} eingetragen`;
  return unclear > 0 ? `${rows}, ${those} je nach Ihrer Wahl.` : `${rows}.`;
}
export const NOT_STARTED = 'Noch nicht importiert. Bitte sehen Sie sich vorher an:';
export const NOTHING_TO_DO = 'In dieser Tabelle ist nichts, was noch nicht eingetragen ist.';

export const TOO_MANY_NAMED = `Mit den Gruppen dieser Tabelle wären es mehr als die ${MOST_GROUPS}, die ein Verein haben kann. Ist die richtige Spalte gewählt?`;

export const verdictTexts = {
  unclear: 'Unklar',
  faulty: 'Fehlerhaft',
  changed: 'Geändert',
  new: 'Neu',
  same: 'Unverändert',
} as const;

export type Verdict = keyof typeof verdictTexts;
export type Counts = Readonly<Record<Verdict, number>>;

export const stillToInvite = (count: number, lastAt: string): string =>
  `${counted(count, 'Einladung ist', 'Einladungen sind')} noch unterwegs, ${count === 1 ? 'sie' : 'die letzte'} geht etwa am ${lastAt} hinaus.`;

/** Once the person who imported them may no longer invite. */
export const notInvited = (count: number): string =>
  `${counted(count, 'Mitglied ist', 'Mitglieder sind')} nicht eingeladen. Das geht auch von Hand, unter „Mitglieder einladen“.`;

/** What to do about faulty and unclear rows once the others are in. */
export function notBroughtIn(leftOut: number): string {
  const rows =
    leftOut === 1
      ? 'Eine Zeile ist nicht eingetragen und steht'
      : `${inFull(leftOut)} Zeilen sind nicht eingetragen und stehen`;
  return `${rows} hier zuerst. Berichtigen Sie die Tabelle und lesen Sie sie noch einmal ein: Niemand wird doppelt eingetragen.`;
}

/** '214 neu, 31 geändert, 5 unklar, 2 fehlerhaft' */
export function countsInWords(counts: Counts): string {
  const order = ['new', 'changed', 'unclear', 'faulty', 'same'] as const;
  const found = order.filter((verdict) => counts[verdict] > 0);
  return (
    found
      .map((verdict) => `${inFull(counts[verdict])} ${verdictTexts[verdict].toLowerCase()}`)
      .join(', ') || 'keine Zeilen'
  );
}
