import type { Topic, Way } from '~/features/outbox/schema';
import type { Ending, NewsAnswer, RemindAnswer, Rhythm } from './schema';

/** Each topic's name, and what it includes. */
export const topicTexts: Readonly<
  Record<Topic, { readonly label: string; readonly hint: string }>
> = {
  event_new: {
    label: 'Neue Veranstaltungen',
    hint: 'Wenn Ihr Verein etwas Neues anbietet.',
  },
  event_changed: {
    label: 'Änderungen an Veranstaltungen',
    hint: 'Wenn sich Tag, Zeit oder Ort einer Veranstaltung ändern, zu der Sie geantwortet haben.',
  },
  event_cancelled: {
    label: 'Was ausfällt',
    hint: 'Wenn etwas, bei dem Sie dabei sind, ausfällt oder doch stattfindet.',
  },
  answer_missing: {
    label: 'Erinnerung an fehlende Antworten',
    hint: 'Zwei Tage vorher, wenn Sie noch nicht geantwortet haben.',
  },
  event_soon: {
    label: 'Erinnerung am Tag davor',
    hint: 'Wenn Sie zu etwas zugesagt haben, das einmal stattfindet.',
  },
  series_soon: {
    label: 'Erinnerung am Tag davor, bei Serien',
    hint: 'Auch vor jedem Training und vor allem anderen, das sich wiederholt.',
  },
  place_free: {
    label: 'Freie Plätze, auf die ich warte',
    hint: 'Wenn bei einer Veranstaltung wieder Plätze frei sind.',
  },
  poll_new: {
    label: 'Neue Umfragen',
    hint: 'Wenn Ihr Verein etwas von Ihnen wissen möchte.',
  },
  poll_missing: {
    label: 'Erinnerung an Umfragen',
    hint: 'Bevor eine Umfrage endet, an der Sie noch nicht teilgenommen haben.',
  },
  message: {
    label: 'Rundmails aus dem Verein',
    hint: 'Was Ihnen die Leute schreiben, die etwas organisieren.',
  },
  contact_changed: {
    label: 'Geänderte Kontaktdaten',
    hint: 'Für alle, die sich um Mitglieder kümmern: wer die eigenen Kontaktdaten geändert hat.',
  },
};

/** The answers to the questions about mails (Y6). */
export const remindTexts: Readonly<Record<RemindAnswer, string>> = { always: 'Ja', never: 'Nein' };
export const newsTexts: Readonly<Record<NewsAnswer, string>> = {
  mail: 'Sofort',
  daily: 'Einmal am Tag, um 18 Uhr',
  weekly: 'Sonntags, um 18 Uhr',
  off: 'Nie',
};

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
export const ended = ({
  changed,
  way,
}: {
  changed: readonly Topic[];
  way: Ending;
}): string | null =>
  changed.length === 0
    ? null
    : `E-Mails zu ${topicsInWords(changed)} ${DONE[way]} (über den Link in einer E-Mail)`;

/** The same for a group's news (U9). */
export const endedOfGroup = ({ name, way }: { name: string; way: Ending }): string =>
  `Neues der Gruppe „${name}“ ${DONE[way]} (über den Link in einer E-Mail)`;
