import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { membersInOrder, type Part } from '~/features/members/queries.server';
import { type Actor, type Scope, scopeOf, visibleOrganizations } from '~/kernel/actor';
import type { Position } from './position';
import type { EventType } from './schema';

export interface ClubEvent {
  readonly uuid: string;
  readonly organization: string;
  readonly name: string;
  /** 'YYYY-MM-DD' */
  readonly date: string;
  readonly eventType: EventType;
  readonly maxParticipants: number;
  readonly registeredParticipants: number;
}

export const eventColumns = [
  'events.uuid',
  'events.organization_uuid as organization',
  'events.name',
  'events.date',
  'events.event_type as eventType',
  'events.max_participants as maxParticipants',
  'events.registered_participants as registeredParticipants',
] as const;

/**
 * The subject of what is done with an event: null if it must not be known to exist. `registered`:
 * the actor is.
 */
export async function eventInScope(
  { db, actor }: { db: Database; actor: Actor },
  uuid: string,
): Promise<{ scope: Scope; event: ClubEvent & { version: number }; registered: boolean } | null> {
  const visible = visibleOrganizations(actor);
  if (visible.length === 0) return null;
  let query = db
    .selectFrom('events')
    .select([...eventColumns, 'events.version'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('registrations as r')
            .innerJoin('members as m', 'm.uuid', 'r.member_uuid')
            .select('r.member_uuid')
            .whereRef('r.event_uuid', '=', 'events.uuid')
            .where('m.user_uuid', '=', actor.uuid),
        )
        .$castTo<boolean>()
        .as('registered'),
    )
    .where('events.uuid', '=', uuid);
  if (visible !== 'all') query = query.where('events.organization_uuid', 'in', visible);
  const found = await query.executeTakeFirst();
  const scope = found && scopeOf(actor, found.organization);
  if (!scope) return null;
  const { registered, ...event } = found;
  return { scope, event, registered };
}

export type ListedEvent = ClubEvent & { readonly registered: boolean };

/**
 * The events nearest to a position on both sides, nearest first, in one round trip.
 * @param boundary the position, and the side that an event right there belongs to
 * @param count rows of each side at most
 */
