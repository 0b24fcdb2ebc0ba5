import { MOST_GROUPS } from '~/features/organizations/fields';
import type { Person } from '~/kernel/actor';
import { type Color, MOST_COUNTED } from './fields';

/** German texts about groups, and their notifications. */

export const GROUPS = 'Gruppen';
export const CREATE_GROUP = 'Gruppe anlegen';
export const TOO_MANY_GROUPS = `Ihr Verein hat schon ${MOST_GROUPS} Gruppen. Bitte löschen Sie eine, die Sie nicht mehr brauchen.`;

/** For a sentence, as 'Gruppe „Damen“ angelegt'. */
export const named = ({ name }: { readonly name: string }) => `Gruppe „${name}“`;

export const colorTexts: Readonly<Record<Color, string>> = {
  gray: 'Grau',
  red: 'Rot',
  orange: 'Orange',
  yellow: 'Gelb',
  green: 'Grün',
  teal: 'Türkis',
  blue: 'Blau',
  purple: 'Lila',
};

/** For a pasted name that several members have. */
export function severalNamed(
  name: string,
  members: ReadonlyArray<{ readonly identifier: string }>,
): string {
  const identifiers = members.flatMap(({ identifier }) => identifier || []).join(', ');
  const told = identifiers && ` (Kennungen ${identifiers})`;
  return `${name} heißen ${members.length} Mitglieder${told}: bitte oben ankreuzen.`;
}

/** Their names in one line, which only breaks between them. */
export const leadersOf = ({ leaders }: { readonly leaders: readonly Person[] }) =>
  leaders
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`.replaceAll(' ', '\u00a0'))
    .join(', ');

/** Of a group; more than MOST_COUNTED are not counted. */
export const counted = (count: number) =>
  count > MOST_COUNTED ? `über ${MOST_COUNTED.toLocaleString('de')}` : count.toLocaleString('de');

export const membersCounted = (count: number) =>
  count === 1 ? '1 Mitglied' : `${counted(count)} Mitglieder`;

/** Notifications; the specification knows no groups. */
export const messages = {
  groupCreated: ({ name }: { name: string }) => ({ title: `${name} angelegt.` }), // own
  groupCreateFailed: { title: 'Gruppe', message: 'Gruppe anlegen ist fehlgeschlagen.' }, // own
  groupSaved: ({ name }: { name: string }) => ({ title: `${name} gespeichert.` }), // own
  groupSaveFailed: { title: 'Gruppe', message: 'Fehler beim Speichern der Gruppe.' }, // own
  groupDeleted: ({ name }: { name: string }) => ({ title: `${name} gelöscht.` }), // own
  groupDeleteFailed: { title: 'Gruppe', message: 'Fehler beim Löschen der Gruppe.' }, // own
  groupsLoadFailed: { title: 'Gruppen', message: 'Fehler beim Laden der Gruppen.' }, // own
  groupLoadFailed: { title: 'Gruppe', message: 'Fehler beim Laden der Gruppe.' }, // own
  groupMembersSaved: ({ name, chosen }: { name: string; chosen: number }) => ({
    title: `${name} gespeichert.`,
    message: chosen > 0 ? `Angekreuzt: ${membersCounted(chosen)}.` : undefined,
  }), // own
  membershipSaved: () => ({ title: 'Gruppe gespeichert.' }), // own
  groupMembersFailed: { title: 'Gruppe', message: 'Fehler beim Speichern der Mitglieder.' }, // own
} as const;
