import { holds, type Powers } from '~/kernel/actor';

/** Access to members (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Any user of the organisation: a subject out of scope is a 404 before. */
export const read = (_subject: Subject): boolean => true;

/** Create, edit and delete (D2). */
export const edit = ({ scope }: Subject): boolean => holds(scope, 'EDIT_MEMBERS');
