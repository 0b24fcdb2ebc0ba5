import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import type { DB } from '#db/schema.generated';
import { wants } from './queries/ways.server';
import type { EventKind, Kind, SeriesKind, Topic } from './schema';

/** What is told, about which event, and what makes the same cause that comes twice one mail. */
export interface Notification {
  readonly kind: EventKind | SeriesKind;
  readonly event: { readonly uuid: string; readonly organization: string };
  readonly dedupe: string;
  /** What the mail cannot read from the event any more: the old values. */
  readonly details?: object;
  /**
   * Waits so many minutes for more of the same: one that is still waiting is put off, and keeps its
   * details.
   */
  readonly collects?: number;
  /** What its receivers may want to hear nothing of: who does is not counted. */
  readonly topic?: Topic;
}

/** Members by the column `member_uuid`. */
// biome-ignore lint/suspicious/noExplicitAny: whatever tables the members come from.
export type Members = SelectQueryBuilder<DB, any, { member_uuid: string }>;

/**
 * Tells members by mail, as far as they have a user with a confirmed address who belongs to the
 * organisation. Part of the transaction of its cause, and one statement however many they are.
 *
 * Of an event that is over nobody is told. Passes over a member that somebody is deleting just then:
 * they hold the member and may wait for the event that we hold (0008-answers.sql).
 * @returns how many will get a mail, without those who wait for one of this kind already
 */
export async function notify(
  db: Database,
  notification: Notification,
  members: Members,
): Promise<number> {
  const { told } = await insertForMany(db, toldOf(notification), ahead(db, notification, members));
  return told;
}

/** The same for very many, in a job: they may wait for others (N12). */
export function notifyMany(
  db: Database,
  notification: Notification,
  members: Members,
): Promise<number> {
  const what = { ...toldOf(notification), bulk: true };
  return inSlices(db, what, () => ahead(db, notification, members));
}

const toldOf = ({ event, ...what }: Notification) => ({
  ...what,
  organization: event.organization,
  event: event.uuid,
});

const ahead = (db: Database, { event }: Pick<Notification, 'event'>, members: Members) =>
  reachable(db, event, members).where(isAhead(event));

/** How many of the members a mail reaches that they want, and how many it does not. */
export interface Reach {
  readonly reached: number;
  readonly unreached: number;
}

/** Counts whom mails about an event would reach, in one round trip. */
export async function countReached<Audience extends string>(
  db: Database,
  { event, topic }: { readonly event: Notification['event']; readonly topic: Topic },
  audiences: Readonly<Record<Audience, Members>>,
): Promise<Record<Audience, Reach>> {
  const names = Object.keys(audiences) as Audience[];
  const counts = names.map((name) => {
    const reached = ahead(db, { event }, audiences[name]).where(wants(topic));
    return sql<Reach>`(select jsonb_build_object('reached', reached, 'unreached', all_of - reached)
      from (select (select count(*) from (${reached.select('m.uuid')}) as r) as reached,
        (select count(*) from (${audiences[name]}) as a) as all_of) as counted)`.as(name);
  });
  return db.selectNoFrom(counts).$castTo<Record<Audience, Reach>>().executeTakeFirstOrThrow();
}

