import type { Permission } from '~/kernel/actor';

/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  permissionSaved: { title: 'Berechtigungen', message: 'Berechtigungen gespeichert.' }, // own
  permissionSaveFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim speichern der Berechtigungen.',
  },
  permissionLoadFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim laden der Berechtigungen.',
  }, // own
  userRemoved: { title: 'Organisation', message: 'Benutzer aus der Organisation entfernt.' }, // own
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

/** A user as the audit log names one. */
export const userNamed = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `Benutzer „${firstName} ${lastName}“`;
