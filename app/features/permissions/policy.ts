import { type Actor, holds, type Powers } from '~/kernel/actor';

/** Access to the users of an organisation and their permissions (table H). */

interface Subject {
  readonly scope: Powers;
}
interface AboutUser extends Subject {
  readonly user: { readonly uuid: string };
}

export const manage = ({ scope }: Subject): boolean => holds(scope, 'ORGANIZATION_ADMIN');

/** The user's own, or as an administrator of the organisation. */
export const readPermissions = ({ scope, user }: AboutUser, actor: Pick<Actor, 'uuid'>): boolean =>
  user.uuid === actor.uuid || manage({ scope });

/** Without an invitation: system administrators only. */
export const addUser = (_subject: Subject, actor: Pick<Actor, 'systemAdmin'>): boolean =>
  actor.systemAdmin;
