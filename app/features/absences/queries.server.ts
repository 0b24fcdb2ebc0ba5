import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Days } from '~/dates';
import { concerns } from '~/features/events/queries/concerned.server';
import { MOST_DAYS } from '~/features/events/schema';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { ABSENCE_DAYS } from '~/retention';

/** An event that an absent member attends nevertheless. */
interface ComingEvent {
  readonly uuid: string;
  readonly name: string;
  readonly date: string;
  /** Whether they are on its waiting list. */
  readonly waiting: boolean;
}

export interface Absence extends Days {
  readonly uuid: string;
  readonly declined: number;
  /** How many events the member is signed up for, or waits for. */
  readonly coming: number;
  /** The first of these. */
  readonly events: ComingEvent[];
}

/** Events that a member attends, per absence. */
const NAMED = 10;

/** The absences of the actor's own member that are not over, the next first. */
export async function ownAbsences(
  db: Database,
  { member, organization }: Scope,
): Promise<Absence[]> {
  if (member === null) return [];
  const today = sql`(select club_day(${organization}))`;
  const { rows } = await sql<Absence>`
    with answered as materialized (
      select e.uuid, e.name, e.date, coalesce(e.end_date, e.date) as last_day,
        given.answer = 'waiting' as waiting
      from answers given join events e on e.uuid = given.event_uuid
      where given.member_uuid = ${member} and given.promised
        and coalesce(e.end_date, e.date) >= ${today} and e.cancelled_at is null
    )
    select a.uuid, a.from_date as "from", a.until_date as "until",
      (select count(*) from answers d join events e on e.uuid = d.event_uuid
        where d.absence_uuid = a.uuid and e.cancelled_at is null) as declined,
      coming.count as coming, coalesce(coming.events, '[]') as events
    from absences a
    cross join lateral (
      select count(*), json_agg(json_build_object(
          'uuid', uuid, 'name', name, 'date', date, 'waiting', waiting) order by date, uuid)
        filter (where nth <= ${NAMED}) as events
      from (
        select *, row_number() over (order by date, uuid) as nth from answered
        where last_day >= a.from_date and date <= a.until_date
      ) as within
    ) as coming
    where a.member_uuid = ${member} and a.until_date >= ${today}
    order by a.from_date, a.until_date, a.uuid`.execute(db);
  return rows;
}

/** One of the actor's absences as a subject; null if there is none, or it is somebody else's. */
export async function ownAbsence({ db, actor }: Context, { absence }: { absence: string }) {
  const found = await db
    .selectFrom('absences as a')
    .innerJoin('members as m', 'm.uuid', 'a.member_uuid')
    .select([
      'a.uuid',
      'a.member_uuid as member',
      'a.from_date as from',
      'a.until_date as until',
      'a.organization_uuid as organization',
    ])
    .where('a.uuid', '=', absence)
    .where('m.user_uuid', '=', actor.uuid)
    .executeTakeFirst();
  const scope = found && scopeOf(actor, found.organization);
  return scope ? { scope, absence: found } : null;
}

/**
 * Locks a member against other changes of their absences, but not against answers.
 * @returns false if they are gone, or linked to somebody else by now
 */
