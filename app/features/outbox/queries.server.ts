import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import type { DB } from '#db/schema.generated';
import type { EventKind, Kind } from './schema';

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
 * they hold the member and may wait for the event that we hold (0008-answers.sql).
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

export const countOf = (db: Database, members: Members) =>
  db
    .selectFrom(members.as('all'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()
    .as('all');

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
    .where('m.uuid', 'in', members);
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
  let past: string | null = null;
  let count = 0;
  do {
    const after: string | null = past;
    const slice = reachable(db, { organization }, members)
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
}

/**
 * One statement, however many they are; they may wait for others (N12).
 * @returns how many are new, and the last of a whole slice
 */
export async function insertForMany(
  db: Database,
  { kind, organization, event, message, dedupe }: Told,
  receivers: ReturnType<typeof reachable>,
): Promise<{ told: number; last: string | null }> {
  const found = receivers
    .select(['m.user_uuid', 'm.uuid as member_uuid'])
    .forKeyShare('m')
    .skipLocked();
  const { rows } = await sql<{ told: number; last: string | null }>`
    with found as (${found}), told as (
      insert into notifications
        (organization_uuid, user_uuid, member_uuid, event_uuid, message_uuid, kind, dedupe, bulk)
      select ${organization}::uuid, user_uuid, member_uuid, ${event ?? null}::uuid,
        ${message ?? null}::uuid, ${kind}, ${dedupe}, true
      from found
      on conflict (user_uuid, dedupe) do nothing
      returning id
    )
    select (select count(*) from told) as told,
      (select member_uuid from found order by member_uuid offset ${AT_ONCE - 1} limit 1) as last`.execute(
    db,
  );
  return rows[0] ?? { told: 0, last: null };
}
