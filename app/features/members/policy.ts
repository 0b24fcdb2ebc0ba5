import { holds, type Powers } from '~/kernel/actor';

/** Access to members (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Any user of the organisation: a subject out of scope is a 404 before. */
export const read = (_subject: Subject): boolean => true;

/** Create, edit and delete (D2). */
export const edit = ({ scope }: Subject): boolean => holds(scope, 'EDIT_MEMBERS');

/** Look after a member: whether mails reach them (N13), the report about them (S1). */
export const lookAfter = ({ scope }: Subject): boolean =>
  edit({ scope }) || holds(scope, 'ORGANIZATION_ADMIN');
