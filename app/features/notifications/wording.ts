import type { Topic, Way } from '~/features/outbox/schema';
import type { Ending, NewsAnswer, RemindAnswer, Rhythm } from './schema';

/** Each topic's name, and what that leaves open. */
export const topicTexts: Readonly<Record<Topic, { label: string; hint: string }>> = {
  event_new: { label: 'Neue Veranstaltungen', hint: '' },
  event_changed: { label: 'Änderungen an Veranstaltungen', hint: 'Wenn Sie geantwortet haben.' },
  event_cancelled: { label: 'Was ausfällt', hint: 'Auch, wenn es doch stattfindet.' },
  answer_missing: { label: 'Erinnerung an fehlende Antworten', hint: 'Zwei Tage vorher.' },
  event_soon: { label: 'Erinnerung am Tag davor', hint: 'Wenn Sie zugesagt haben.' },
  series_soon: { label: 'Erinnerung am Tag davor, bei Serien', hint: 'Auch vor jedem Training.' },
  place_free: { label: 'Freie Plätze, auf die ich warte', hint: '' },
  poll_new: { label: 'Neue Umfragen', hint: '' },
  poll_missing: { label: 'Erinnerung an Umfragen', hint: 'Bevor sie enden.' },
  message: { label: 'Rundmails aus dem Verein', hint: '' },
  contact_changed: {
    label: 'Geänderte Kontaktdaten',
    hint: 'Wenn Mitglieder ihre eigenen ändern.',
  },
};

/** The answers to the questions about mails (Y6). */
export const remindTexts: Readonly<Record<RemindAnswer, string>> = { always: 'Ja', never: 'Nein' };
/** The choices for each topic, as column heads. */
export const wayTexts: Readonly<Record<Way, string>> = {
  mail: 'Sofort',
  digest: 'Gesammelt',
  off: 'Nie',
};

export const rhythmTexts: Readonly<Record<Rhythm, string>> = {
  daily: 'täglich um 18 Uhr',
  weekly: 'sonntags um 18 Uhr',
};

export const newsTexts: Readonly<Record<NewsAnswer, string>> = {
  mail: wayTexts.mail,
  daily: `${wayTexts.digest}, ${rhythmTexts.daily}`,
  weekly: `${wayTexts.digest}, ${rhythmTexts.weekly}`,
  off: wayTexts.off,
};

/** Notifications (B6); none has a wording in the specification. */
export const messages = {
  notificationsSaved: ({ name }: { name: string }) => ({
    title: 'Benachrichtigungen gespeichert.',
    message: name,
  }), // own
  notificationsReset: ({ name }: { name: string }) => ({
    title: 'Es gelten wieder die Vorgaben des Vereins.',
    message: name,
  }), // own
  notificationsSaveFailed: {
    title: 'Benachrichtigungen',
    message: 'Fehler beim Speichern der Benachrichtigungen.',
  }, // own
  notificationsLoadFailed: {
    title: 'Benachrichtigungen',
    message: 'Fehler beim Laden der Benachrichtigungen.',
  }, // own
  notificationDefaultsSaved: { title: 'Vorgaben gespeichert.' }, // own
  notificationDefaultsSaveFailed: {
    title: 'Benachrichtigungen',
    message: 'Fehler beim Speichern der Vorgaben.',
  }, // own
} as const;

const DONE: Readonly<Record<Ending, string>> = {
  off: 'abbestellt',
  digest: 'nur noch gesammelt bestellt',
  undo: 'wieder bestellt',
};

/** The names of topics in quotation marks, joined. */
export const topicsInWords = (topics: readonly Topic[]): string =>
  topics.map((topic) => `„${topicTexts[topic].label}“`).join(', ');

/** The log's entry; null if nothing changed. */
export const ended = ({ changed, way }: { changed: readonly Topic[]; way: Ending }) =>
  changed.length === 0
    ? null
    : `E-Mails zu ${topicsInWords(changed)} ${DONE[way]} (über den Link in einer E-Mail)`;

/** The log's entry about a group's news (U9). */
export const endedOfGroup = ({ name, way }: { name: string; way: Ending }): string =>
  `Neues der Gruppe „${name}“ ${DONE[way]} (über den Link in einer E-Mail)`;
