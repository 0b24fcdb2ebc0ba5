import { sql } from 'kysely';
import { compiledOnce, type ValueOf } from '#db/compiled';
import type { Database } from '#db/connection';
import type { Days } from '~/dates';
import { isAfterLeaving } from '~/features/events/queries/concerned.server';
import { literal, positionOf } from '~/features/events/queries/given.server';
import { type ClubEvent, eventColumns, eventInScope } from '~/features/events/queries.server';
import { type Answer, freePlaces } from '~/features/events/rules/answering';
import { notify } from '~/features/outbox/queries.server';
import type { Actor, Person, Scope } from '~/kernel/actor';
import { turn } from '~/kernel/actor.server';
import type { Context } from '~/kernel/operation';
import { invalid } from '~/kernel/problem';
import { NOTE_DAYS } from '~/retention';
import type { GivenAnswer } from './schema';

/** A member that somebody else answers for. */
export interface OtherMember extends Person {
  readonly uuid: string;
}

/**
 * The subject of an answer: the event, and the member if they are not the actor's own. Null if the
 * actor must not learn that the event exists.
 * @throws Problem 422 at `member` if there is no such member
 */
export async function eventToAnswer(context: Context, input: EventAndMember) {
  const found = await eventAndOther(context, input);
  if (!found) return null;
  const { other } = found;
  if (other === undefined) throw invalid({ member: ['Dieses Mitglied gibt es hier nicht.'] });
  return { ...found, other };
}

interface EventAndMember {
  readonly event: string;
  readonly member?: string;
}

/** The subject for a screen: null also if there is no such member. */
export async function eventToShow(context: Context, input: EventAndMember) {
  const found = await eventAndOther(context, input);
  return found?.other === undefined ? null : { ...found, other: found.other };
}

async function eventAndOther(context: Context, { event, member }: EventAndMember) {
  const found = await eventInScope(context, { event });
  if (!found) return null;
  const isOwn = member === undefined || member === found.scope.member;
  return { ...found, other: isOwn ? null : await memberOf(context.db, found.scope, member) };
}

/** As `eventToShow`, for a member in the address: null if there is none. */
export async function eventAndMember(
  context: Context,
  { event, member }: { event: string; member: string },
) {
  const found = await eventInScope(context, { event });
  const listed = found && (await memberOf(context.db, found.scope, member));
  return listed ? { ...found, member: listed } : null;
}

function memberOf(db: Database, { organization }: Scope, member: string) {
  return db
    .selectFrom('members')
    .select(['uuid', 'first_name as firstName', 'last_name as lastName'])
    .where('organization_uuid', '=', organization)
    .where('uuid', '=', member)
    .executeTakeFirst();
}

/** The rows of one answer. */
interface Place {
  readonly event: ClubEvent;
  readonly member: string;
}

/** An event under its lock, as it stays until the transaction ends. */
export interface LockedPlace extends Place {
  readonly own: GivenAnswer | null;
}

/**
 * Locks the rows that an answer touches in the global order (0008-answers.sql), the member before
 * the event, which prevents deadlocks. The member's answer is read after waiting for the lock, and
 * deadlines are compared with the start of the transaction: a click in time counts (J6).
 * @param linkedTo the user that the member must still be linked to; null for any member
 * @returns 'no event' or 'no member' if one of them is gone
 */
export async function lockPlace(
  db: Database,
  {
    member,
    event,
    linkedTo,
  }: { member: string; event: { uuid: string }; linkedTo: Pick<Actor, 'uuid'> | null },
): Promise<LockedPlace | 'no event' | 'no member'> {
  // Answers to an event take turns before they lock its row, so that hardly any waits for the row: for
  // each that does, Postgres evaluates the whole query again. A transaction waits for one turn only,
  // and holds no row while it does, so it cannot deadlock.
  await db.selectNoFrom(turn(`answers ${event.uuid}`, 'alone').as('turn')).execute();
  const values = { member, event: event.uuid, user: linkedTo?.uuid ?? null };
  const [row] = await placeUnderLock(db, values);
  if (!row) return 'no event';
  const { memberHeld, answer, places, note, absence, ...rest } = row;
  if (!memberHeld) return 'no member';
  return {
    event: rest,
    member,
    own:
      answer === null || places === null || note === null
        ? null
        : { answer, places, note, absence },
  };
}

type Locking = { member: string; event: string; user: string | null };

const placeUnderLock = compiledOnce((db, value: ValueOf<Locking>) =>
  db
    .with('held', (cte) =>
      cte
        .selectFrom('members')
        .select('uuid')
        .where('uuid', '=', value('member'))
        .where(sql<boolean>`(${value('user')}::uuid is null or user_uuid = ${value('user')})`)
        // The database's own check of a yes (0027-left-and-archived.sql), but made before the event.
        .forShare(),
    )
    .with('locked', (cte) =>
      cte
        .selectFrom('events')
        .select(eventColumns)
        .where('events.uuid', '=', value('event'))
        // Always true: makes Postgres find the member, and so lock it, before the event.
        .where(sql<boolean>`(select count(*) from held) is not null`)
        .forNoKeyUpdate('events'),
    )
    .selectFrom('locked')
    .leftJoinLateral(
      sql<GivenAnswer>`own_answer(locked.uuid, ${value('member')}::uuid)`.as('own'),
      (join) => join.onTrue(),
    )
    .selectAll('locked')
    .select(['own.answer', 'own.places', 'own.note', 'own.absence'])
    .select(sql<boolean>`exists (select from held)`.as('memberHeld'))
    .compile(),
);

