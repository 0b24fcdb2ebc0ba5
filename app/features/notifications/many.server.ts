import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Kind } from '~/features/outbox/schema';
import { KINDS } from './kinds.server';
import { wayOfEvent } from './queries/ways.server';

/** Telling a whole club, or those of it of whom something holds, in a job. */

/** What is told, as values of SQL where they depend on the event. */
export interface ToldToMany {
  readonly organization: string;
  readonly kind: Kind;
  readonly event: string;
  readonly poll?: string;
  readonly details?: object;
  readonly dedupe: string;
  /** A moment after which it is of no use: a digest that comes later is none. */
  readonly useUntil: Date;
  /** Waits so many minutes, for what is corrected at once. */
  readonly after?: number;
  /** Only these members, so that not all of the club are looked at: a query for their UUIDs. */
  readonly among?: RawBuilder<unknown>;
  /** In the next digest, however its receiver wants to be told otherwise. */
  readonly collected?: true;
}

/** Users whom one statement looks at, so that it stays far from the limits of a request. */
const AT_ONCE = 10_000;

/**
 * Puts one notification into the outbox for each user of the organisation with a confirmed address
 * who wants to be told and of whom the condition holds; with the next digest, for those who
 * have chosen that (N9). In a transaction; what was told already, by the same `dedupe`, is not told
 * again.
 * @param holds a condition on `u` (users) and `m`, the user's member, all null if there is none
 * @returns how many are new
 */
export async function tellMany(
  trx: Database,
  told: ToldToMany,
  holds: RawBuilder<boolean>,
): Promise<number> {
  if (!(await holdSubject(trx, told))) return 0;
  let past: string | null = null;
  let count = 0;
  do {
    const slice: { last: string | null; count: number } = await tellSlice(trx, told, holds, past);
    past = slice.last;
    count += slice.count;
  } while (past !== null);
  return count;
}

/** Keeps what it is about from being deleted meanwhile. @returns false if it is gone */
async function holdSubject(trx: Database, { event, poll }: ToldToMany): Promise<boolean> {
  const events = await sql`select from events where uuid = ${event} for key share`.execute(trx);
  if (!poll) return events.rows.length > 0;
  const polls = await sql`select from polls where uuid = ${poll} for key share`.execute(trx);
  return polls.rows.length > 0;
}

async function tellSlice(
  trx: Database,
  told: ToldToMany,
  holds: RawBuilder<boolean>,
  past: string | null,
) {
  const { organization, kind, event, poll, details = {}, dedupe, useUntil, after = 0 } = told;
  const topic = KINDS[kind].topic;
  const waits = sql`(way = 'digest' or ${told.collected ?? false}) and digest < ${useUntil}`;
  const { rows } = await sql<{ last: string | null; count: number }>`
    with club as (
      select uuid, digest_rhythm, next_digest(time_zone, 'daily', now()) as daily,
        next_digest(time_zone, 'weekly', now()) as weekly
      from organizations where uuid = ${organization}
    ), slice as materialized (
      select user_uuid, digest_rhythm from organization_users
      where organization_uuid = ${organization} and (${past}::uuid is null or user_uuid > ${past})
        ${told.among ? sql`and user_uuid in (select user_uuid from members where uuid in (${told.among}))` : sql``}
      order by user_uuid limit ${AT_ONCE}
    ), receiver as (
      select slice.user_uuid, m.uuid as member_uuid,
        ${topic === null ? 'mail' : wayOfEvent({ user: sql.ref('u.uuid'), organization: sql.val(organization), topic: sql.val(topic) }, sql`${event}::uuid`)} as way,
        case coalesce(slice.digest_rhythm, club.digest_rhythm) when 'daily' then club.daily
          else club.weekly end as digest
      from slice
      cross join club
      join users u on u.uuid = slice.user_uuid and u.activated
      left join members m on m.organization_uuid = ${organization} and m.user_uuid = u.uuid
      where ${holds}
    ), told as (
      insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, poll_uuid,
        kind, details, dedupe, bulk, way, due_at)
      select ${organization}::uuid, user_uuid, member_uuid, ${event}::uuid, ${poll ?? null}::uuid,
        ${kind}, ${JSON.stringify(details)}::jsonb, ${dedupe}, true,
        case when ${waits} then 'digest' else 'mail' end,
        case when ${waits} then digest
          else now() + make_interval(mins => ${after}) end
      from receiver where way <> 'off'
      on conflict (user_uuid, dedupe) do nothing
      returning id
    )
    select (select count(*) from told) as count,
      (select user_uuid from slice order by user_uuid offset ${AT_ONCE - 1} limit 1) as last`.execute(
    trx,
  );
  return rows[0] ?? { last: null, count: 0 };
}
