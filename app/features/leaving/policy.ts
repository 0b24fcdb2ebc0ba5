import { holds, type Powers } from '~/kernel/actor';

/** Who says when members leave (O8). */

interface Subject {
  readonly scope: Powers;
  /** What is about a user who holds permissions of the club. */
  readonly member: { readonly holdsPermissions: boolean };
}

/** Those who edit members, and admins; a member with permissions only for those who can take these away. */
export const end = ({ scope, member }: Subject): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN') || (!member.holdsPermissions && holds(scope, 'EDIT_MEMBERS'));
