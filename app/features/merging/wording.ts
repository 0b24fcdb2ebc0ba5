import { dateToText } from '~/dates';
import { named, nameOf } from '~/features/members/wording';
import type { Person } from '~/kernel/actor';

/** German texts about merging two records of a person, and their notifications. */

/** What both records had, but only one can keep. */
export interface Dropped {
  /** Labels. */
  readonly fields: readonly string[];
  /** The last day that no longer holds. */
  readonly leavings: readonly string[];
  readonly events: ReadonlyArray<{ readonly name: string; readonly date: string }>;
  readonly polls: readonly string[];
  readonly invitation: boolean;
  /** The user who is no longer linked to a member. */
  readonly user: Person | null;
}

/** More than anybody reads in one sentence. */
const NAMED = 20;

const someOf = (things: readonly string[]) =>
  things.length > NAMED ? [...things.slice(0, NAMED), `${things.length - NAMED} weitere`] : things;

/** The sentence of the log. It names no vote and no note (X6). */
export function mergedAudit(kept: Person, gone: Person, dropped: Dropped): string {
  const lost = [
    ...dropped.fields,
    ...dropped.leavings.map((day) => `Austritt zum ${dateToText(day)}`),
    ...someOf(
      dropped.events.map(({ name, date }) => `Antwort zu „${name}“ am ${dateToText(date)}`),
    ),
    ...someOf(dropped.polls.map((name) => `Antwort in der Umfrage „${name}“`)),
    ...(dropped.invitation ? ['Einladung'] : []),
    ...(dropped.user ? [`Verknüpfung mit Benutzer „${nameOf(dropped.user)}“`] : []),
  ];
  return `${named(kept)} mit ${named(gone)} zusammengeführt${lost.length > 0 ? `, verworfen: ${lost.join(', ')}` : ''}`;
}

export const CHOOSE_USER = 'Beide Einträge haben einen Zugang. Bitte wählen Sie, welcher bleibt.';
export const CHANGED =
  'Inzwischen hat sich ein Eintrag geändert. Bitte sehen Sie beide noch einmal an.';
export const SAME_RECORD = 'Das ist derselbe Eintrag.';

/** Notifications (B6). */
export const messages = {
  membersMerged: (member: Person) => ({ title: `${nameOf(member)} zusammengeführt.` }), // own
  membersMergeFailed: { title: 'Mitglied', message: 'Die Einträge wurden nicht zusammengeführt.' }, // own
} as const;
