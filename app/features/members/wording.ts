import type { Person } from '~/kernel/actor';

/** German texts about members that are used in more than one place, and their notifications. */

/** A member as the audit log names one. */
export const named = ({ firstName, lastName }: Person): string =>
  `Mitglied „${firstName} ${lastName}“`;

export const CREATE_MEMBER = 'Mitglied erstellen';

export const OTHERWISE_LINKED =
  'Dieses Mitglied ist inzwischen mit jemand anderem verknüpft, oder mit niemandem mehr.';

export const IS_HELD = 'Für diesen Eintrag ist ein Grund vermerkt, ihn aufzubewahren.';

const NAMESAKE =
  'So heißt schon ein anderes Mitglied. Eine Kennung hilft, die beiden zu unterscheiden.';

const SAME_IDENTIFIER =
  'Diese Kennung hat schon ein anderes Mitglied. Sind es dieselben, lassen sich die Einträge zusammenführen.';

/** More members than this are not counted on a screen. */
export const MAX_COUNTED = 10_000;

/** Instead of a letter, for names that begin with none. */
export const NO_LETTER = '#';

/** Why an archived group takes nobody, no event and no message (U11). */
export const archived = (name: string) =>
  `Die Gruppe „${name}“ ist archiviert. Wer sie bearbeitet, kann das wieder ausschalten.`;
export const HAS_LEFT =
  'Dieses Mitglied ist ausgetreten. Erst wenn der Austritt zurückgenommen ist, kann es in eine Gruppe.';

/** After '… angelegt', as the audit log names the groups that a member is now in, or no longer. */
export const changedGroups = ({ joins, leaves }: Record<'joins' | 'leaves', readonly Named[]>) =>
  [
    ...joins.map((group) => `, in ${inGroup(group)}`),
    ...leaves.map((group) => `, nicht mehr in ${inGroup(group)}`),
  ].join('');
type Named = { readonly name: string };
const inGroup = ({ name }: Named) => `Gruppe „${name}“`;

export const memberCount = (count: number): string =>
  count === 1 ? '1 Mitglied' : `${count.toLocaleString('de')} Mitglieder`;

export const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`;

/** Notifications (B6); 'own' marks a wording that the specification does not give. */
export const messages = {
  memberCreated: ({
    hasNamesake,
    sharesIdentifier,
    ...member
  }: Person & { hasNamesake?: boolean; sharesIdentifier?: boolean }) => ({
    title: `${nameOf(member)} eingetragen.`,
    message: sharesIdentifier ? SAME_IDENTIFIER : hasNamesake ? NAMESAKE : undefined,
  }), // own
  memberCreateFailed: { title: 'Mitglied', message: 'Mitglied erstellen ist fehlgeschlagen.' }, // own
  memberSaved: ({ sharesIdentifier, ...member }: Person & { sharesIdentifier?: boolean }) => ({
    title: `${nameOf(member)} gespeichert.`,
    message: sharesIdentifier ? SAME_IDENTIFIER : undefined,
  }), // own
  memberSaveFailed: { title: 'Mitglied', message: 'Fehler beim Speichern des Mitglieds.' }, // own
  memberDeleted: (member: Person) => ({ title: `${nameOf(member)} gelöscht.` }), // own
  memberDeleteFailed: { title: 'Mitglied', message: 'Fehler beim Löschen des Mitglieds.' }, // own
  visibilitySaved: { title: 'Sichtbarkeit gespeichert.' }, // own
  visibilitySaveFailed: { title: 'Mitglieder', message: 'Fehler beim Speichern der Sichtbarkeit.' }, // own
  contactSaved: ({ club }: { club: string }) => ({
    title: 'Kontaktdaten gespeichert.',
    message: `So erreicht Sie ${club}.`,
  }), // own
  contactSaveFailed: {
    title: 'Kontaktdaten',
    message: 'Fehler beim Speichern der Kontaktdaten.',
  }, // own
  membersLoadFailed: { title: 'Mitglieder', message: 'Fehler beim Laden der Mitglieder.' }, // own
  memberLoadFailed: { title: 'Mitglied', message: 'Fehler beim Laden des Mitglieds.' }, // own
} as const;
