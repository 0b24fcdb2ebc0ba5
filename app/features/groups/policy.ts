import { lookAfter } from '~/features/members/policy';
import { holds, type Powers } from '~/kernel/actor';

/** Access to groups (U2). */

/** Create, change and delete groups, and say who belongs to them. */
export const edit = lookAfter;

/** Write to all its members: admins and its leaders (U8). */
export const write = ({
  scope,
  group,
}: {
  readonly scope: Powers;
  readonly group: { readonly uuid: string };
}): boolean => holds(scope, 'ORGANIZATION_ADMIN') || scope.leads.includes(group.uuid);
