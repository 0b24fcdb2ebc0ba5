import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import { tooManyToday } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';
import { type GivenMember, longFields } from '../fields';

/** What members count against (docs/decisions/0009). */

/** Bytes of a member's long texts before it counts as several. */
const LONG_BYTES = 1024;

/** As how many members one counts. */
export function weightOf(fields: GivenMember): number {
  const bytes = longFields.map((field) => Buffer.byteLength(fields[field] ?? ''));
  return Math.max(1, Math.ceil(bytes.reduce((sum, each) => sum + each, 0) / LONG_BYTES));
}

/** Counts what a user creates a day. @throws Problem 429 */
export async function countMembers(db: Database, limits: Limits, { uuid }: Actor, points: number) {
  const spent = points > 0 ? await limits.spend(db, { membersOfUser: uuid }, points) : null;
  if (spent) throw tooManyToday('Mitglieder', spent.wait);
}
