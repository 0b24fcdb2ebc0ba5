import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import { type Former, isOnOtherDays, isOther, type Kind } from './view';

/** What is told, about which event, and what makes the same cause that comes twice one mail. */
export interface Notification {
  readonly kind: Kind;
  readonly event: { readonly uuid: string; readonly organization: string };
  readonly dedupe: string;
  /** What the mail cannot read from the event any more: the old values. */
  readonly details?: object;
  /**
   * Waits so many minutes for more of the same: one that is still waiting is put off, and keeps its
   * details.
   */
  readonly collects?: number;
}

/** Members by the column `member_uuid`. */
// biome-ignore lint/suspicious/noExplicitAny: whatever tables the members come from.
export type Members = SelectQueryBuilder<DB, any, { member_uuid: string }>;

/**
 * Tells members by mail, as far as they have a user with a confirmed address who belongs to the
 * organisation. Part of the transaction of its cause, and one statement however many they are.
 *
 * Of an event that is over nobody is told. Passes over a member that somebody is deleting just then:
 * they hold the member and may wait for the event that we hold (migration 0008).
 * @returns how many will get a mail, without those who wait for one of this kind already
 */
export async function notify(
  db: Database,
  { kind, event, dedupe, details = {}, collects = 0 }: Notification,
  members: Members,
): Promise<number> {
  const found = reachable(db, event, members)
    .select([
      'm.organization_uuid',
      'm.user_uuid',
      'm.uuid as member_uuid',
      sql<string>`${event.uuid}::uuid`.as('event_uuid'),
      sql<string>`${kind}::text`.as('kind'),
      sql<string>`${JSON.stringify(details)}::jsonb`.as('details'),
      sql<string>`${dedupe}::text`.as('dedupe'),
      sql<Date>`now() + make_interval(mins => ${collects})`.as('due_at'),
    ])
    .$narrowType<{ user_uuid: string }>()
    .forKeyShare('m')
    .skipLocked();
  const { numInsertedOrUpdatedRows: told } = await db
    .insertInto('notifications')
    .columns([
      'organization_uuid',
      'user_uuid',
      'member_uuid',
      'event_uuid',
      'kind',
      'details',
      'dedupe',
      'due_at',
    ])
    .expression(found)
    .onConflict((waiting) => {
      const same = waiting.columns(['user_uuid', 'dedupe']);
      if (collects === 0) return same.doNothing();
      return same
        .doUpdateSet({ due_at: (eb) => eb.ref('excluded.due_at') })
        .where('notifications.sent_at', 'is', null);
    })
    .executeTakeFirstOrThrow();
  return Number(told);
}

