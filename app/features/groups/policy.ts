import { holds, type Powers } from '~/kernel/actor';

/** Access to groups (U2). */

interface Subject {
  readonly scope: Powers;
}

/** Create, change and delete groups, and say who belongs to them. */
export const edit = ({ scope }: Subject): boolean =>
  holds(scope, 'EDIT_MEMBERS') || holds(scope, 'ORGANIZATION_ADMIN');

/** Write to all its members: admins and its leaders (U8). */
export const write = ({
  scope,
  group,
}: Subject & { readonly group: { readonly uuid: string } }): boolean =>
  holds(scope, 'ORGANIZATION_ADMIN') || scope.leads.includes(group.uuid);
