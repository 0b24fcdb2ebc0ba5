import { holds, type Powers } from '~/kernel/actor';

/** Access to members (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Any user of the organisation: a subject out of scope is a 404 before. */
export const read = (_subject: Subject): boolean => true;

/** Create, edit and delete (D2). */
export const edit = ({ scope }: Subject): boolean => holds(scope, 'EDIT_MEMBERS');

/** Delete; with the linked user's access, only who may remove users (O9). */
export const remove = ({ scope, endsAccess }: Subject & { endsAccess: boolean }): boolean =>
  edit({ scope }) && (!endsAccess || holds(scope, 'ORGANIZATION_ADMIN'));

/** Look after a member: whether mails reach them (N13), the report about them (S1). */
export const lookAfter = ({ scope }: Subject): boolean =>
  edit({ scope }) || holds(scope, 'ORGANIZATION_ADMIN');
