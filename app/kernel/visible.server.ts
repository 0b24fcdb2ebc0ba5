import { sql } from 'kysely';
import type { Actor } from './actor';

/** What an actor sees: everything, or just these organisations. */
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

/** Like visibleTo, for a query compiled before there is an actor. A missing value hides everything. */
export const visibleIn = ({ everything, organizations }: Seen, column: string) =>
  sql<boolean>`(${everything}::boolean or ${sql.ref(column)} = any(${organizations}::uuid[]))`;
