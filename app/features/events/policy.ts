import type { ComingVisible } from '~/features/organizations/fields';
import { holds, type Powers } from '~/kernel/actor';

/** Access to events (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Any user of the organisation: a subject out of scope is a 404 before. */
export const read = (_subject: Subject): boolean => true;

/** Create, change and delete events, and record who was there. */
export const edit = ({ scope }: Subject): boolean => holds(scope, 'EDIT_EVENTS');

type Coming = Subject & {
  readonly event: { readonly comingVisible: ComingVisible };
  /** The actor comes, too. */
  readonly registered: boolean;
};

/** The names of who comes, and nothing else of their answers (J1, J8). */
export const seeComing = ({ scope, event: { comingVisible }, registered }: Coming): boolean =>
  edit({ scope }) || comingVisible === 'members' || (comingVisible === 'registered' && registered);
