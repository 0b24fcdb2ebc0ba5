import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { keepersOf } from '~/features/outbox/queries.server';
import { isBlocked } from '~/mail/failures.server';
import { queueMails } from '~/mail/queue.server';

/** Groups whose last leader has left: member editors are told (U11). */

/** After codes, which people are waiting for. */
const PRIORITY = 5;

/** A group `g` that is in use and has no leader with an account. */
const isLeaderless = sql`g.archived_at is null and not exists (
  select from group_members gm
  join members m on m.uuid = gm.member_uuid and m.user_uuid is not null
  where gm.group_uuid = g.uuid and gm.until is null and gm.leader)`;

/** Those who can change that. */
const mendingIt = keepersOf(sql.ref('g.organization_uuid'));

/** The job 'leaderless', some time after a group has lost a leader: reports it if there is none left. */
export async function tellOfLeaderless(db: Database, group: string): Promise<void> {
  const { rows } = await sql<{ user: string }>`
    select u.uuid as user
    from groups g
    join ${mendingIt}
    where g.uuid = ${group} and ${isLeaderless} and not ${isBlocked(sql.ref('u.email'))}
    order by u.uuid`.execute(db);
  await queueMails(
    db,
    'groupWithoutLeader',
    rows.map(({ user }) => ({ user, group })),
    PRIORITY,
  );
}

/** What that mail says; undefined if there is a leader again, or the receiver may no longer change it. */
export async function leaderlessGroup(db: Database, user: string, group: string) {
  const { rows } = await sql<{ email: string; name: string; organization: string; group: string }>`
    select u.email, u.first_name as name, o.name as organization, g.name as "group"
    from groups g
    join organizations o on o.uuid = g.organization_uuid
    join ${mendingIt}
    where g.uuid = ${group} and u.uuid = ${user} and ${isLeaderless}`.execute(db);
  return rows[0];
}
