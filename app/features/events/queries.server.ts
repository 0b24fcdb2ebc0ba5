import { type RawBuilder, sql } from 'kysely';
import { compiledOnce, type ValueOf } from '#db/compiled';
import type { Database } from '#db/connection';
import { withMembersFound } from '~/features/members/queries/found.server';
import { byName } from '~/features/members/schema';
import { type Scope, scopeOf } from '~/kernel/actor';
import { selected, stored } from '~/kernel/columns';
import { microseconds } from '~/kernel/keyset.server';
import type { Context } from '~/kernel/operation';
import { inPieces, type Pieces, SMALL_ROWS } from '~/kernel/pieces.server';
import { notFound } from '~/kernel/problem';
import { type Seen, seenBy, visibleIn } from '~/kernel/visible.server';
import { type EventFields, fieldColumns } from './fields';
import { concerns, isAfterLeaving, isOwn } from './queries/concerned.server';
import { givenTo, literal, pollsAsk, positionOf } from './queries/given.server';
import type { Answer, AnswerableEvent } from './rules/answering';
import { byDate, byEntry, type Whose } from './schema';

export interface ClubEvent extends EventFields {
  readonly uuid: string;
  readonly organization: string;
  readonly registeredParticipants: number;
  readonly cancelledAt: Date | null;
  readonly cancelReason: string;
  /** Entries on the waiting list. */
  readonly waiting: number;
  /** The club's IANA time zone, which days and times are in. */
  readonly timeZone: string;
  /** Its start; without a time of its own, that of its day. */
  readonly startsAt: Date;
  /** Its end; without a time of its own, that of its last day. */
  readonly endsAt: Date;
  /** The series that it is a date of (L1). */
  readonly series: string | null;
  /** The day that the series gave it, even if it was moved since. */
  readonly seriesDate: string | null;

  // What is true at the time of reading (0006-events.sql).
  /** Members say whether they come: it is limited, or asks (J3). */
  readonly takesAnswers: boolean;
  /** Its time has come; an event without one takes answers at any time. */
  readonly begun: boolean;
  /** It has not begun; one without a time begins when its first day is over. */
  readonly toCome: boolean;
  /** Its end has come; without an end time, its last day is over. */
  readonly over: boolean;
  /** Past its deadline, or begun (J6). */
  readonly signUpClosed: boolean;
  readonly signOffClosed: boolean;
  /** The waiting list moves up automatically (K3), instead of just hearing of a free place (K4). */
  readonly promotes: boolean;
}

const over = sql<boolean>`events.over`.as('over');
/** What `rules/answering.ts` decides by. */
const answerable = [
  sql<boolean>`events.takes_answers`.as('takesAnswers'),
  sql<boolean>`events.begun`.as('begun'),
  sql<boolean>`events.sign_up_closed`.as('signUpClosed'),
  sql<boolean>`events.sign_off_closed`.as('signOffClosed'),
] as const;

/** A ClubEvent, for `select` and `returning`. */
export const eventColumns = [
  ...selected('events', {
    uuid: 'uuid',
    organization: 'organization_uuid',
    ...fieldColumns,
    registeredParticipants: 'registered_participants',
    cancelledAt: 'cancelled_at',
    cancelReason: 'cancel_reason',
    waiting: 'waiting',
    series: 'series_uuid',
    seriesDate: 'series_date',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
  }),
  sql<string>`(
    select o.time_zone from organizations o where o.uuid = events.organization_uuid
  )`.as('timeZone'),
  sql<boolean>`events.to_come`.as('toCome'),
  over,
  ...answerable,
  sql<boolean>`events.promotes`.as('promotes'),
];

export const eventValues = (fields: EventFields) => stored(fieldColumns, fields);

/**
 * The subject of what is done with an event: null if the actor must not learn that it exists.
 * `registered` is about the actor.
 */
export async function eventInScope(
  context: Context,
  { event: uuid }: { event: string },
): Promise<{ scope: Scope; event: ClubEvent & { version: number }; registered: boolean } | null> {
  const seen = await seenIn(context, uuid, seenEvent);
  if (!seen) return null;
  const { registered, ...event } = seen.found;
  return { scope: seen.scope, event, registered };
}

const seenEvent = compiledOnce((db, value: ValueOf<Sight>) => visibleEvent(db, value).compile());

/** Like eventInScope, with how many members took part. */
export async function eventWithAttendance(context: Context, { event: uuid }: { event: string }) {
  const seen = await seenIn(context, uuid, attendedEvent);
  if (!seen) return null;
  const { registered: _actors, present, ...event } = seen.found;
  return { scope: seen.scope, event, present };
}

