import { sql } from 'kysely';
import type { Actor } from './actor';

/**
 * The filter for finding an object by its own id: system administrators see everything, everybody
 * else what belongs to their organisations.
 * @param column the one with the organisation's id
 */
export const visibleTo = (actor: Actor, column: string) => visibleIn(seenBy(actor), column);

/** The organisations that an actor sees; null for all. */
export const seenBy = ({ systemAdmin, organizations }: Actor): readonly string[] | null =>
  systemAdmin ? null : organizations.map(({ uuid }) => uuid);

/** As visibleTo, for a query that is compiled before there is an actor. */
export const visibleIn = (organizations: readonly string[] | null, column: string) =>
  sql<boolean>`(${organizations}::uuid[] is null
    or ${sql.ref(column)} = any(${organizations}::uuid[]))`;
