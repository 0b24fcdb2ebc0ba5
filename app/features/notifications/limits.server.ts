import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { KINDS } from '~/features/outbox/rules/kinds.server';
import type { Situation } from './deciding.server';

/**
 * How many mails from a club a user gets within a day, however often others change their minds.
 * Messages have their own limits (N12).
 */
const A_DAY = 30;

/** Including urgent mails that must be sent, such as places for a year's dates at once. */
const AT_MOST = 2 * A_DAY;

/** A notification and its mail: its own, or shared with everything of the same key. */
export interface Mailed {
  readonly situation: Situation;
  readonly way: Situation['way'];
  readonly mail: string;
}

type OnDay = 'told' | 'digest' | 'never';

/**
 * Applies the users' daily limits: what exceeds them comes with the next digest; if that is too
 * late, it is sent anyway if it must be, else never.
 */
export async function judgedByDay(trx: Database, mails: readonly Mailed[]) {
  const days = await countDays(trx, mails);
  const told = new Set<string>();
  const judged: Record<OnDay, Mailed[]> = { told: [], digest: [], never: [] };
  for (const each of mails) {
    const day = dayOf(each.situation);
    const isNew = !told.has(each.mail) && isCounted(each);
    const becomes = isNew ? onDay(each, days.get(day) ?? 0) : 'told';
    judged[becomes].push(each);
    if (becomes !== 'told' || !isNew) continue;
    told.add(each.mail);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return judged;
}

function onDay({ situation: { kind, inTime }, way }: Mailed, today: number): OnDay {
  const { must = false, topic } = KINDS[kind];
  if (today < A_DAY) return 'told';
  if (way === 'digest' || (inTime && topic !== null)) return 'digest';
  return must && today < AT_MOST ? 'told' : 'never';
}

/** As `counts_on_day()` in Postgres. */
const isCounted = ({ situation, way }: Mailed) => situation.kind !== 'message' || way === 'digest';
const dayOf = ({ user, organization }: Situation) => `${user} ${organization}`;

/**
 * How many mails from each club these users have got within a day, including what was deleted
 * since. Two runs must not count the same at once: one lock for each, in order, so they cannot
 * deadlock.
 */
async function countDays(trx: Database, mails: readonly Mailed[]): Promise<Map<string, number>> {
  const situations = mails.map(({ situation }) => situation);
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(day, 0) as key
    from unnest(${situations.map(dayOf)}::text[]) as day
    order by key
  ) as keys`.execute(trx);
  const { rows } = await sql<{ day: string; count: number }>`
    select concat(u, ' ', c) as day, sent.count + coalesce(deleted.points, 0) as count
    from (select distinct u, c from unnest(
      ${situations.map(({ user }) => user)}::uuid[],
      ${situations.map(({ organization }) => organization)}::uuid[]) as t (u, c)) as t
    left join rate_limits deleted on deleted.key = mail_count_key('day', u, c)
      and deleted.expire > extract(epoch from clock_timestamp()) * 1000
    cross join lateral (
      select count(*) from notifications n
      where n.user_uuid = u and n.organization_uuid = c
        and counts_on_day(n.sent_at, n.sent_with, n.withheld, n.kind, n.way)
    ) as sent`.execute(trx);
  return new Map(rows.map(({ day, count }) => [day, Number(count)]));
}

/**
 * Key of the advisory lock for handing over mails to many: any otherwise unused number.
 */
const LOCK = 5_648_028;

/** One club's share of the hour's mails, so that others need not wait for the next hour. */
const SHARE_OF_ONE_CLUB = 0.8;

/**
 * How many mails to many the limit allows now, in all and of each club, exclusively for this
 * transaction: any other gets null meanwhile.
 * @param perHour MAIL_PER_HOUR
 */
export async function leftForMany(trx: Database, perHour: number) {
  const { rows: locks } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as held`.execute(trx);
  if (!locks[0]?.held) return null;
  const { rows } = await sql<{ club: string; mails: number }>`
    select organization_uuid as club, sum(mails) as mails from outbox_mails
    where at > now() - interval '1 hour' group by organization_uuid`.execute(trx);
  const left = new Map(rows.map(({ club, mails }) => [club, Number(mails)]));
  const share = (await hasOneClub(trx)) ? perHour : Math.ceil(perHour * SHARE_OF_ONE_CLUB);
  // Even if all of it is urgent, no club uses up the others' share.
  const all = rows.reduce((sum, { mails }) => sum + Math.min(share, Number(mails)), 0);
  return { mails: perHour - all, of: (club: string) => share - (left.get(club) ?? 0) };
}

async function hasOneClub(trx: Database): Promise<boolean> {
  const { rows } = await sql`select from organizations limit 2`.execute(trx);
  return rows.length < 2;
}

/** Counts mails that leave. @param clubs one entry for each mail */
export async function countMails(trx: Database, clubs: readonly string[]): Promise<void> {
  await sql`insert into outbox_mails (organization_uuid, mails)
    select club, count(*) from unnest(${clubs}::uuid[]) as club group by club`.execute(trx);
}

/** Housekeeping: deletes what no longer counts. */
export async function forgetCounts(db: Database): Promise<void> {
  await sql`delete from outbox_mails where at < now() - interval '2 hours'`.execute(db);
}