const attendedEvent = compiledOnce((db, value: ValueOf<Sight>) =>
  visibleEvent(db, value)
    .select((eb) =>
      eb
        .selectFrom('participations as p')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('p.event_uuid', '=', 'events.uuid')
        .$asScalar()
        .$notNull()
        .as('present'),
    )
    .compile(),
);

/**
 * Like eventInScope, with whether anybody has answered (comes, waits or declined), and of a date of a
 * series the rule, and the fields that it overrides (L5).
 */
export async function eventWithAnswered(context: Context, { event: uuid }: { event: string }) {
  const seen = await seenIn(context, uuid, answeredEvent);
  if (!seen) return null;
  const { registered: _actors, declined, ownFields, rule, ...event } = seen.found;
  const counts = event.registeredParticipants > 0 || event.waiting > 0;
  /** Whether anybody may need to hear of changes (J10); those who declined, too, if it asks. */
  const isCountedOn = counts || (event.asksAnswer && declined);
  const isAnswered = counts || declined;
  return { scope: seen.scope, event, isAnswered, isCountedOn, ownFields, rule };
}

const answeredEvent = compiledOnce((db, value: ValueOf<Sight>) =>
  visibleEvent(db, value)
    .select('events.own_fields as ownFields')
    .select((eb) =>
      eb
        .selectFrom('series as s')
        .select('s.rule')
        .whereRef('s.uuid', '=', 'events.series_uuid')
        .as('rule'),
    )
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('answers as d')
            .select('d.member_uuid')
            .whereRef('d.event_uuid', '=', 'events.uuid')
            .where('d.answer', '=', literal('no')),
        )
        .$castTo<boolean>()
        .as('declined'),
    )
    .compile(),
);

/** An event and its viewer. */
interface Sight extends Seen {
  readonly event: string;
  readonly user: string;
}

/** Null if the actor must not learn that there is such an event. */
async function seenIn<Found extends { readonly organization: string }>(
  { db, actor }: Context,
  event: string,
  query: (db: Database, sight: Sight) => Promise<Found[]>,
) {
  const [found] = await query(db, { event, user: actor.uuid, ...seenBy(actor) });
  const scope = found && scopeOf(actor, found.organization);
  return scope ? { scope, found } : null;
}

function visibleEvent(db: Database, value: ValueOf<Sight>) {
  const seen = { everything: value('everything'), organizations: value('organizations') };
  return db
    .selectFrom('events')
    .select([...eventColumns, 'events.version'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('answers as r')
            .select('r.member_uuid')
            .whereRef('r.event_uuid', '=', 'events.uuid')
            .where('r.answer', '=', literal('yes'))
            // Not a join, which would read the answers of the whole event or the members of all clubs.
            .where('r.member_uuid', '=', (of) =>
              of
                .selectFrom('members as m')
                .select('m.uuid')
                .whereRef('m.organization_uuid', '=', 'events.organization_uuid')
                .where('m.user_uuid', '=', value('user')),
            ),
        )
        .$castTo<boolean>()
        .as('registered'),
    )
    .where('events.uuid', '=', value('event'))
    .where(visibleIn(seen, 'events.organization_uuid'));
}

/** What a row of the list needs; eighty descriptions would be a megabyte. */
const inRow = {
  uuid: 'uuid',
  name: 'name',
  date: 'date',
  endDate: 'end_date',
  eventType: 'event_type',
  maxParticipants: 'max_participants',
  registeredParticipants: 'registered_participants',
  startTime: 'start_time',
  endTime: 'end_time',
  place: 'place',
  asksAnswer: 'asks_answer',
  waitingList: 'waiting_list',
  cancelledAt: 'cancelled_at',
  series: 'series_uuid',
  groups: 'groups',
} as const;

export interface ListedEvent
  extends Pick<ClubEvent, keyof typeof inRow | keyof AnswerableEvent | 'over'> {
  /** The names of its groups; null for everyone. */
  readonly groupNames: string[] | null;
  /** Whether it concerns the actor's member (U4). */
  readonly concerned: boolean;
  /** The actor's own. */
  readonly answer: Answer | null;
  /** On the waiting list: their position, from 1. */
  readonly position: number | null;
  /** It is after the actor's last day. */
  readonly afterLeaving: boolean;
  /** Days from the club's today to its first one. */
  readonly ahead: number;
  /** Counted up to MANY_POLLS. */
  readonly polls: number;
  /** Whether one of these polls waits for the actor's answer. */
  readonly unanswered: boolean;
  /** The user's dates of its series that are folded behind it: how many, and their weekday (1 to 7) if it is one. */
  readonly further: readonly [count: number, weekday: number | null] | null;
}

