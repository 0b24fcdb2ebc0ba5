import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import type { EventKind, SeriesKind } from './schema';
import { type Former, isOnOtherDays, isOther } from './view';

/** What is told, about which event, and what makes the same cause that comes twice one mail. */
export interface Notification {
  readonly kind: EventKind;
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
  const of = (table: 'registrations' | 'waiting_list') =>
    db.selectFrom(table).select('member_uuid').where('event_uuid', '=', event.uuid);
  const coming = of('registrations').unionAll(of('waiting_list'));
  // Who is absent is so wherever the event moves to within these days (L8).
  const declining = db
    .selectFrom('declines')
    .select('member_uuid')
    .where('event_uuid', '=', event.uuid)
    .where('absence_uuid', 'is', null);
  return db
    .selectFrom((declined ? coming.unionAll(declining) : coming).as('a'))
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

/** A date of a series, before an edit and after it. */
export interface ChangedDate {
  readonly before: Former;
  readonly after: Former &
    Notification['event'] & { readonly series: string | null; readonly asksAnswer: boolean };
}

/**
 * The same for an edit of many dates of a series: one mail for each user, however many of them they
 * count on (L9). Edits within five minutes are one, too.
 * @param changes of one series
 * @returns how many will get a mail
 */
export async function notifySeriesChange(
  db: Database,
  actor: Audience['but'],
  changes: readonly ChangedDate[],
): Promise<number> {
  const [first, ...others] = changes.filter(({ before, after }) => isOther(before, after));
  if (!first) return 0;
  const { series, uuid, organization } = first.after;
  return notifyOfDates(db, actor, {
    kind: 'series_changed',
    organization,
    dedupe: `series_changed:${series ?? uuid}`,
    collects: COLLECTED,
    dates: [first, ...others].map(({ before, after }) => {
      const { date, startTime, endDate, endTime, place } = before;
      return {
        event: after.uuid,
        former: { date, startTime, endDate, endTime, place },
        declined: after.asksAnswer && isOnOtherDays(before, after),
      };
    }),
  });
}

/**
 * Tells who counts on dates of a series that these are cancelled, in one mail for each user.
 * @param events of one organisation
 * @returns how many get a mail
 */
export async function notifySeriesCancelled(
  db: Database,
  actor: Audience['but'],
  events: readonly Notification['event'][],
): Promise<number> {
  const [first] = events;
  if (!first) return 0;
  return notifyOfDates(db, actor, {
    kind: 'series_cancelled',
    organization: first.organization,
    // Each cancellation is a cause of its own.
    dedupe: `series_cancelled:${crypto.randomUUID()}`,
    collects: 0,
    dates: events.map(({ uuid }) => ({ event: uuid, former: null, declined: false })),
  });
}

interface Dates {
  readonly kind: SeriesKind;
  readonly organization: string;
  readonly dedupe: string;
  readonly collects: number;
  readonly dates: ReadonlyArray<{
    readonly event: string;
    readonly former: Former | null;
    /** Whether it is told to who declined, too. */
    readonly declined: boolean;
  }>;
}

/**
 * One notification for each user who counts on any of these dates, with those that they count on: it
 * belongs to the first of them. One that still waits keeps what it knows, and learns of the others.
 */
async function notifyOfDates(
  db: Database,
  actor: Audience['but'],
  { kind, organization, dedupe, collects, dates }: Dates,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with changed as (
      select e.uuid, e.date, t.former, t.declined
      from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb)
        as t (event uuid, former jsonb, declined boolean)
      join events e on e.uuid = t.event and e.organization_uuid = ${organization}
      join organizations o on o.uuid = e.organization_uuid
      where event_end(e.date, e.end_date, e.start_time, e.end_time, o.time_zone) > now()
    ), counting as (
      select a.member_uuid, changed.* from registrations a join changed on changed.uuid = a.event_uuid
      union all
      select a.member_uuid, changed.* from waiting_list a join changed on changed.uuid = a.event_uuid
      union all
      select a.member_uuid, changed.* from declines a join changed on changed.uuid = a.event_uuid
      where changed.declined and a.absence_uuid is null
    ), told as (
      select m.uuid, m.user_uuid
      from members m
      join users u on u.uuid = m.user_uuid and u.activated
      join organization_users ou
        on ou.user_uuid = m.user_uuid and ou.organization_uuid = m.organization_uuid
      where m.organization_uuid = ${organization} and m.user_uuid <> ${actor.uuid}
        and m.uuid in (select member_uuid from counting)
      for key share of m skip locked
    )
    insert into notifications
      (organization_uuid, user_uuid, member_uuid, event_uuid, kind, details, dedupe, due_at)
    select ${organization}::uuid, told.user_uuid, told.uuid,
      (array_agg(counting.uuid order by counting.date, counting.uuid))[1], ${kind}::text,
      jsonb_build_object('dates', jsonb_object_agg(counting.uuid, counting.former)),
      ${dedupe}::text, now() + make_interval(mins => ${collects})
    from told join counting on counting.member_uuid = told.uuid
    group by told.uuid, told.user_uuid
    on conflict (user_uuid, dedupe) do update set
      due_at = excluded.due_at,
      details = jsonb_build_object('dates',
        (excluded.details -> 'dates') || (notifications.details -> 'dates'))
    where notifications.sent_at is null`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Puts a message to many into the outbox (N11), also of those who want no mails of this kind: they
 * read it on the board. One statement however many they are, and once however often it is called.
 * @returns how many have a user with a confirmed address, and read it
 */
export async function notifyOfMessage(
  db: Database,
  { uuid, organization }: { readonly uuid: string; readonly organization: string },
  members: Members,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into notifications
      (organization_uuid, user_uuid, member_uuid, message_uuid, kind, bulk, dedupe, due_at)
    select m.organization_uuid, m.user_uuid, m.uuid, ${uuid}::uuid, 'message', true,
      ${`message:${uuid}`}::text, now()
    from members m
    join users u on u.uuid = m.user_uuid and u.activated
    join organization_users ou
      on ou.user_uuid = m.user_uuid and ou.organization_uuid = m.organization_uuid
    where m.organization_uuid = ${organization} and m.uuid in (${members})
    for key share of m skip locked
    on conflict (user_uuid, dedupe) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
