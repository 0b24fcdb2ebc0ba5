import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { nextDigest } from '~/features/outbox/queries/ways.server';
import { KINDS, kindsThat } from '~/features/outbox/rules/kinds.server';
import type { Kind } from '~/features/outbox/schema';

/**
 * Chooses what is next in the outbox. Clubs take turns as soon as more is due than one run takes,
 * so that a club with 98,000 mails does not hold up one with 20.
 */

/** Urgent mails, and mails to many or collected ones; each has its own indexes. */
type Queue = 'urgent' | 'bulk';

const waitsIn: Readonly<Record<Queue, RawBuilder<unknown>>> = {
  urgent: sql`sent_at is null and not bulk and way = 'mail'`,
  bulk: sql`sent_at is null and (bulk or way = 'digest')`,
};

/** Clubs per run. */
const CLUBS = 10;

/** How many of a club may be taken. */
export type Allowance = (club: string) => number;

/**
 * Locks what is due, the longest due first, skipping what another run holds.
 * @param many maximum of rows, or a few more when clubs take turns
 * @param allowance of each club
 * @returns their ids, and whether more is due
 */
export async function takeInTurn(
  trx: Database,
  queue: Queue,
  many: number,
  allowance: Allowance = () => many,
): Promise<{ ids: number[]; isMore: boolean }> {
  if (many <= 0) return { ids: [], isMore: false };
  const { rows: due } = await sql<{ club: string }>`select organization_uuid as club
    from notifications where ${waitsIn[queue]} and due_at <= now()
    order by due_at, id limit ${many + 1}`.execute(trx);
  const isMore = due.length > many;
  const clubs = isMore ? await clubsInTurn(trx, queue) : [...new Set(due.map(({ club }) => club))];
  const slice = Math.ceil(many / Math.max(clubs.length, 1));
  let left = many;
  const sizes = clubs.map((club) => {
    const wanted = isMore ? slice : due.filter((each) => each.club === club).length;
    const size = Math.max(0, Math.min(wanted, allowance(club), left));
    left -= size;
    return size;
  });
  const { rows } = await sql<{ id: number }>`
    select taken.id
    from unnest(${clubs}::uuid[], ${sizes}::integer[]) as turn (club, size)
    cross join lateral (
      select id from notifications
      where ${waitsIn[queue]} and organization_uuid = turn.club and due_at <= now()
      order by due_at, id limit turn.size
      for update skip locked
    ) as taken`.execute(trx);
  return { ids: rows.map(({ id }) => id), isMore };
}

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Clubs with something due, starting anywhere in their circle. */
async function clubsInTurn(trx: Database, queue: Queue): Promise<string[]> {
  const anywhere = crypto.randomUUID();
  const clubs = await clubsAfter(trx, queue, anywhere, CLUBS);
  if (clubs.length === CLUBS) return clubs;
  const others = await clubsAfter(trx, queue, BEFORE_ALL, CLUBS - clubs.length);
  return [...new Set([...clubs, ...others])];
}

/** Jumps from club to club in the index, instead of scanning everything. */
async function clubsAfter(trx: Database, queue: Queue, last: string, many: number) {
  const next = (club: RawBuilder<unknown>) => sql`(
    select organization_uuid from notifications
    where ${waitsIn[queue]} and organization_uuid > ${club}
    order by organization_uuid limit 1)`;
  const { rows } = await sql<{ club: string }>`
    with recursive walk as (
      select ${next(sql`${last}::uuid`)} as club
      union all
      select ${next(sql`walk.club`)} from walk where walk.club is not null
    )
    select club from walk
    where club is not null and exists (
      select from notifications
      where ${waitsIn[queue]} and organization_uuid = club and due_at <= now())
    limit ${many}`.execute(trx);
  return rows.map(({ club }) => club);
}

/** Notifications that can share a mail with other news of a club. */
const ANNOUNCED = kindsThat('announced');

/** Whether it can share a mail with other news of the same minutes. */
export const isAnnounced = ({ kind, bulk }: { readonly kind: Kind; readonly bulk: boolean }) =>
  bulk && KINDS[kind].announced === true;

/** Maximum of notifications in one mail; nobody would read more. */
const IN_ONE_MAIL = 200;

/**
 * Locks what else is due for the same users in the same clubs and can share the mail. What exceeds
 * one digest waits for the next.
 * @param ids of the queue 'bulk', which only the caller takes from
 */
export async function takeAlong(trx: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const told = sql`(
    select user_uuid, organization_uuid, count(*) as count from notifications
    where id = any(${ids}::bigint[]) and (way = 'digest' or kind = any(${ANNOUNCED}::text[]))
    group by user_uuid, organization_uuid
  )`;
  const { rows } = await sql<{ id: number }>`
    select other.id from ${told} as told
    cross join lateral (
      select id from notifications n
      where n.sent_at is null and n.user_uuid = told.user_uuid
        and n.organization_uuid = told.organization_uuid and n.due_at <= now()
        and (n.way = 'digest' or n.bulk and n.kind = any(${ANNOUNCED}::text[]))
        and n.id <> all(${ids}::bigint[])
      order by n.id limit greatest(0, ${IN_ONE_MAIL} - told.count)
      for update skip locked
    ) as other`.execute(trx);
  const others = rows.map(({ id }) => id);
  const all = [...ids, ...others];
  if (others.length > 0)
    await sql`
      update notifications n
      set due_at = ${nextDigest}
      from (
        select user_uuid, organization_uuid from notifications
        where id = any(${all}::bigint[]) and way = 'digest'
        group by user_uuid, organization_uuid having count(*) >= ${IN_ONE_MAIL}
      ) as crowded
      join organizations o on o.uuid = crowded.organization_uuid
      join organization_users ou
        on ou.user_uuid = crowded.user_uuid and ou.organization_uuid = crowded.organization_uuid
      where n.sent_at is null and n.user_uuid = crowded.user_uuid
        and n.organization_uuid = crowded.organization_uuid and n.due_at <= now()
        and n.way = 'digest' and n.id <> all(${all}::bigint[])`.execute(trx);
  return others;
}