/** The list counts no further, so that nobody can make it slow with endless polls. */
const MANY_POLLS = 100;

/**
 * The names of an event's existing groups; null for everyone.
 * @param event the alias of a row of `events`
 */
export const groupNames = (event = 'events') => {
  const groups = sql.ref(`${event}.groups`);
  return sql<string[] | null>`case when ${groups} <> '{}' then array(
    select g.name from groups g where g.uuid = any(${groups}) order by g.name) end`.as(
    'groupNames',
  );
};

/** The events of an organisation, in whatever order. */
export function eventsOf(db: Database, scope: Scope) {
  return db
    .selectFrom('events')
    .select(eventColumns)
    .where('events.organization_uuid', '=', scope.organization);
}

/** Events, with what the actor has answered. The caller says which ones. */
export function eventsWithAnswer(db: Database, { member }: Scope) {
  return db
    .selectFrom('events')
    .select([...eventColumns, givenTo(sql.ref('events.uuid'), member).as('answer'), groupNames()]);
}

/** The user's regular dates of a series after `until` are folded behind the last one before it (U5). */
interface Fold {
  /** 'YYYY-MM-DD', as `until` */
  readonly from: string;
  readonly until: string;
  /** An event whose series is not folded. */
  readonly unfolded?: string | undefined;
}

/** Whether the series of a row of `events` has dates of the user in these days. */
const hasOwnDate = (scope: Scope, days: RawBuilder<unknown>) => sql<boolean>`exists (
  select from events s where s.series_uuid = events.series_uuid and ${days} and ${isOwn('s', scope)})`;

const isOfUnfolded = ({ organization }: Scope, { unfolded }: Fold) => sql<boolean>`coalesce((
  select u.series_uuid = events.series_uuid from events u
  where u.uuid = ${unfolded ?? null}::uuid and u.organization_uuid = ${organization}), false)`;

/** Whether a date of a series takes place on the day that its rule says. */
const isRegular = (event: string) => {
  const of = (column: string) => sql.ref(`${event}.${column}`);
  return sql<boolean>`(${of('cancelled_at')} is null and ${of('date')} = ${of('series_date')})`;
};

/** Whether it is before the fold, or else the next date of its series. */
const isNear = (scope: Scope, fold: Fold) => sql<boolean>`(
  events.date <= ${fold.until}::date
  or not ${hasOwnDate(scope, sql`s.date >= ${fold.from}::date and s.date < events.date`)})`;

/** What the list shows of a series: its near dates, and those that have been moved or cancelled. */
const isBeforeFold = (scope: Scope, fold: Fold) => sql<boolean>`(
  events.series_uuid is null or ${isOfUnfolded(scope, fold)} or not ${isRegular('events')}
  or ${isNear(scope, fold)})`;

/** How many of the user's dates are folded behind a row, and their weekday, if it is one. */
const foldedBehind = (scope: Scope, fold: Fold | null) =>
  fold === null
    ? sql<ListedEvent['further']>`null`
    : sql<ListedEvent['further']>`case
        when events.series_uuid is not null and events.date >= ${fold.from}::date
          and not ${isOfUnfolded(scope, fold)} and ${isNear(scope, fold)}
          and not ${hasOwnDate(scope, sql`s.date > events.date and s.date <= ${fold.until}::date`)}
        then (
          select case when count(*) > 0 then json_build_array(count(*),
            case when min(extract(isodow from s.date)) = max(extract(isodow from s.date))
              then min(extract(isodow from s.date)) end) end
          from events s
          where s.series_uuid = events.series_uuid and ${isOwn('s', scope)} and ${isRegular('s')}
            and s.date > greatest(events.date, ${fold.until}::date)) end`;

