import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { dateToText } from '~/dates';
import { memberByName, memberSubject } from '~/features/members/queries.server';
import { named } from '~/features/members/wording';
import { removeFromOrganization } from '~/features/permissions/queries.server';
import type { Person } from '~/kernel/actor';
import { lockUser } from '~/kernel/actor.server';
import { record } from '~/kernel/audit.server';
import type { Context } from '~/kernel/operation';
import { Problem } from '~/kernel/problem';
import { begunTooEarly, inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { promisedCount, withdrawPromises } from './promises.server';
import { promisesWithdrawn } from './wording';

/** Members who leave their club on a day, and the consequences once it is over (O8). */

/** A member as a subject, with what leaving would end; null if there is none that the actor may see. */
export async function memberForLeaving(context: Context, { member }: { member: string }) {
  const holding = (which: ReturnType<typeof sql>) => sql<boolean>`exists (
    select from permissions p
    where p.organization_uuid = m.organization_uuid and p.user_uuid = m.user_uuid ${which})`;
  const found = await memberByName(context, { member })
    .select([
      'm.joined_on as joinedOn',
      'm.left_on as leftOn',
      // Once the consequences are carried out.
      sql<boolean>`m.left_at is not null`.as('hasLeft'),
      holding(sql``).as('holdsPermissions'),
      // No one else who stays administers the club.
      sql<boolean>`${holding(sql`and p.permission = 'ORGANIZATION_ADMIN'`)} and not exists (
        select from permissions p
        left join members other
          on other.organization_uuid = p.organization_uuid and other.user_uuid = p.user_uuid
        where p.organization_uuid = m.organization_uuid and p.permission = 'ORGANIZATION_ADMIN'
          and p.user_uuid <> m.user_uuid and other.left_on is null)`.as('isNeeded'),
      sql<string>`club_day(m.organization_uuid)`.as('day'),
      promisedCount({ member, after: '1900-01-01' }).as('promised'),
    ])
    .executeTakeFirst();
  return memberSubject(context.actor, found);
}

interface Leaver extends Person {
  readonly organization: string;
  readonly user: string | null;
  readonly leftOn: string;
  /** True if the consequences were carried out, and a promised event has been moved past the last day since. */
  readonly hasLeft: boolean;
}

/**
 * Carries out the consequences of a member's leaving once the last day is over: access and groups
 * end, and so do answers to later events, even if one is moved there afterwards. One transaction,
 * which may be repeated.
 * @returns false if there is nothing to do, or they are the last to administer the club, which
 *   Postgres refuses (C4): housekeeping tries again
 */
export async function leaveIfDue(db: Database, member: string): Promise<boolean> {
  // Anyone moving an event meanwhile has either committed, and we see its new day, or sees the last
  // day and queues us again. In a separate transaction, holding nothing that they could wait for.
  await sql`select pg_advisory_xact_lock(absences_lock(organization_uuid))
    from members where uuid = ${member}`.execute(db);
  try {
    return await retryingConflicts(() => inTransaction(db, (trx) => leave(trx, member)));
  } catch (error) {
    if (error instanceof Problem && error.status === 409) return false;
    throw error;
  }
}

async function leave(db: Database, member: string): Promise<boolean> {
  const before = await sql<{ user: string | null }>`
    select user_uuid as "user" from members where uuid = ${member}`.execute(db);
  const user = before.rows[0]?.user ?? null;
  // Their writes under way come first; later ones find that they no longer belong to the club.
  if (user) await lockUser(db, user);
  await sql`
    select from organizations where uuid = (select organization_uuid from members where uuid = ${member})
    for no key update`.execute(db);
  await sql`
    select from groups
    where uuid in (select group_uuid from group_members where member_uuid = ${member} and until is null)
    order by uuid for no key update`.execute(db);
  const { rows } = await sql<Leaver>`
    select organization_uuid as organization, first_name as "firstName", last_name as "lastName",
      user_uuid as "user", left_on as "leftOn", left_at is not null as "hasLeft"
    from members
    where uuid = ${member} and has_left(members)
    for no key update`.execute(db);
  const [leaver] = rows;
  if (!leaver) return false;
  if (leaver.user !== user) throw begunTooEarly('another user was linked meanwhile');
  const { organization, leftOn } = leaver;
  const withdrawn = await withdrawPromises(db, { member, after: leftOn });
  if (leaver.hasLeft) {
    if (withdrawn > 0)
      await record(db, {
        organization,
        actor: null,
        operation: 'Take back what somebody who has left promised for an event that was moved',
        action: `${named(leaver)} nach dem Austritt${promisesWithdrawn(withdrawn)}`,
        requestId: 'queue',
      });
    return false;
  }
  await sql`
    delete from notifications
    where organization_uuid = ${organization} and sent_at is null
      and (member_uuid = ${member} or user_uuid = ${user})`.execute(db);
  await sql`
    update group_members set until = greatest(now(), since)
    where member_uuid = ${member} and until is null`.execute(db);
  await db.deleteFrom('invitations').where('member_uuid', '=', member).execute();
  if (user) await removeFromOrganization(db, organization, user);
  await sql`update members set left_at = now() where uuid = ${member}`.execute(db);
  await record(db, {
    organization,
    actor: null,
    operation: 'End the access of a member whose last day is over',
    action:
      `${named(leaver)} zum ${dateToText(leftOn)} ausgetreten` +
      `${user ? ', Zugang beendet' : ''}${promisesWithdrawn(withdrawn)}`,
    requestId: 'queue',
  });
  return true;
}

/** How many leavings one run of housekeeping queues. */
const AT_ONCE = 500;

/**
 * Housekeeping: queues overdue leavings, whose job was lost, came too early (the club changed its
 * time zone) or was refused. A waiting job is not duplicated.
 */
export async function queueLeavings(db: Database): Promise<void> {
  await sql`
    select graphile_worker.add_job('leaving', json_build_object('member', uuid),
      queue_name => 'leaving ' || organization_uuid, priority => 20, job_key => 'leaving:' || uuid)
    from (
      select uuid, organization_uuid from members
      where left_at is null and left_on < current_date + 1 and has_left(members)
      order by left_on limit ${AT_ONCE}) as due`.execute(db);
}