/** True if somebody on the waiting list would take over places that come free (K7). */
export async function passesOn(db: Database, event: ClubEvent, places: number): Promise<boolean> {
  const free = freePlaces(event) + places;
  if (event.waiting === 0 || !Number.isFinite(free)) return false;
  const row = await db
    .selectFrom('answers')
    .select('seq')
    .where('event_uuid', '=', event.uuid)
    .where('answer', '=', literal('waiting'))
    .where('places', '<=', free)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewAnswer extends GivenAnswer {
  /** The user who answers for somebody else. */
  readonly actedBy: string | null;
}

/**
 * Stores a member's answer, replacing the old one. A different answer is a new one, with its own
 * time and, on the waiting list, its own turn.
 */
export async function storeAnswer(
  db: Database,
  { event, member, own }: LockedPlace,
  { answer, places, note, actedBy }: NewAnswer,
): Promise<void> {
  if (!own) {
    await sql`
      insert into answers
        (event_uuid, member_uuid, organization_uuid, answer, places, note, acted_by)
      values (${event.uuid}, ${member}, ${event.organization}, ${answer}, ${places}, ${note},
        ${actedBy})`.execute(db);
    return;
  }
  const isNew = own.answer !== answer;
  await sql`
    update answers set places = ${places}, note = ${note}, acted_by = ${actedBy}, absence_uuid = null
      ${isNew ? sql`, answer = ${answer}, promoted_at = null, created_at = default, seq = default` : sql``}
    where event_uuid = ${event.uuid} and member_uuid = ${member}`.execute(db);
}

export async function removeAnswer(db: Database, { event, member }: Place) {
  await sql`
    delete from answers where event_uuid = ${event.uuid} and member_uuid = ${member}`.execute(db);
}

/**
 * Takes a member off the waiting list and tells them, unless they did it themselves or have no
 * account (K8).
 */
export async function removeFromWaitingList(
  db: Database,
  actor: Actor,
  { event, member }: Place,
): Promise<void> {
  const { rows } = await sql<{ seq: number }>`
    delete from answers
    where event_uuid = ${event.uuid} and member_uuid = ${member} and answer = 'waiting'
    returning seq`.execute(db);
  const [gone] = rows;
  if (!gone) return;
  const others = db
    .selectFrom('members')
    .select('uuid as member_uuid')
    .where('uuid', '=', member)
    .where('user_uuid', '<>', actor.uuid);
  await notify(db, { kind: 'removed', event, dedupe: `removed:${event.uuid}:${gone.seq}` }, others);
}

/** Gives a member on the waiting list a place out of turn. @throws VH001 if they do not fit */
export async function moveMemberUp(db: Database, { event, member }: Place): Promise<void> {
  await sql`select move_up(${event.uuid}, array[${member}]::uuid[])`.execute(db);
}

/** The event as it now is, after triggers that may have promoted others. */
export function eventNow(db: Database, event: ClubEvent): Promise<ClubEvent> {
  return db
    .selectFrom('events')
    .select(eventColumns)
    .where('events.uuid', '=', event.uuid)
    .executeTakeFirstOrThrow();
}

/** What a member has answered, for a screen. */
export interface OwnAnswer {
  readonly answer: Answer | null;
  readonly places: number;
  readonly note: string;
  /** On the waiting list: their position, from 1. */
  readonly position?: number | null;
  /** True if somebody on the waiting list could take over the actor's places (K7). */
  readonly passesOn: boolean;
  /** When they are away, if that is why they do not come (L8). */
  readonly absent?: Days | null;
  /** The event is after the member's last day. */
  readonly afterLeaving?: boolean;
}

/** The answer of a member, by default of the actor's own. */
export async function ownAnswer(
  db: Database,
  scope: Scope,
  event: ClubEvent,
  member = scope.member,
): Promise<OwnAnswer> {
  const none = { answer: null, places: 1, note: '', passesOn: false };
  if (member === null) return none;
  const { rows } = await sql<Omit<OwnAnswer, 'passesOn'>>`
    select own.answer, coalesce(own.places, 1) as places, coalesce(own.note, '') as note,
      ${isAfterLeaving(sql.ref('events.date'), member)} as "afterLeaving",
      (select json_build_object('from', from_date, 'until', until_date)
        from absences where uuid = own.absence) as absent,
      ${positionOf(member)} as position
    from events left join own_answer(events.uuid, ${member}) as own on true
    where events.uuid = ${event.uuid}`.execute(db);
  const [row] = rows;
  if (!row) return none;
  return { ...row, passesOn: row.answer === 'yes' && (await passesOn(db, event, row.places)) };
}

/**
 * Deletes the notes of events that ended a month ago; the answers stay (J14). An answer that is
 * just being changed keeps its note until the next run.
 */
export async function deleteOldNotes(db: Database): Promise<void> {
  await sql`
    update answers set note = ''
    from (
      select a.event_uuid, a.member_uuid from answers a
      join events e on e.uuid = a.event_uuid
      where a.note <> '' and e.ends_at < now() - make_interval(days => ${NOTE_DAYS})
      for update of a skip locked
    ) as old
    where answers.event_uuid = old.event_uuid and answers.member_uuid = old.member_uuid`.execute(
    db,
  );
}
