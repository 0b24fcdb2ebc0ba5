import { sql } from 'kysely';
import type { Actor } from './actor';

/**
 * The filter for finding an object by its own id: system administrators see everything, everybody
 * else what belongs to their organisations.
 * @param column the one with the organisation's id
 */
export function visibleTo({ systemAdmin, organizations }: Actor, column: string) {
  if (systemAdmin) return sql<boolean>`true`;
  const own = organizations.map(({ uuid }) => uuid);
  return sql<boolean>`${sql.ref(column)} = any(${own}::uuid[])`;
}