/** The events of an organisation, with what the list shows the actor. */
export function listedEvents(
  db: Database,
  scope: Scope,
  { whose, fold }: { whose: Whose; fold: Fold | null },
) {
  return db
    .selectFrom('events')
    .select(selected('events', inRow))
    .where('events.organization_uuid', '=', scope.organization)
    .$if(whose === 'mine', (of) => of.where(isOwn('events', scope)))
    .$if(fold !== null, (of) => of.where(isBeforeFold(scope, fold as Fold)))
    .select(foldedBehind(scope, fold).as('further'))
    .select([givenTo(sql.ref('events.uuid'), scope.member).as('answer'), over, ...answerable])
    .select([groupNames(), concerns('events', scope.member).as('concerned')])
    .select(positionOf(scope.member).as('position'))
    .select(isAfterLeaving(sql.ref('events.date'), scope.member).as('afterLeaving'))
    .select(sql<number>`events.date - (select club_day(${scope.organization}))`.as('ahead'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom(
            eb
              .selectFrom('polls')
              .select(['uuid', 'closed'])
              .whereRef('event_uuid', '=', 'events.uuid')
              .limit(MANY_POLLS)
              .as('p'),
          )
          .leftJoin('poll_answers as a', (join) =>
            join.onRef('a.poll_uuid', '=', 'p.uuid').on('a.member_uuid', '=', scope.member),
          )
          .select((poll) => [
            poll.fn.countAll<number>().as('polls'),
            sql<boolean>`count(*) filter (where not p.closed and a.member_uuid is null
              and ${scope.member}::uuid is not null
              and ${pollsAsk(sql`events.uuid`, scope.member)}) > 0`.as('unanswered'),
          ])
          .as('p'),
      (join) => join.onTrue(),
    )
    .select(['p.polls', 'p.unanswered', anyGroups(scope).as('anyGroups')]);
}

/** Whether an organisation has any groups, for each row: no round trip of its own. */
export const anyGroups = ({ organization }: Scope) =>
  sql<boolean>`exists (select from groups where organization_uuid = ${organization})`;

/** For a list without rows to tell it. */
export async function hasGroups(db: Database, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select ${anyGroups(scope)} as any`.execute(db);
  return rows[0]?.any ?? false;
}

export function registeredEvents(db: Database, scope: Scope): Pieces<string> {
  const registered = db
    .selectFrom('answers as r')
    .innerJoin('events', 'events.uuid', 'r.event_uuid')
    .select(['events.uuid', 'events.date', 'events.start_time as startTime'])
    .where('r.member_uuid', '=', scope.member)
    .where('r.answer', '=', literal('yes'))
    .where('events.organization_uuid', '=', scope.organization);
  return inPieces(db, registered, byDate, { size: SMALL_ROWS }).map(({ uuid }) => uuid);
}

/** The members who registered for an event, in the order in which they did. */
export function registeredMembers(db: Database, event: ClubEvent): Pieces<string> {
  const registered = db
    .selectFrom('answers')
    .select(['member_uuid as member', microseconds('created_at').as('at')])
    .where('event_uuid', '=', event.uuid)
    .where('answer', '=', literal('yes'));
  return inPieces(db, registered, byEntry, { size: SMALL_ROWS }).map(({ member }) => member);
}

/**
 * Locks the event, so that other writes to it wait.
 * @returns the event as it stays until the transaction ends
 * @throws Problem 404 if it is gone
 */
export function lockEvent(
  db: Database,
  event: { uuid: string },
): Promise<ClubEvent & { version: number }> {
  return db
    .selectFrom('events')
    .select([...eventColumns, 'events.version'])
    .where('events.uuid', '=', event.uuid)
    .forNoKeyUpdate('events')
    .executeTakeFirstOrThrow(notFound);
}

/**
 * Locks those of the members that belong to the organisation, in the order of their ids, as
 * everything that locks several members does.
 */
export async function lockMembers(
  db: Database,
  scope: Scope,
  members: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('uuid')
    .where('organization_uuid', '=', scope.organization)
    .where('uuid', '=', anyOf(members))
    .orderBy('uuid')
    .forKeyShare()
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** A single parameter, however long the list: Postgres takes at most 65,535 of them. */
export function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

/** The members of the organisation by name, with whether they took part in an event (E6). */
export function attendees(db: Database, scope: Scope, event: ClubEvent) {
  const members = withMembersFound(db, scope, '')
    .selectFrom('found')
    .select(['uuid', 'firstName', 'lastName'])
    .select(tookPart(event, 'found'));
  return inPieces(db, members, byName);
}

/** Whether the member of a row took part. @param row the name of the query's table */
export const tookPart = ({ uuid }: ClubEvent, row: 'found' | 'listed') =>
  sql<boolean>`exists (
    select from participations p where p.event_uuid = ${uuid} and p.member_uuid = ${sql.ref(`${row}.uuid`)}
  )`.as('participated');
