import { holds, type Powers } from '~/kernel/actor';

/** Access to members (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Create, edit and delete (D2). */
export const edit = ({ scope }: Subject): boolean => holds(scope, 'EDIT_MEMBERS');

/** Delete; together with the linked user's access, only for those who may remove users (O9). */
export const remove = ({ scope, endsAccess }: Subject & { endsAccess: boolean }): boolean =>
  edit({ scope }) && (!endsAccess || holds(scope, 'ORGANIZATION_ADMIN'));

/** Look after members: whether mails reach them (N13), the report about them (S1), their groups (U2). */
export const lookAfter = ({ scope }: Subject): boolean =>
  edit({ scope }) || holds(scope, 'ORGANIZATION_ADMIN');

/** See on which days members were there; so may the members themselves, and leaders of their groups. */
export const seeAttendance = ({ scope }: Subject): boolean =>
  holds(scope, 'EDIT_EVENTS') || holds(scope, 'ORGANIZATION_ADMIN');

/** Change the user's own contact data (O3). */
export const isOneself = ({ scope, own }: Subject & { own: { member: string } }): boolean =>
  scope.member === own.member;
