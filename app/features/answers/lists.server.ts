import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { isSilent } from '~/features/events/queries/asked.server';
import { concernedBy, concernsEach, concernsOf } from '~/features/events/queries/concerned.server';
import { literal } from '~/features/events/queries/given.server';
import type { ClubEvent } from '~/features/events/queries.server';
import type { Answer } from '~/features/events/rules/answering';
import { byDate } from '~/features/events/schema';
import { type FoundMember, withMembersFound } from '~/features/members/queries/found.server';
import { reachedUsers } from '~/features/outbox/rules/reached.server';
import type { Person, Scope } from '~/kernel/actor';
import { inPieces } from '~/kernel/pieces.server';

/** A row of an event's answers; for a member without an answer, only the name. */
export interface ListedAnswer extends Person {
  readonly uuid: string;
  readonly places: number;
  readonly note: string;
  /** Who answered for them, by name; null for themselves, and for deleted accounts. */
  readonly actedBy: string | null;
  /** When they moved up from the waiting list. */
  readonly promotedAt: Date | null;
  /** Whether mails reach them. */
  readonly reachable: boolean;
  /** True for a decline made by an absence (L8). */
  readonly absent?: boolean;
  /** Attendance list only: whether they were there (Q2). */
  readonly present?: boolean;
}

// No index of names has the identifier: selecting it keeps Postgres from scanning a whole club's names
// for each member.
const who = [
  'found.uuid',
  'found.firstName',
  'found.lastName',
  'found.customMemberIdentifier',
] as const;

/** Looked up for the page's rows alone; for an `exists` Postgres may read everybody. */
const reachable = sql<boolean>`coalesce((
  select not u.blocked from members linked
  join ${reachedUsers} u
    on u.uuid = linked.user_uuid and u.organization_uuid = linked.organization_uuid
  where linked.uuid = found.uuid
), false)`.as('reachable');

const actedBy = sql<string | null>`(
  select first_name || ' ' || last_name from users where uuid = given.acted_by
    and uuid is distinct from (
      select linked.user_uuid from members linked where linked.uuid = given.member_uuid)
)`.as('actedBy');

/** What a ListedAnswer says where there is no answer. */
const unanswered = [
  sql<number>`1`.as('places'),
  sql<string>`''`.as('note'),
  sql<Date | null>`null::timestamptz`.as('promotedAt'),
  sql<string | null>`null`.as('actedBy'),
  reachable,
] as const;

/** Looked up for one answer after another; for a join Postgres may read the whole club first. */
const theirMember = sql<FoundMember>`lateral (
  select * from found where found.uuid = given.member_uuid offset 0
)`.as('found');

/** The members with this answer to an event, to be sorted. @param q words to search by */
export function membersWho(answer: Answer, db: Database, scope: Scope, event: ClubEvent, q = '') {
  return withMembersFound(db, scope, q)
    .selectFrom('answers as given')
    .innerJoin(theirMember, (join) => join.onTrue())
    .where('given.event_uuid', '=', event.uuid)
    .where('given.answer', '=', literal(answer))
    .select([...who, 'given.seq', 'given.places', 'given.note', 'given.promoted_at as promotedAt'])
    .select([actedBy, reachable])
    .select(sql<boolean>`given.absence_uuid is not null`.as('absent'));
}

/**
 * The members an event asks, to be sorted by name: looked up while walking through the names (J15).
 * Members of groups are collected once; for a plain `in`, Postgres may do so again for each name.
 */
export function openMembers(db: Database, scope: Scope, event: ClubEvent, q = '') {
  return withMembersFound(db, scope, q)
    .selectFrom('found')
    .select([...who, ...unanswered])
    .where(
      event.groups.length === 0
        ? concernsOf(event.uuid, sql.ref('found.uuid'))
        : q === ''
          ? sql<boolean>`found.uuid = any(array${concernedBy(event.uuid)})`
          : concernsEach(event.uuid, sql.ref('found.uuid')),
    )
    .where(isSilent(sql`${event.uuid}::uuid`, sql.ref('found.uuid'), { each: true }));
}

/** Who was at an event or said yes, to be sorted; for a search, everybody it finds (Q2). */
export function attendingMembers(db: Database, scope: Scope, event: ClubEvent, q = '') {
  const there = sql`(
    select member_uuid from participations where event_uuid = ${event.uuid})`;
  return withMembersFound(db, scope, q)
    .selectFrom('found')
    .select([...who, ...unanswered])
    .select(sql<boolean>`found.uuid in ${there}`.as('present'))
    .$if(q === '', (of) =>
      of.where(sql<boolean>`found.uuid in (${there} union
        select member_uuid from answers where event_uuid = ${event.uuid} and answer = 'yes')`),
    );
}

/** The answers of the actor's own member, in the order of the events' dates. */
export function ownAnswers(db: Database, scope: Scope) {
  const rows = db
    .selectFrom('answers as own')
    .innerJoin('events', 'events.uuid', 'own.event_uuid')
    .select(['own.answer', 'own.places', 'own.note', 'events.date', 'events.uuid'])
    .select('events.start_time as startTime')
    .$narrowType<{ answer: Answer }>()
    .where('own.member_uuid', '=', scope.member)
    .where('events.organization_uuid', '=', scope.organization);
  return inPieces(db, rows, byDate).map(({ uuid: event, answer, places, note }) => ({
    event,
    answer,
    places,
    note,
  }));
}