export const countOf = (db: Database, members: Members) =>
  db
    .selectFrom(members.as('all'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()
    .as('all');

/** They are gathered once: in a new database, Postgres would else gather them for each member. */
const isAmong = (members: Members) => sql<boolean>`m.uuid = any(array(${members}))`;

/** These members, as far as they have a user whom mails of the organisation reach (N3). */
export function reachable(
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
    .where(isAmong(members));
}

const isAhead = ({ uuid }: { readonly uuid: string }) => sql<boolean>`exists (
    select from events e where e.uuid = ${uuid} and not e.over)`;

/** A user who knows already, as it is they who act. */
export interface ActingUser {
  readonly uuid: string;
}

interface Audience {
  readonly but: ActingUser;
  /** Also those who will not come. */
  readonly declined?: boolean;
}

/**
 * Whether an answer `a` means that its member counts on the event: they come, or wait, or if so said
 * declined it themselves. Members who are absent are so wherever it moves to within these days (L8).
 */
export const countsOn = ({ declined }: { declined: RawBuilder<unknown> }) =>
  sql<boolean>`(a.answer <> 'no' or ${declined} and a.absence_uuid is null)`;

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

/** Members whom one statement looks at, so that it stays far from the limits of a connection. */
const AT_ONCE = 10_000;

/**
 * Tells members of a message, also those who want no mail of it: they find it on their board (N11,
 * N14). Part of the transaction of its cause.
 * @returns how many have a user with a confirmed address
 */
export async function notifyOfMessage(
  db: Database,
  { uuid, organization }: { readonly uuid: string; readonly organization: string },
  members: Members,
): Promise<number> {
  const what = { kind: 'message', organization, message: uuid, dedupe: `message:${uuid}` } as const;
  return inSlices(db, { ...what, bulk: true }, () => reachable(db, { organization }, members));
}

/** Of the club of a row of SQL: those of its permissions `p` that have the care of members, the admins' where nobody edits them. */
export const looksAfterMembers = (organization: RawBuilder<unknown>) =>
  sql<boolean>`p.organization_uuid = ${organization} and p.permission = case when exists (
      select from permissions e
      where e.organization_uuid = ${organization} and e.permission = 'EDIT_MEMBERS')
    then 'EDIT_MEMBERS' else 'ORGANIZATION_ADMIN' end`;

/** People whom one change of somebody's contact data is told; no club has more to look after members. */
const MOST_EDITORS = 100;

/**
 * Tells those who look after members that somebody has changed these parts of their contact data (O3),
 * whom the caller has locked. Until it is told, further changes join it.
 */
export async function notifyOfContact(
  db: Database,
  { organization, member }: { readonly organization: string; readonly member: string },
  parts: readonly string[],
  but: ActingUser,
): Promise<void> {
  const details = Object.fromEntries(parts.map((part) => [part, true]));
  await sql`
    insert into notifications (organization_uuid, user_uuid, contact_uuid, kind, details, dedupe, bulk, due_at)
    select p.organization_uuid, p.user_uuid, ${member}::uuid, 'contact_changed',
      ${JSON.stringify(details)}::jsonb, ${`contact:${member}`}, true, now() + interval '5 minutes'
    from permissions p
    join users u on u.uuid = p.user_uuid and u.activated
    where ${looksAfterMembers(sql`${organization}::uuid`)} and p.user_uuid <> ${but.uuid}
    order by p.user_uuid limit ${MOST_EDITORS}
    on conflict (user_uuid, dedupe) do ${collected}`.execute(db);
}

async function inSlices(
  db: Database,
  what: Told,
  receivers: () => ReturnType<typeof reachable>,
): Promise<number> {
  let past: string | null = null;
  let count = 0;
  do {
    const after: string | null = past;
    const slice = receivers()
      .$if(after !== null, (rest) => rest.where('m.uuid', '>', after))
      .orderBy('m.uuid')
      .limit(AT_ONCE);
    const { told, last } = await insertForMany(db, what, slice);
    past = last;
    count += told;
  } while (past !== null);
  return count;
}

interface Told {
  readonly kind: Kind;
  readonly organization: string;
  readonly event?: string;
  readonly message?: string;
  readonly dedupe: string;
  readonly details?: object;
  readonly collects?: number;
  readonly topic?: Topic;
  /** Goes to many and may wait for others (N12). */
  readonly bulk?: boolean;
}

/**
 * One statement, however many they are.
 * @returns how many are new and wanted, and the last of a whole slice
 */
export async function insertForMany(
  db: Database,
  told: Told,
  receivers: ReturnType<typeof reachable>,
): Promise<{ told: number; last: string | null }> {
  const { kind, organization, event, message, dedupe, details = {}, collects = 0 } = told;
  const found = receivers
    .select(['m.user_uuid', 'm.uuid as member_uuid'])
    .forKeyShare('m')
    .skipLocked();
  const wanted = told.topic
    ? sql`where exists (select from organization_users ou where ou.user_uuid = told.user_uuid
        and ou.organization_uuid = ${organization} and ${wants(told.topic)})`
    : sql``;
  const { rows } = await sql<{ told: number; last: string | null }>`
    with found as (${found}), told as (
      insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, message_uuid,
        kind, details, dedupe, bulk, due_at)
      select ${organization}::uuid, user_uuid, member_uuid, ${event ?? null}::uuid,
        ${message ?? null}::uuid, ${kind}, ${JSON.stringify(details)}::jsonb, ${dedupe},
        ${told.bulk ?? false}, now() + make_interval(mins => ${collects})
      from found
      on conflict (user_uuid, dedupe) do ${collects > 0 ? collected : sql`nothing`}
      returning user_uuid
    )
    select (select count(*) from told ${wanted}) as told,
      (select member_uuid from found order by member_uuid offset ${AT_ONCE - 1} limit 1) as last`.execute(
    db,
  );
  return rows[0] ?? { told: 0, last: null };
}

/**
 * What becomes of a notification that is still waiting: it is put off, and how it is told is decided
 * anew. It keeps what it knows of what was before, and learns of other dates and of who else is told.
 */
export const collected = sql`update set due_at = excluded.due_at, way = excluded.way,
  details = excluded.details || notifications.details
    || case when excluded.details ? 'dates' then jsonb_build_object('dates',
      (excluded.details -> 'dates') || (notifications.details -> 'dates')) else '{}' end
  where notifications.sent_at is null`;
