import { holds, type Powers } from '~/kernel/actor';

/** Who may do what with the polls of an event (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Any user of the organisation: what is out of scope never gets here. */
export const read = (_subject: Subject): boolean => true;

/**
 * Answer, and take the own answer back. That it takes a linked member record is not a right but a
 * state (E7).
 */
export const answer = (_subject: Subject): boolean => true;

/** Create, delete, close and reopen polls, and remove answers. */
export const edit = ({ scope }: Subject): boolean => holds(scope, 'EDIT_EVENTS');
