import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import type { DB } from '#db/schema.generated';
import { isBlocked } from '~/mail/failures.server';
import {
  chosenIn,
  defaultIn,
  digestOf,
  digestsOf,
  inTime,
  usefulUntil,
  wayOf,
} from './queries/ways.server';
import { KINDS, minutesOf } from './rules/kinds.server';
import { reachedUsers } from './rules/reached.server';
import type { EventKind, Kind, SeriesKind } from './schema';

/** What is told, about which event, and a key that makes a repeated cause one mail. */
export interface Notification {
  readonly kind: EventKind | SeriesKind;
  readonly event: { readonly uuid: string; readonly organization: string };
  readonly dedupe: string;
  /** The old values, which the mail can no longer read from the event. */
  readonly details?: object;
  /** Goes to many and may wait for others (N12). */
  readonly bulk?: boolean;
}

/** Members by the column `member_uuid`. */
// biome-ignore lint/suspicious/noExplicitAny: the members may come from any tables.
export type Members = SelectQueryBuilder<DB, any, { member_uuid: string }>;

/**
 * Tells members by mail, if they have a user in the organisation with a confirmed address. Part of
 * the transaction of its cause, and one statement however many there are.
 *
 * Nobody is told about a past event. Skips a member who is just being deleted: that transaction has
 * locked the member and may wait for the event that we have locked (0008-answers.sql).
 * @returns how many will get a mail, not counting those already waiting for one of this kind
 */
export async function notify(db: Database, notification: Notification, members: Members) {
  const { wanted } = await tell(db, toldOf(notification), held(ahead(db, notification, members)));
  return wanted;
}

/** Tells very many members, in a job; these mails may wait for others (N12). */
export async function notifyMany(db: Database, notification: Notification, members: Members) {
  await inSlices(db, toldOf(notification), () => ahead(db, notification, members));
}

const toldOf = ({ event, ...what }: Notification) => ({
  ...what,
  organization: event.organization,
  event: event.uuid,
});

const ahead = (db: Database, { event }: Pick<Notification, 'event'>, members: Members) =>
  reachable(db, event, members).where(isAhead(event));

/** How many of the members will get a mail, and how many will not. */
export interface Reach {
  readonly reached: number;
  readonly unreached: number;
}

/** The kinds about changes. None of them is news that can be switched off by group (U9). */
export type ChangeKind =
  | 'event_changed'
  | 'event_cancelled'
  | 'event_restored'
  | 'series_changed'
  | 'series_cancelled';

/** How many members have the same answers, as the caller numbers them. */
export interface Counted extends Reach {
  readonly answered: number | null;
  readonly open: number | null;
  readonly declined: number | null;
}

/**
 * Counts whom mails would reach, in one round trip, however many members there are: members and the
 * club's settings are aggregated by user, since a lookup for each, or a join planned for a few,
 * would take seconds for a large club.
 * @param members a query for `member_uuid`, `user_uuid`, which may be null, `answered`, `open` and
 *   `declined`; if a member appears more than once, the least of each counts
 */
export async function countReached(
  db: Database,
  { organization, kind, but }: { organization: string; kind: ChangeKind; but: ActingUser },
  members: RawBuilder<unknown>,
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`with ${plannedEachTime} person as (
      select bool_or(told) and not bool_or(unconfirmed) and coalesce(
          bool_or(wants), ${defaultIn(organization, kind)} <> 'off') as reached,
        min(answered) as answered, min(open) as open, min(declined) as declined
      from (
        select coalesce(user_uuid, member_uuid) as uuid, user_uuid is not null as told,
          false as unconfirmed, null::boolean as wants, answered, open, declined
        from (${members}) as m where user_uuid is distinct from ${but.uuid}
        union all
        select user_uuid, false, false, way <> 'off', null, null, null
        from (${chosenIn(organization, kind)}) as chosen
        union all
        select u.uuid, false, true, null, null, null, null
        from users u join organization_users ou
          on ou.organization_uuid = ${organization} and ou.user_uuid = u.uuid
        where not u.activated
      ) as each
      group by uuid
    )
    select answered, open, declined, count(*) filter (where reached) as reached,
      count(*) filter (where not reached) as unreached
    from person where num_nonnulls(answered, open, declined) > 0
    group by answered, open, declined`.execute(db);
  return rows;
}

/** Collected once: in a new database, Postgres would otherwise collect them for each member. */
const isAmong = (members: Members) => sql<boolean>`m.uuid = any(array(${members}))`;

/** Those of these members with a user whom the organisation's mails reach (N3). */
export function reachable(
  db: Database,
  { organization }: { readonly organization: string },
  members: Members,
) {
  return db
    .selectFrom('members as m')
    .innerJoin(reachedUsers.as('u'), (join) =>
      join
        .onRef('u.uuid', '=', 'm.user_uuid')
        .onRef('u.organization_uuid', '=', 'm.organization_uuid'),
    )
    .where('m.organization_uuid', '=', organization)
    .where(isAmong(members));
}