export async function lockAbsentee(db: Database, actor: Actor, member: string): Promise<boolean> {
  const held = await db
    .selectFrom('members')
    .select('uuid')
    .where('uuid', '=', member)
    .where('user_uuid', '=', actor.uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** How many absences a locked member has that are not over on a day. */
export async function countAbsences(db: Database, member: string, day: string): Promise<number> {
  const { count } = await db
    .selectFrom('absences')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_uuid', '=', member)
    .where('until_date', '>=', day)
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores an absence of a locked member. @returns undefined if there is one with these days */
export async function insertAbsence(
  db: Database,
  { organization, member, from, until }: Days & { organization: string; member: string },
): Promise<string | undefined> {
  const row = await db
    .insertInto('absences')
    .values({
      organization_uuid: organization,
      member_uuid: member,
      from_date: from,
      until_date: until,
    })
    .onConflict((same) => same.columns(['member_uuid', 'from_date', 'until_date']).doNothing())
    .returning('uuid')
    .executeTakeFirst();
  return row?.uuid;
}

/**
 * Declines, for a locked member, all unanswered events during their absence: under the lock of each
 * event, and in one statement however many there are.
 */
export async function declineDuring(db: Database, absence: string): Promise<void> {
  await sql`
    insert into answers (event_uuid, member_uuid, organization_uuid, answer, absence_uuid)
    select event, member_uuid, organization_uuid, 'no', absence
    from (
      select e.uuid as event, a.member_uuid, a.organization_uuid, a.uuid as absence
      from absences a
      join events e on e.organization_uuid = a.organization_uuid
        and e.date between a.from_date - ${MOST_DAYS}::int and a.until_date
        and coalesce(e.end_date, e.date) >= a.from_date
      where a.uuid = ${absence} and awaits_answers(e) and e.uuid <> all(a.left_open)
        and ${concerns('e', sql.ref('a.member_uuid'))}
        and not exists (select from own_answer(e.uuid, a.member_uuid))
      order by e.uuid for no key update of e
    ) as unanswered
    where not exists (select from own_answer(event, member_uuid))`.execute(db);
}

/**
 * Looks again once the events that were being written when the absence was entered are committed:
 * neither transaction saw the other.
 */
export async function lookAgain(db: Database, absence: string): Promise<void> {
  // In a separate transaction, holding nothing that they could wait for.
  await sql`select pg_advisory_xact_lock(absences_lock(organization_uuid))
    from absences where uuid = ${absence}`.execute(db);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      select from members where uuid = (select member_uuid from absences where uuid = ${absence})
      for no key update`.execute(trx);
    if (rows.length > 0) await declineDuring(trx, absence);
  });
}

/** Queues lookAgain(), to run as soon as this transaction is committed. */
export async function queueLook(db: Database, absence: string): Promise<void> {
  const payload = JSON.stringify({ absence });
  await sql`select graphile_worker.add_job('absence', ${payload}::json)`.execute(db);
}

/** Members per transaction, as others who answer the event wait for it (X9). */
const SLICE = 500;

/**
 * Declines an event for absent members, in slices: the job for new events when many are away
 * (0007-absences.sql). It may run twice, or be killed and start over.
 */
export async function declineInSlices(db: Database, event: string): Promise<void> {
  let member: string | null = null;
  do {
    const { rows }: { rows: Array<{ member: string | null }> } = await sql<{
      member: string | null;
    }>`
      select decline_slice(${event}, ${member}, ${SLICE}) as member`.execute(db);
    member = rows[0]?.member ?? null;
  } while (member !== null);
}

/**
 * Deletes an absence of a locked member with the declines that it made for events that have not
 * begun. Those within another absence, too, become that one's.
 *
 * Once it is locked, after those writing events into it, nothing more is declined for it.
 * @returns false if it is gone
 */
export async function withdrawAbsence(db: Database, absence: string): Promise<boolean> {
  const { rows } = await sql`select from absences where uuid = ${absence} for update`.execute(db);
  if (rows.length === 0) return false;
  await sql`
    select from events
    where uuid in (select event_uuid from answers where absence_uuid = ${absence})
    order by uuid for no key update`.execute(db);
  await sql`
    update answers d set absence_uuid = other.uuid
    from events e, absences other
    where d.absence_uuid = ${absence} and e.uuid = d.event_uuid
      and other.member_uuid = d.member_uuid and other.uuid <> ${absence}
      and other.from_date <= coalesce(e.end_date, e.date) and other.until_date >= e.date
      and e.uuid <> all(other.left_open)`.execute(db);
  await sql`
    delete from answers d using events e
    where d.absence_uuid = ${absence} and e.uuid = d.event_uuid and e.to_come`.execute(db);
  await db.deleteFrom('absences').where('uuid', '=', absence).execute();
  return true;
}

/**
 * Remembers that a member took their answer to a locked event back, so that no absence declines it
 * again. Taking back that absence at the same time waits for the event: one of the two is retried.
 */
export async function leaveOpen(
  db: Database,
  {
    event,
    member,
  }: { event: { uuid: string; date: string; endDate: string | null }; member: string },
): Promise<void> {
  await sql`
    update absences set left_open = left_open || ${event.uuid}::uuid
    where member_uuid = ${member} and from_date <= ${event.endDate ?? event.date}
      and until_date >= ${event.date} and ${event.uuid}::uuid <> all(left_open)`.execute(db);
}

const AT_ONCE = 500;

/** Housekeeping: forgets when people were away. */
export async function deleteOldAbsences(db: Database): Promise<void> {
  await sql`
    delete from absences where uuid in (
      select uuid from absences where until_date < current_date - ${ABSENCE_DAYS}::int
      limit ${AT_ONCE} for update skip locked)`.execute(db);
}
