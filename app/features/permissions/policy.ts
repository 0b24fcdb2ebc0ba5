import { administer } from '~/features/organizations/policy';
import type { Actor, Powers } from '~/kernel/actor';

/** Access to the users of an organisation and their permissions (table H). */

interface AboutUser {
  readonly scope: Powers;
  readonly user: { readonly uuid: string };
}

/** The user's own, or as an administrator of the organisation. */
export const readPermissions = ({ scope, user }: AboutUser, actor: Pick<Actor, 'uuid'>): boolean =>
  user.uuid === actor.uuid || administer({ scope });

/** Without an invitation: system administrators only. */
export const addUser = (_subject: unknown, actor: Pick<Actor, 'systemAdmin'>): boolean =>
  actor.systemAdmin;