/** How many of the members a mail reaches, and how many it does not. */
export async function countReached(
  db: Database,
  event: Notification['event'],
  members: Members,
): Promise<{ reached: number; unreached: number }> {
  return db
    .selectNoFrom((eb) => [
      reachable(db, event, members)
        .select(eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('reached'),
      db
        .selectFrom(members.as('all'))
        .select(eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('all'),
    ])
    .executeTakeFirstOrThrow()
    .then(({ reached, all }) => ({ reached, unreached: all - reached }));
}

function reachable(db: Database, event: Notification['event'], members: Members) {
  return db
    .selectFrom('members as m')
    .innerJoin('users as u', (join) =>
      join.onRef('u.uuid', '=', 'm.user_uuid').on('u.activated', '=', true),
    )
    .innerJoin('organization_users as ou', (join) =>
      join
        .onRef('ou.user_uuid', '=', 'm.user_uuid')
        .onRef('ou.organization_uuid', '=', 'm.organization_uuid'),
    )
    .where('m.organization_uuid', '=', event.organization)
    .where('m.uuid', 'in', members)
    .where(
      sql<boolean>`exists (
        select from events e join organizations o on o.uuid = e.organization_uuid
        where e.uuid = ${event.uuid}
          and event_end(e.date, e.end_date, e.start_time, e.end_time, o.time_zone) > now()
      )`,
    );
}

interface Audience {
  /** A user who knows already, as it is they who act. */
  readonly but: { readonly uuid: string };
  /** Also those who will not come. */
  readonly declined?: boolean;
}

/** The members who count on an event: who comes and who waits. */
export function answerers(
  db: Database,
  event: { readonly uuid: string },
  { but, declined = false }: Audience,
): Members {
  const of = (table: 'registrations' | 'waiting_list' | 'declines') =>
    db.selectFrom(table).select('member_uuid').where('event_uuid', '=', event.uuid);
  const coming = of('registrations').unionAll(of('waiting_list'));
  return db
    .selectFrom((declined ? coming.unionAll(of('declines')) : coming).as('a'))
    .innerJoin('members', 'members.uuid', 'a.member_uuid')
    .select('a.member_uuid')
    .where('members.user_uuid', 'is distinct from', but.uuid);
}

/** More changes within so many minutes are one mail (N5). */
const COLLECTED = 5;

/**
 * Tells who counts on an event that it has another date, time or place (J10); if the day is
 * another, also who declined where answers are asked for.
 */
export async function notifyOfChange(
  db: Database,
  actor: Audience['but'],
  before: Former,
  after: Former & Notification['event'] & { readonly asksAnswer: boolean },
): Promise<void> {
  if (!isOther(before, after)) return;
  const { date, startTime, endDate, endTime, place } = before;
  await notify(
    db,
    {
      kind: 'event_changed',
      event: after,
      dedupe: `event_changed:${after.uuid}`,
      details: { date, startTime, endDate, endTime, place },
      collects: COLLECTED,
    },
    answerers(db, after, {
      but: actor,
      declined: after.asksAnswer && isOnOtherDays(before, after),
    }),
  );
}

/** Everything that a mail about an event may say, as it is now; undefined if nobody is to get it. */
export function notificationById(db: Database, id: string) {
  return (
    db
      .selectFrom('notifications as n')
      // Nobody who left, or whose member is another's by now, learns anything.
      .innerJoin('members as m', (join) =>
        join.onRef('m.uuid', '=', 'n.member_uuid').onRef('m.user_uuid', '=', 'n.user_uuid'),
      )
      .innerJoin('users as u', (join) =>
        join.onRef('u.uuid', '=', 'n.user_uuid').on('u.activated', '=', true),
      )
      .innerJoin('organization_users as ou', (join) =>
        join
          .onRef('ou.user_uuid', '=', 'n.user_uuid')
          .onRef('ou.organization_uuid', '=', 'n.organization_uuid'),
      )
      .innerJoin('organizations as o', 'o.uuid', 'n.organization_uuid')
      .innerJoin('events as e', 'e.uuid', 'n.event_uuid')
      .leftJoin('registrations as r', (join) =>
        join.onRef('r.event_uuid', '=', 'e.uuid').onRef('r.member_uuid', '=', 'm.uuid'),
      )
      .leftJoin('waiting_list as w', (join) =>
        join.onRef('w.event_uuid', '=', 'e.uuid').onRef('w.member_uuid', '=', 'm.uuid'),
      )
      .leftJoin('declines as d', (join) =>
        join.onRef('d.event_uuid', '=', 'e.uuid').onRef('d.member_uuid', '=', 'm.uuid'),
      )
      .select([
        'n.kind',
        'n.details',
        'u.email',
        'u.first_name as firstName',
        'o.name as organization',
        'e.uuid as event',
        'e.name',
        'e.date',
        'e.start_time as startTime',
        'e.end_date as endDate',
        'e.end_time as endTime',
        'e.place',
        'e.event_type as eventType',
        'e.asks_answer as asksAnswer',
        'e.cancel_reason as cancelReason',
        'r.places as registered',
        'w.places as waiting',
      ])
      .select((eb) => [
        eb('d.member_uuid', 'is not', null).$castTo<boolean>().as('declined'),
        eb('e.cancelled_at', 'is not', null).$castTo<boolean>().as('cancelled'),
        eb('e.max_participants', '-', eb.ref('e.registered_participants')).as('free'),
      ])
      .select([
        sql<boolean>`now() >= event_start(e.date, coalesce(e.start_time, time '24:00'), o.time_zone)`.as(
          'begun',
        ),
        sql<boolean>`now() >= event_end(e.date, e.end_date, e.start_time, e.end_time, o.time_zone)`.as(
          'over',
        ),
      ])
      .where('n.id', '=', sql<number>`${id}::bigint`)
      .executeTakeFirst()
  );
}

export type NotificationForMail = NonNullable<Awaited<ReturnType<typeof notificationById>>>;
