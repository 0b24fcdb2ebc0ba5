import { type Actor, holds, type Powers } from '~/kernel/actor';

/** Access to an organisation (table H). */

interface Subject {
  readonly scope: Powers;
}

export const administer = ({ scope }: Subject): boolean => holds(scope, 'ORGANIZATION_ADMIN');

/** B4: everyone, or only system administrators, as the operator decides. */
export const found = (actor: Pick<Actor, 'systemAdmin'>, config: { foundingByEveryone: boolean }) =>
  config.foundingByEveryone || actor.systemAdmin;
