import type { ComingVisible } from '~/features/organizations/fields';
import { holds, type Powers } from '~/kernel/actor';

/** Access to events (table H). */

interface Subject {
  readonly scope: Powers;
}

interface OfEvent extends Subject {
  readonly event: { readonly groups: readonly string[] };
}

/** Everything about all events, and the club's breaks. */
export const editAll = ({ scope }: Subject): boolean => holds(scope, 'EDIT_EVENTS');

/** Create events; leaders, for their groups. */
export const create = ({ scope }: Subject): boolean => editAll({ scope }) || scope.leads.length > 0;

/** Change and delete an event, and record who was there; also for leaders of all its groups (U8). */
export const edit = ({ scope, event }: OfEvent): boolean =>
  editAll({ scope }) ||
  (event.groups.length > 0 && event.groups.every((group) => scope.leads.includes(group)));

type Coming = OfEvent & {
  readonly event: { readonly comingVisible: ComingVisible };
  /** The actor attends, too. */
  readonly registered: boolean;
};

/** The names of participants, and nothing else of their answers (J1, J8). */
export const seeComing = ({ scope, event, registered }: Coming): boolean =>
  edit({ scope, event }) ||
  event.comingVisible === 'members' ||
  (event.comingVisible === 'registered' && registered);
