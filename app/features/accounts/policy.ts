import type { Actor } from '~/kernel/actor';

/** Access to accounts (table H). Users may do everything with their own. */

export const list = (_subject: unknown, actor: Pick<Actor, 'systemAdmin'>): boolean =>
  actor.systemAdmin;

/** To everyone else an account must not be known to exist. */
export const see = (user: string, actor: Pick<Actor, 'uuid' | 'systemAdmin'>): boolean =>
  user === actor.uuid || actor.systemAdmin;

/** May declare an address confirmed without its code. */
export const vouch = (actor: Pick<Actor, 'systemAdmin'>): boolean => actor.systemAdmin;
