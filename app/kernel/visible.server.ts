import { sql } from 'kysely';
import type { Actor } from './actor';

/** What an actor sees: everything, or what belongs to these organisations. */
export interface Seen {
  readonly everything: boolean;
  readonly organizations: readonly string[];
}

export const seenBy = ({ systemAdmin, organizations }: Actor): Seen => ({
  everything: systemAdmin,
  organizations: organizations.map(({ uuid }) => uuid),
});

/**
 * The filter for finding an object by its own id: system administrators see everything, everybody
 * else what belongs to their organisations.
 * @param column the one with the organisation's id
 */
export const visibleTo = (actor: Actor, column: string) => visibleIn(seenBy(actor), column);

/** As visibleTo, for a query that is compiled before there is an actor. A missing value hides all. */
export const visibleIn = ({ everything, organizations }: Seen, column: string) =>
  sql<boolean>`(${everything}::boolean or ${sql.ref(column)} = any(${organizations}::uuid[]))`;
