import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { begunTooEarly } from '~/kernel/transaction.server';

/**
 * Leading groups is part of a user's standing (U8), which is only taken away under the lock of the
 * user (docs/decisions/0019).
 */

/** Leaders: those of a group, or these of the members. */
interface Leading {
  readonly group?: string;
  readonly members?: readonly string[];
}

export async function leadersAmong(
  db: Database,
  { group, members }: Leading,
): Promise<readonly string[]> {
  const { rows } = await sql<{ user: string }>`
    select distinct m.user_uuid as "user"
    from group_members gm join members m on m.uuid = gm.member_uuid
    where gm.leader and gm.until is null and m.user_uuid is not null
      ${group === undefined ? sql`` : sql`and gm.group_uuid = ${group}`}
      ${members === undefined ? sql`` : sql`and gm.member_uuid = any(${members}::uuid[])`}`.execute(
    db,
  );
  return rows.map(({ user }) => user);
}

/**
 * Restarts the transaction if there is now a leader whose user is not locked. The caller has locked
 * the group or the member, so that no more are added.
 */
export async function requireHeldLeaders(
  db: Database,
  leading: Leading,
  held: readonly string[],
): Promise<void> {
  const now = await leadersAmong(db, leading);
  if (now.some((user) => !held.includes(user))) throw begunTooEarly('somebody leads since');
}
