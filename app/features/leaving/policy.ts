import { holds, type Powers } from '~/kernel/actor';

/** Who may enter when members leave (O8). */

interface Subject {
  readonly scope: Powers;
  readonly member: { readonly holdsPermissions: boolean };
}

/** Member editors and admins; for a member with permissions only those who can revoke them. */
export const end = ({ scope, member }: Subject): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN') || (!member.holdsPermissions && holds(scope, 'EDIT_MEMBERS'));