const isAhead = ({ uuid }: { readonly uuid: string }) => sql<boolean>`exists (
    select from events e where e.uuid = ${uuid} and not e.over)`;

/** The acting user, who already knows. */
export interface ActingUser {
  readonly uuid: string;
}

interface Audience {
  readonly but: ActingUser;
  /** Also those who will not come. */
  readonly declined?: boolean;
}

/**
 * Whether an answer `a` means that its member counts on the event: they come or wait, or optionally
 * declined it themselves. Absent members stay absent if it moves within these days (L8).
 */
export const countsOn = ({ declined }: { declined: RawBuilder<unknown> }) =>
  sql<boolean>`(a.promised or ${declined} and a.absence_uuid is null)`;

/** The members who count on an event. */
export function answerers(
  db: Database,
  event: { readonly uuid: string },
  { but, declined = false }: Audience,
): Members {
  return db
    .selectFrom('answers as a')
    .innerJoin('members', 'members.uuid', 'a.member_uuid')
    .select('a.member_uuid')
    .where('a.event_uuid', '=', event.uuid)
    .where(countsOn({ declined: sql.lit(declined) }))
    .modifyFront(plannedEachTime)
    .where('members.user_uuid', 'is distinct from', but.uuid);
}

/**
 * Tells members about a message, even those who want no mail about it and find it on their board
 * (N11, N14). Part of the transaction of its cause.
 * @returns how many have a user with a confirmed address
 */
export function notifyOfMessage(
  db: Database,
  { uuid, organization }: { readonly uuid: string; readonly organization: string },
  members: Members,
): Promise<number> {
  const what = { kind: 'message', organization, message: uuid, dedupe: `message:${uuid}` } as const;
  return inSlices(db, what, () => reachable(db, { organization }, members));
}

/** The permissions `p` of a row's club that get mails about members: the admins' if there are no member editors. */
export const receivesMemberMail = (organization: RawBuilder<unknown>) =>
  sql<boolean>`p.organization_uuid = ${organization} and p.permission = case when exists (
      select from permissions e
      where e.organization_uuid = ${organization} and e.permission = 'EDIT_MEMBERS')
    then 'EDIT_MEMBERS' else 'ORGANIZATION_ADMIN' end`;

/** These permissions `p` with users `u` who can log in, to be joined to the row. */
export const keepersOf = (organization: RawBuilder<unknown>) => sql`permissions p
    on ${receivesMemberMail(organization)}
    join users u on u.uuid = p.user_uuid and u.activated`;

/** How many people hear of a change of contact data; no club has more member editors. */
const MOST_EDITORS = 100;

/**
 * Tells those who look after members that a member, locked by the caller, has changed these parts
 * of their contact data (O3). Until it is sent, further changes are merged into it.
 */
export async function notifyOfContact(
  db: Database,
  { organization, member }: { readonly organization: string; readonly member: string },
  parts: readonly string[],
  but: ActingUser,
): Promise<void> {
  const editors = sql<unknown>`
    select p.user_uuid, null::uuid as member_uuid
    from organizations o join ${keepersOf(sql.ref('o.uuid'))}
    where o.uuid = ${organization} and p.user_uuid <> ${but.uuid}
    order by p.user_uuid limit ${MOST_EDITORS}`;
  await tell(
    db,
    {
      kind: 'contact_changed',
      organization,
      contact: member,
      dedupe: `contact:${member}`,
      details: Object.fromEntries(parts.map((part) => [part, true])),
      bulk: true,
    },
    editors,
  );
}

async function inSlices(db: Database, what: Told, receivers: () => ReturnType<typeof reachable>) {
  let count = 0;
  for await (const slice of slicesOf(db, memberKeys(what.organization))) {
    const these = receivers().where(isWithin('m.uuid', slice)).orderBy('m.uuid').limit(slice.most);
    count += (await tell(db, { ...what, bulk: true }, held(these))).told;
  }
  return count;
}

export const memberKeys = (organization: string) =>
  sql`select uuid as key from members where organization_uuid = ${organization}`;

/** Keys per statement, to stay far from a connection's time limits. */
const AT_ONCE = 10_000;

export interface Slice {
  readonly after: string | null;
  readonly upTo: string | null;
  readonly most: number;
}

/** Keys in slices, in their order. @param keys a query for their column `key` */
export async function* slicesOf(
  db: Database,
  keys: RawBuilder<unknown>,
  most = AT_ONCE,
): AsyncGenerator<Slice> {
  let after: string | null = null;
  do {
    const { rows }: { rows: { key: string }[] } = await sql<{ key: string }>`
      select key from (${keys}) as keys where ${isWithin('key', { after, upTo: null })}
      order by key offset ${most - 1} limit 1`.execute(db);
    const upTo: string | null = rows[0]?.key ?? null;
    yield { after, upTo, most };
    after = upTo;
  } while (after !== null);
}