export async function eventsAround(
  db: Database,
  scope: Scope,
  boundary: Position & { belongsTo: 'earlier' | 'later' },
  count: number,
): Promise<{ earlier: ListedEvent[]; later: ListedEvent[] }> {
  const here = sql`(${boundary.date}::date, ${boundary.uuid}::uuid)`;
  const place = sql`(events.date, events.uuid)`;
  const listed = listedEvents(db, scope);
  const earlier = listed
    .select(sql<boolean>`false`.as('isLater'))
    .where(
      boundary.belongsTo === 'earlier'
        ? sql<boolean>`${place} <= ${here}`
        : sql<boolean>`${place} < ${here}`,
    )
    .orderBy('events.date', 'desc')
    .orderBy('events.uuid', 'desc')
    .limit(count);
  const later = listed
    .select(sql<boolean>`true`.as('isLater'))
    .where(
      boundary.belongsTo === 'later'
        ? sql<boolean>`${place} >= ${here}`
        : sql<boolean>`${place} > ${here}`,
    )
    .orderBy('events.date')
    .orderBy('events.uuid')
    .limit(count);
  const rows = await db
    .selectFrom(earlier.as('earlier'))
    .selectAll()
    .unionAll(db.selectFrom(later.as('later')).selectAll())
    .execute();
  // A union promises no order.
  rows.sort((a, b) => (a.date === b.date ? compare(a.uuid, b.uuid) : compare(a.date, b.date)));
  return {
    earlier: rows.filter(({ isLater }) => !isLater).reverse(),
    later: rows.filter(({ isLater }) => isLater),
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Every event in order, or those that follow `after`, up to `limit`. */
export async function eventsInOrder(
  db: Database,
  scope: Scope,
  { after, limit }: { after?: Position; limit?: number },
): Promise<ClubEvent[]> {
  let query = db
    .selectFrom('events')
    .select(eventColumns)
    .where('events.organization_uuid', '=', scope.organization)
    .orderBy('events.date')
    .orderBy('events.uuid');
  if (after) {
    query = query.where(
      sql<boolean>`(events.date, events.uuid) > (${after.date}::date, ${after.uuid}::uuid)`,
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

function listedEvents(db: Database, scope: Scope) {
  return db
    .selectFrom('events')
    .leftJoin('registrations as r', (join) =>
      join.onRef('r.event_uuid', '=', 'events.uuid').on('r.member_uuid', '=', scope.member),
    )
    .select(eventColumns)
    .select((eb) => eb('r.member_uuid', 'is not', null).$castTo<boolean>().as('registered'))
    .where('events.organization_uuid', '=', scope.organization);
}

/** Where the actor is registered, in the organisation's order of events. */
export async function registeredEvents(db: Database, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations as r')
    .innerJoin('events', 'events.uuid', 'r.event_uuid')
    .select('events.uuid')
    .where('r.member_uuid', '=', scope.member)
    .where('events.organization_uuid', '=', scope.organization)
    .orderBy('events.date')
    .orderBy('events.uuid')
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** The members who registered for an event, in the order in which they did. */
export async function registeredMembers(db: Database, event: ClubEvent): Promise<string[]> {
  const rows = await db
    .selectFrom('registrations')
    .select('member_uuid as member')
    .where('event_uuid', '=', event.uuid)
    .orderBy('created_at')
    .orderBy('member_uuid')
    .execute();
  return rows.map(({ member }) => member);
}

/**
 * Locks what a registration touches, in the one order that holds everywhere (migration 0008): the
 * member, then the event. So nothing that happens to either of them at the same time can end in a
 * deadlock.
 * @param member must be linked to the actor, still
 * @returns the event as it is now and stays until the transaction ends, and whether the member is
 *   still there; undefined if the event is gone
 */
export function lockPlace(
  db: Database,
  actor: Actor,
  { member, event }: { member: string; event: { uuid: string } },
): Promise<(ClubEvent & { memberHeld: boolean }) | undefined> {
  return (
    db
      .with('held', (cte) =>
        cte
          .selectFrom('members')
          .select('uuid')
          .where('uuid', '=', member)
          .where('user_uuid', '=', actor.uuid)
          .forKeyShare(),
      )
      .selectFrom('events')
      .select(eventColumns)
      .select(sql<boolean>`exists (select from held)`.as('memberHeld'))
      .where('events.uuid', '=', event.uuid)
      // Always true. It has Postgres look for the member, and so lock it, before it looks for the
      // event.
      .where(sql<boolean>`(select count(*) from held) is not null`)
      .forNoKeyUpdate('events')
      .executeTakeFirst()
  );
}

/** Makes other writes to this event wait. @returns whether it is still there */
export async function lockEvent(db: Database, event: ClubEvent): Promise<boolean> {
  const locked = await db
    .selectFrom('events')
    .select('uuid')
    .where('uuid', '=', event.uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

/**
 * Locks those of the members that the organisation has, by id, as everything that locks several
 * does.
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

/** One parameter however long the list: Postgres takes at most 65,535 of them. */
export function anyOf(ids: readonly string[]) {
  return sql<string>`any(${ids}::uuid[])`;
}

export interface Attendee {
  readonly uuid: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly registered: boolean;
  readonly participated: boolean;
}

/**
 * Members by name, with whether they registered for the event and took part (E6): every one, or a
 * part of the list.
 */
export async function attendees(
  db: Database,
  scope: Scope,
  event: ClubEvent,
  part: Part = { q: '' },
): Promise<Attendee[]> {
  const direction = part.before ? 'desc' : 'asc';
  const rows = await db
    .selectFrom(membersInOrder(db, scope, part).as('m'))
    .leftJoin('registrations as r', (join) =>
      join.onRef('r.member_uuid', '=', 'm.uuid').on('r.event_uuid', '=', event.uuid),
    )
    .leftJoin('participations as p', (join) =>
      join.onRef('p.member_uuid', '=', 'm.uuid').on('p.event_uuid', '=', event.uuid),
    )
    .select(['m.uuid', 'm.firstName', 'm.lastName'])
    .select((eb) => eb('r.member_uuid', 'is not', null).$castTo<boolean>().as('registered'))
    .select((eb) => eb('p.member_uuid', 'is not', null).$castTo<boolean>().as('participated'))
    .orderBy('m.lastName', direction)
    .orderBy('m.firstName', direction)
    .orderBy('m.uuid', direction)
    .execute();
  return part.before ? rows.reverse() : rows;
}
