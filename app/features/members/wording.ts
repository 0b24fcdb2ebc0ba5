/** German texts about members that are said in more than one place, and their notifications. */

/** A member as the audit log names one. */
export const named = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `Mitglied „${firstName} ${lastName}“`;

export const CREATE_MEMBER = 'Mitglied erstellen';

type Person = { firstName: string; lastName: string };

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

/** Notifications (B6); 'own' marks a wording that the specification does not give. */
export const messages = {
  memberCreated: (member: Person) => ({ title: `${nameOf(member)} eingetragen.` }), // own
  memberCreateFailed: { title: 'Mitglied', message: 'Mitglied erstellen ist fehlgeschlagen.' }, // own
  memberSaved: (member: Person) => ({ title: `${nameOf(member)} gespeichert.` }), // own
  memberSaveFailed: { title: 'Mitglied', message: 'Fehler beim speichern des Mitglieds.' }, // own
  memberDeleted: (member: Person) => ({ title: `${nameOf(member)} gelöscht.` }), // own
  memberDeleteFailed: { title: 'Mitglied', message: 'Fehler beim löschen des Mitglieds.' }, // own
  membersLoadFailed: { title: 'Mitglieder', message: 'Fehler beim laden der Mitglieder.' }, // own
  memberLoadFailed: { title: 'Mitglied', message: 'Fehler beim laden des Mitglieds.' }, // own
} as const;
