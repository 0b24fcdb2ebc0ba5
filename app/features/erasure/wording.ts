import { counted } from '~/numbers';

/** German texts about erasing records and how long they are kept, and their notifications. */

export const ERASE = 'Daten endgültig löschen';
export const KEPT_FOR = 'Aufbewahrung';

/** Stands for a name that was erased. */
export const pseudonymOf = (uuid: string): string => `Mitglied ${uuid.slice(0, 8)}`;

export const erasedAudit = (uuid: string): string => `${pseudonymOf(uuid)} endgültig gelöscht`;

export const monthsInWords = (months: number): string => counted(months, 'Monat', 'Monate');

export const retentionAudit = (months: number | null): string =>
  months === null
    ? 'Einträge von Ehemaligen bleiben unbefristet'
    : `Einträge von Ehemaligen werden ${monthsInWords(months)} nach dem Austritt gelöscht`;

export const HAS_ACCESS =
  'Dieses Mitglied hat Zugang zum Verein. Nennen Sie den Benutzer, dessen Zugang mit endet.';

/** Notifications (B6). */
export const messages = {
  memberErased: { title: 'Die Daten sind gelöscht.' }, // own
  memberEraseFailed: { title: 'Mitglied', message: 'Die Daten wurden nicht gelöscht.' }, // own
  holdSaved: ({ reason }: { reason: string }) => ({
    title: reason === '' ? 'Der Grund ist entfernt.' : 'Der Eintrag bleibt aufbewahrt.',
  }), // own
  holdFailed: { title: 'Aufbewahrung', message: 'Der Grund wurde nicht gespeichert.' }, // own
  retentionSaved: ({ months }: { months: number | null }) => ({
    title:
      months === null
        ? 'Einträge bleiben unbefristet.'
        : `Frist gespeichert: ${monthsInWords(months)}.`,
  }), // own
  retentionFailed: { title: 'Aufbewahrung', message: 'Die Frist wurde nicht gespeichert.' }, // own
} as const;
