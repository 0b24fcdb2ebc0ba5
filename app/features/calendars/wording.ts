import type { FeedScope } from './schema';

/** What a feed is about, in the list and in its form. */
export const scopeTexts: Readonly<Record<FeedScope, { label: string; hint: string }>> = {
  mine: {
    label: 'Meine Termine',
    hint: 'Wo Sie dabei sind, und was für Sie noch offen ist.',
  },
  all: {
    label: 'Alle Termine',
    hint: 'Alle Veranstaltungen, auch solche, die Sie abgesagt haben.',
  },
};

export const ALL_ORGANIZATIONS = 'Alle Vereine';

export const TOO_MANY_FEEDS =
  'Sie haben schon zehn Kalender-Abos. Löschen Sie eines, das Sie nicht mehr brauchen.';

/** How soon changes arrive (M8). */
export const DELAY_HINT =
  'Google Kalender zeigt Änderungen erst nach 8 bis 24 Stunden; bei kurzfristigen schreiben wir Ihnen eine E-Mail.';

/** Notifications (B6); none has a wording in the specification. */
export const messages = {
  feedCreateFailed: {
    title: 'Kalender-Abo',
    message: 'Fehler beim Erstellen des Kalender-Abos.',
  }, // own
  feedDeleted: ({ label }: { label: string }) => ({
    title: 'Kalender-Abo gelöscht.',
    message: label,
  }), // own
  feedDeleteFailed: { title: 'Kalender-Abo', message: 'Fehler beim Löschen des Kalender-Abos.' }, // own
} as const;

/** What calendars say about an event; they only show a title and some text. */
export const calendarTexts = {
  /** Before the name of an event. */
  prefix: { cancelled: 'Fällt aus: ', open: '? ', waiting: 'Warteliste: ' },
  /** What the user has answered. */
  standing: {
    yes: 'Sie sind dabei.',
    waiting: 'Sie stehen auf der Warteliste.',
    open: 'Sie haben noch nicht geantwortet.',
    no: 'Sie haben abgesagt.',
  },
  cancelled: 'Die Veranstaltung fällt aus.',
  reason: (reason: string) => `Grund: ${reason}`,
} as const;

/** The name of a calendar. @param club null for several */
export function calendarName(club: string | null, scope: FeedScope): string {
  if (club === null) return scope === 'mine' ? 'Meine Vereinstermine' : 'Alle Vereinstermine';
  return scope === 'mine' ? `${club}: meine Termine` : club;
}
