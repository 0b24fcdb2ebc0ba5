import { dayInWords } from '~/dates';

/** German texts about polls that are used in more than one place, and their notifications. */

/** A poll as the audit log names one. */
export const named = ({ name }: { name: string }): string => `Umfrage „${name}“`;

/** The event of a poll, below the poll's name. */
export const eventInWords = ({
  name,
  date,
  cancelled,
}: {
  name: string;
  date: string;
  cancelled: boolean;
}): string => `${name}, ${dayInWords(date)}${cancelled ? ', fällt aus' : ''}`;

export const CREATE_POLL = 'Umfrage erstellen';
export const CHANGE_POLL = 'Umfrage ändern';
export const REMOVE_ANSWER = 'Antwort entfernen';

/** For users without a member record, where others answer (F5, as E7). */
export const NO_MEMBER =
  'Ihr Benutzerkonto ist mit keinem Mitglied verknüpft. Bitten Sie die Administration Ihres Vereins um eine ' +
  'Einladung zu Ihrem Mitglied.';

/** Shown before answering: calls show the answers to every member, as does the result. */
export const ABOUT_ANSWERS =
  'Eine Antwort ist möglich. Alle im Verein sehen, wer was wählt. Zurücknehmen geht nur zehn Sekunden lang.';

/** Marks a poll in the list. */
export const ANSWER_AWAITED = 'Ihre Antwort fehlt';

export const POLL_ENDED = 'Die Umfrage ist beendet.';
export const NO_MORE_ANSWERS = 'Sie nimmt keine Antworten mehr an.';

/** @param names of options that were to be changed or deleted */
export const optionsAreAnswered = (names: readonly string[]): string =>
  `Schon beantwortet und deshalb nicht mehr zu ändern: ${names.map(quoted).join(', ')}.`;

type Named = { name: string };

const poll = ({ name }: Named) => `Umfrage ${quoted(name)}`;

/** Notifications (B6); 'own' marks a wording that the specification does not give. */
export const messages = {
  /** @param hint a possible mistake */
  pollCreated: (created: Named, hint?: string) => ({
    title: `${poll(created)} erstellt.`,
    message: hint,
  }), // own
  pollCreateFailed: { title: 'Umfrage', message: 'Umfrage erstellen ist fehlgeschlagen.' }, // own
  pollSaved: (saved: Named, hint?: string) => ({
    title: `${poll(saved)} gespeichert.`,
    message: hint,
  }), // own
  pollSaveFailed: { title: 'Umfrage', message: 'Fehler beim Speichern der Umfrage.' }, // own
  pollDeleted: (deleted: Named) => ({ title: `${poll(deleted)} gelöscht.` }), // own
  pollDeleteFailed: { title: 'Umfrage', message: 'Löschen der Umfrage fehlgeschlagen.' },
  pollClosed: (closed: Named) => ({ title: `${poll(closed)} beendet.` }), // own
  pollCloseFailed: { title: 'Umfrage', message: 'Schliessen der Umfrage fehlgeschlagen.' },
  pollOpened: (opened: Named) => ({ title: `${poll(opened)} wieder geöffnet.` }), // own
  pollOpenFailed: { title: 'Umfrage', message: 'Öffnen der Umfrage fehlgeschlagen.' }, // own
  pollsLoadFailed: { title: 'Umfragen', message: 'Fehler beim Laden der Umfragen.' }, // own
  pollLoadFailed: { title: 'Umfrage', message: 'Fehler beim Laden der Umfrage.' }, // own
  answerSaved: ({ name, option }: Named & { option: string }) => ({
    title: `Antwort eingetragen: ${quoted(option)}.`,
    message: name,
  }), // own
  answerUndone: ({ name }: Named) => ({ title: 'Antwort zurückgenommen.', message: name }), // own
  answerUndoFailed: { title: 'Umfrage', message: 'Fehler beim Zurücknehmen der Antwort.' }, // own
  answerFailed: { title: 'Umfrage', message: 'Fehler beim Eintragen der Antwort.' }, // own
  answerRemoved: ({ name }: Named) => ({ title: 'Antwort entfernt.', message: name }), // own
  answerRestored: ({ name }: Named) => ({ title: 'Antwort wiederhergestellt.', message: name }), // own
  answerRestoreFailed: { title: 'Umfrage', message: 'Fehler beim Wiederherstellen der Antwort.' }, // own
  answerRemoveFailed: { title: 'Umfrage', message: 'Fehler beim entfernen der Antwort.' },
} as const;

/** A name within a sentence; a notification is no place for all of a long one. */
export function quoted(name: string): string {
  return `„${name.length > 60 ? `${name.slice(0, 59).trimEnd()}…` : name}“`;
}
