import * as events from '~/features/events/policy';
import type { Powers } from '~/kernel/actor';

/** Access to the polls of an event (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Any user of the organisation; a subject out of scope is a 404 already. */
export const read = (_subject: Subject): boolean => true;

/** Answer, and withdraw the answer; needing a linked member is a state, not a permission (E7). */
export const answer = (_subject: Subject): boolean => true;

/** Create, delete, close and reopen polls, and remove answers. */
export const edit = events.edit;
