import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { DB } from '#db/schema.generated';
import { DEFAULT_WAYS, type EventKind, type Kind, type Topic } from './schema';

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
    .where(isAhead(event))
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
      return (
        same
          // How it is told is decided anew, too.
          .doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at'), way: eb.ref('excluded.way') }))
          .where('notifications.sent_at', 'is', null)
      );
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
        .where(isAhead(event))
        .select(eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('reached'),
      countOf(db, members),
    ])
    .executeTakeFirstOrThrow()
    .then(({ reached, all }) => ({ reached, unreached: all - reached }));
}

const countOf = (db: Database, members: Members) =>
  db
    .selectFrom(members.as('all'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()
    .as('all');

/** These members, as far as they have a user whom mails of the organisation reach (N3). */
function reachable(
  db: Database,
  { organization }: { readonly organization: string },
  members: Members,
) {
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
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', 'in', members);
}

const isAhead = ({ uuid }: { readonly uuid: string }) => sql<boolean>`exists (
    select from events e join organizations o on o.uuid = e.organization_uuid
    where e.uuid = ${uuid}
      and event_end(e.date, e.end_date, e.start_time, e.end_time, o.time_zone) > now()
  )`;

/** A user who knows already, as it is they who act. */
export interface Actor {
  readonly uuid: string;
}

interface Audience {
  readonly but: Actor;
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

/** The members who have not answered: neither registered nor waiting, and not declined either. */
function silent(db: Database, event: Notification['event'], but: Actor | null): Members {
  const lacks = (table: 'registrations' | 'waiting_list' | 'declines') =>
    sql<boolean>`not exists (select from ${sql.table(table)} a
      where a.event_uuid = ${event.uuid} and a.member_uuid = members.uuid)`;
  const open = db
    .selectFrom('members')
    .select('members.uuid as member_uuid')
    .where('members.organization_uuid', '=', event.organization)
    .where(lacks('registrations'))
    .where(lacks('waiting_list'))
    .where(lacks('declines'));
  return but ? open.where('members.user_uuid', 'is distinct from', but.uuid) : open;
}

/** Whether the user of a row of 'ou' wants to be told of this at all (N2). */
const wants = (topic: Topic) => sql<boolean>`coalesce(
  (select way from notification_settings s where s.user_uuid = ou.user_uuid
    and s.organization_uuid = ou.organization_uuid and s.topic = ${topic}),
  (select way from notification_defaults d
    where d.organization_uuid = ou.organization_uuid and d.topic = ${topic}),
  ${DEFAULT_WAYS[topic]}) <> 'off'`;

/**
 * How many of those who have not answered a reminder would reach, and how many it would not, as they
 * have no user with a confirmed address or chose no mails of this (N2).
 * @param but whom remindOpen() passes over, as it is they who remind
 */
export async function countOpen(
  db: Database,
  event: Notification['event'],
  but: Actor | null = null,
): Promise<{ reached: number; unreached: number }> {
  const { reached, unreached } = await lookAtOpen(db, event, but);
  return { reached, unreached };
}

/** The same, with whether somebody has reminded them today: one round trip (N6). */
export async function lookAtOpen(
  db: Database,
  event: Notification['event'],
  but: Actor | null,
): Promise<{ reached: number; unreached: number; remindedToday: boolean }> {
  const open = silent(db, event, but);
  const { reached, all, remindedToday } = await db
    .selectNoFrom([
      reachable(db, event, open)
        .where(wants('answer_missing'))
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('reached'),
      countOf(db, open),
      sql<boolean>`exists (${reminderOfToday(event)})`.as('remindedToday'),
    ])
    .executeTakeFirstOrThrow();
  return { reached, unreached: all - reached, remindedToday };
}

/** The day on the club's clock. */
const clubsDay = ({ organization }: Notification['event']) =>
  sql<string>`(select (now() at time zone time_zone)::date::text
    from organizations where uuid = ${organization})`;

const reminderOfToday = (event: Notification['event']) => sql`select from reminders
  where event_uuid = ${event.uuid} and kind = 'asked' and occasion = ${clubsDay(event)}`;

/**
 * Whether somebody has reminded who has not answered today, by the club's clock (N6). Whoever is
 * about to remind holds the event (lockEvent), so that nobody else does meanwhile.
 */
export async function wasRemindedToday(
  db: Database,
  event: Notification['event'],
): Promise<boolean> {
  const { rows } = await reminderOfToday(event).execute(db);
  return rows.length > 0;
}

/**
 * Reminds who has not answered, except who does so, and notes it for the day. Nobody is reminded of
 * an event that takes no answers: cancelled, begun, or past its deadline. In a transaction.
 * @returns how many get a mail
 */
export async function remindOpen(
  db: Database,
  actor: Actor,
  event: Notification['event'],
): Promise<{ told: number }> {
  const { rows } = await sql<{ day: string }>`
    insert into reminders (event_uuid, organization_uuid, kind, occasion)
    select e.uuid, e.organization_uuid, 'asked', ${clubsDay(event)} from events e
    where e.uuid = ${event.uuid} and awaits_answers(e)
      and (e.sign_up_until is null or e.sign_up_until > now())
    on conflict do nothing returning occasion as day`.execute(db);
  const [noted] = rows;
  if (!noted) return { told: 0 };
  const told = await insertForMany(
    db,
    {
      kind: 'answer_missing',
      organization: event.organization,
      event: event.uuid,
      dedupe: `asked:${event.uuid}:${noted.day}`,
    },
    reachable(db, event, silent(db, event, actor)).where(wants('answer_missing')),
  );
  return { told };
}

/**
 * Tells members of a message, also those who want no mail of it: they find it on their board (N11,
 * N14). Part of the transaction of its cause, and one statement however many they are.
 * @returns how many have a user with a confirmed address
 */
export function notifyOfMessage(
  db: Database,
  { uuid, organization }: { readonly uuid: string; readonly organization: string },
  members: Members,
): Promise<number> {
  return insertForMany(
    db,
    { kind: 'message', organization, message: uuid, dedupe: `message:${uuid}` },
    reachable(db, { organization }, members),
  );
}

interface Told {
  readonly kind: Kind;
  readonly organization: string;
  readonly event?: string;
  readonly message?: string;
  readonly dedupe: string;
}

/** One statement, however many they are; they may wait for others (N12). @returns how many are new */
async function insertForMany(
  db: Database,
  { kind, organization, event, message, dedupe }: Told,
  receivers: ReturnType<typeof reachable>,
): Promise<number> {
  const found = receivers
    .select(['m.user_uuid', 'm.uuid as member_uuid'])
    .forKeyShare('m')
    .skipLocked();
  const { numAffectedRows } = await sql`
    insert into notifications
      (organization_uuid, user_uuid, member_uuid, event_uuid, message_uuid, kind, dedupe, bulk)
    select ${organization}::uuid, user_uuid, member_uuid, ${event ?? null}::uuid,
      ${message ?? null}::uuid, ${kind}, ${dedupe}, true
    from (${found}) as found
    on conflict (user_uuid, dedupe) do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Decides anew when and how to tell what waits for a digest, after somebody has chosen another way
 * or rhythm: it waits for another digest, or is due now. For nobody in no club, notification_way() is
 * what holds if nobody has chosen.
 * @param of a user in a club, or all of a club if its defaults are others
 */
export async function retime(
  db: Database,
  { user = null, organization }: { readonly user?: string | null; readonly organization: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    with club as (
      select time_zone, digest_rhythm, next_digest(time_zone, 'daily', now()) as daily,
        next_digest(time_zone, 'weekly', now()) as weekly
      from organizations where uuid = ${organization}
    ), waiting as (
      select n.id,
        case coalesce(ou.digest_rhythm, club.digest_rhythm) when 'daily' then club.daily
          else club.weekly end as digest,
        coalesce(s.way, d.way, notification_way(null, null, topic_of(n.kind))) as way,
        event_start(e.date, e.start_time, club.time_zone) as start
      from notifications n
      cross join club
      left join events e on e.uuid = n.event_uuid
      left join organization_users ou
        on ou.user_uuid = n.user_uuid and ou.organization_uuid = n.organization_uuid
      left join notification_settings s on s.user_uuid = n.user_uuid
        and s.organization_uuid = n.organization_uuid and s.topic = topic_of(n.kind)
      left join notification_defaults d
        on d.organization_uuid = n.organization_uuid and d.topic = topic_of(n.kind)
      where n.organization_uuid = ${organization} and n.sent_at is null and n.way = 'digest'
        and n.due_at > now() and (${user}::uuid is null or n.user_uuid = ${user})
    ), decided as (
      select id, digest, way = 'digest' and (start is null or digest < start) as waits from waiting
    )
    update notifications n
    set way = case when waits then 'digest' else 'mail' end,
      due_at = case when waits then digest else now() end
    from decided
    where n.id = decided.id and not (waits and n.due_at = digest)`.execute(db);
  if (numAffectedRows) await sql`select graphile_worker.add_job('notifications')`.execute(db);
}
