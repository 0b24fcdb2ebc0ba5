import type { Actor } from '~/kernel/actor';

/** Who may do what with accounts (table H). Everyone may do everything with their own. */

/** Reading the list of all users is for system administrators. */
export const list = (_subject: unknown, actor: Pick<Actor, 'systemAdmin'>): boolean =>
  actor.systemAdmin;

/** Whether this account is known to the actor to exist at all. */
export const see = (user: string, actor: Pick<Actor, 'uuid' | 'systemAdmin'>): boolean =>
  user === actor.uuid || actor.systemAdmin;

/**
 * Whether the actor may change what is not theirs to decide: whether an address counts as
 * confirmed.
 */
export const vouch = (actor: Pick<Actor, 'systemAdmin'>): boolean => actor.systemAdmin;