/** Whether a column is a key of a slice. */
export const isWithin = (
  column: string,
  { after, upTo }: Pick<Slice, 'after' | 'upTo'>,
) => sql<boolean>`
  (${after}::uuid is null or ${sql.ref(column)} > ${after})
  and (${upTo}::uuid is null or ${sql.ref(column)} <= ${upTo})`;

export interface Told {
  readonly kind: Kind;
  readonly organization: string;
  readonly event?: string;
  readonly poll?: string;
  readonly message?: string;
  /** The member whose contact data have changed. */
  readonly contact?: string;
  readonly dedupe: string;
  readonly details?: object;
  /** Columns of the receivers query, for what is not the same for all. */
  readonly ofEach?: { readonly event: RawBuilder<unknown>; readonly details: RawBuilder<unknown> };
  /** Goes to many and may wait for others (N12). */
  readonly bulk?: boolean;
  /** In the next digest, whatever the receiver's settings. */
  readonly collected?: true;
}

/** Finds members, with the locks of `notify`. */
const held = (members: ReturnType<typeof reachable>) =>
  members.select(['m.user_uuid', 'm.uuid as member_uuid']).forKeyShare('m').skipLocked();

/**
 * Puts notifications into the outbox: the only way into it, besides the triggers of the waiting
 * list (0009-promotion.sql). One statement, however many there are. Nothing with the same `dedupe`
 * is told twice.
 *
 * How each is sent is decided when it is due (deciding.server.ts); for very many receivers it is
 * decided here by the same rules, so that users who want none cost nothing, and those with digests
 * get it in their next one.
 * @param receivers a query for `user_uuid` and `member_uuid`, each user once
 * @returns how many are new, and how many of them get a mail; the others find it on their board (N14)
 */
export async function tell(db: Database, told: Told, receivers: Expression<unknown>) {
  const { kind, organization, poll = null, message = null, contact = null, dedupe } = told;
  const { event, details } = told.ofEach ?? {
    event: told.event ?? null,
    details: JSON.stringify(told.details ?? {}),
  };
  const { early = false, collects } = KINDS[kind];
  const user = sql.ref<string>('receiver.user_uuid');
  const way = wayOf(kind, { user, organization: sql.val(organization) }, sql`${event}::uuid`);
  const until = sql<Date | null>`(
    select ${usefulUntil(sql`${kind}::text`)} from events e where e.uuid = ${event}::uuid)`;
  const waits = sql<boolean>`(way = 'digest' or ${told.collected ?? false})
    and ${inTime(sql`digest`, until)}`;
  const minutes = told.collected ? 0 : minutesOf(kind);
  const { rows } = await sql<{ told: number; wanted: number }>`
    with receiver as (${receivers}), club as materialized (${digestsOf(organization)}), asked as (
      select receiver.*, ${way} as way, ${early ? digestOf(user, organization) : sql`null::timestamptz`} as digest
      from receiver cross join club
    ), decided as (
      select asked.*, ${early ? waits : sql`false`} as waits from asked
      ${early ? sql`where way <> 'off'` : sql``}
    ), told as (
      insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, poll_uuid,
        message_uuid, contact_uuid, kind, details, dedupe, bulk, way, due_at)
      select ${organization}::uuid, user_uuid, member_uuid, ${event}::uuid, ${poll}::uuid,
        ${message}::uuid, ${contact}::uuid, ${kind}, ${details}::jsonb,
        ${dedupe}, ${told.bulk ?? false}, case when waits then 'digest' else 'mail' end,
        case when waits then digest else now() + make_interval(mins => ${minutes}) end
      from decided
      on conflict (user_uuid, dedupe) do ${collects ? mergeIntoWaiting : sql`nothing`}
      returning user_uuid
    )
    select count(*) as told, count(*) filter (
      where way <> 'off' and not ${isBlocked(sql.ref('u.email'))}) as wanted
    from told join decided using (user_uuid) join users u on u.uuid = user_uuid`.execute(db);
  return rows[0] ?? { told: 0, wanted: 0 };
}

/**
 * Updates a notification that is still waiting: it is postponed, and how it is sent is decided
 * again. It keeps the old values, and adds further dates and receivers.
 */
const mergeIntoWaiting = sql`update set due_at = excluded.due_at, way = excluded.way,
  details = excluded.details || notifications.details
    || case when excluded.details ? 'dates' then jsonb_build_object('dates',
      (excluded.details -> 'dates') || (notifications.details -> 'dates')) else '{}' end
  where notifications.sent_at is null`;
