import { dateToText } from '~/dates';
import type { Permission, Person } from '~/kernel/actor';

/** 'Anna Bach, Jörg Jung und 3 weitere'. @param count of them all, of whom some are named */
export function namesOf(people: readonly Person[], count: number): string {
  const names = people.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const more = count - names.length;
  if (more > 0) return `${names.join(', ')} und ${more} weitere`;
  return names.join(', ').replace(/, (?=[^,]*$)/, ' und ');
}

/** Notifications (B6). Those marked 'own' have no wording in the specification. */
export const messages = {
  permissionSaved: ({ firstName, lastName }: Person) => ({
    title: 'Berechtigungen gespeichert.',
    message: `${firstName} ${lastName}`,
  }), // own
  permissionResigned: { title: 'Sie verwalten diesen Verein nicht mehr.' }, // own
  permissionSaveFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim speichern der Berechtigungen.',
  },
  permissionLoadFailed: {
    title: 'Berechtigungen',
    message: 'Fehler beim Laden der Berechtigungen.',
  }, // own
  factorDemanded: ({ date }: { date: string }) => ({
    title: 'Handy-Code eingeschaltet.',
    message: `Wer den Verein verwaltet, braucht ihn ab dem ${dateToText(date)}.`,
  }), // own
  factorWaived: { title: 'Handy-Code aufgehoben.' }, // own
  factorRuleSaveFailed: {
    title: 'Handy-Code',
    message: 'Fehler beim Speichern der Einstellung.',
  }, // own
} as const;

/** What each allows, in one line. */
export const permissionHints: Readonly<Record<Permission, string>> = {
  ORGANIZATION_ADMIN: 'Verwaltet den Verein, Berechtigungen und Einladungen.',
  EDIT_EVENTS: 'Legt Veranstaltungen und Umfragen an und sieht, wer teilnimmt.',
  EDIT_MEMBERS: 'Trägt Mitglieder ein, ändert und löscht sie.',
};

/** A user as the audit log names one. */
export const userNamed = ({ firstName, lastName }: Person) => `Benutzer „${firstName} ${lastName}“`;
