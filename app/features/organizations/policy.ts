import { type Actor, holds, type Powers } from '~/kernel/actor';

/** Who may do what with an organisation (table H). */

interface Subject {
  readonly scope: Powers;
}

/** Any user of the organisation: what is out of scope never gets here. */
export const read = (_subject: Subject): boolean => true;

export const administer = ({ scope }: Subject): boolean => holds(scope, 'ORGANIZATION_ADMIN');

/** B4: everyone, or only system administrators, as the operator decides. */
export const found = (
  actor: Pick<Actor, 'systemAdmin'>,
  config: { foundingByEveryone: boolean },
): boolean => config.foundingByEveryone || actor.systemAdmin;
