import type { Permission } from '~/kernel/actor';

type Person = { firstName: string; lastName: string };

/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  permissionSaved: ({ firstName, lastName }: Person) => ({
    title: 'Berechtigungen gespeichert.',
    message: `${firstName} ${lastName}`,
  }), // own
  permissionResigned: { title: 'Sie verwalten diese Organisation nicht mehr.' }, // own
  permissionSaveFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim speichern der Berechtigungen.',
  },
  permissionLoadFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim laden der Berechtigungen.',
  }, // own
  userRemoved: ({ firstName, lastName }: Person) => ({
    title: `${firstName} ${lastName} entfernt.`,
  }), // own
  userRemoveFailed: {
    title: 'Organisation',
    message: 'Fehler beim entfernen des Benutzers aus der Organisation.',
  },
} as const;

export const permissionLabels: Readonly<Record<Permission, string>> = {
  ORGANIZATION_ADMIN: 'Administration',
  EDIT_EVENTS: 'Veranstaltungen bearbeiten',
  EDIT_MEMBERS: 'Mitglieder bearbeiten',
};

/** What each allows, in one line. */
export const permissionHints: Readonly<Record<Permission, string>> = {
  ORGANIZATION_ADMIN: 'Verwaltet die Organisation, Berechtigungen und Einladungen.',
  EDIT_EVENTS: 'Legt Veranstaltungen und Umfragen an und sieht, wer teilnimmt.',
  EDIT_MEMBERS: 'Trägt Mitglieder ein, ändert und löscht sie.',
};

/** A user as the audit log names one. */
export const userNamed = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `Benutzer „${firstName} ${lastName}“`;
