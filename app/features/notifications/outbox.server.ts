import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import { queueMails } from '~/mail/queue.server';
import type { Kind } from './schema';

/** Hands what is in the outbox (migration 0021) to the queue of mails. */

/** Of one run, which is one transaction (X9). */
const BATCH = 50;

/**
 * Mails about an event that a user gets within a day, so that nobody who toggles something annoys a
 * whole club.
 */
const A_DAY = 6;

/** Neither places that change hands nor changes may use up what a cancellation needs. */
const A_DAY_OF: Partial<Record<Kind, number>> = {
  place_free: 4,
  event_changed: 5,
  series_changed: 5,
};

/** Whether an event takes place: whoever is told the one must be told the other, if only later. */
const TAKES_PLACE: readonly Kind[] = ['event_cancelled', 'event_restored'];
/** What is told once the day has room again, instead of never. */
const PUT_OFF: readonly string[] = [
  ...TAKES_PLACE,
  'event_changed',
  'series_changed',
  'series_cancelled',
] satisfies Kind[];
/** Once sent, the next change is another cause. */
const COLLECTING: readonly Kind[] = ['event_changed', 'series_changed'];

/** Codes that people wait for go first. */
const PRIORITY = 10;

interface Due {
  readonly id: number;
  readonly user_uuid: string;
  readonly event_uuid: string;
  readonly kind: string;
}

/**
 * Takes what is due and queues a mail for each, in one transaction: whether it commits or its
 * process is killed, each notification becomes exactly one mail's job. Several servers may do so at
 * once. What is left, or due later, gets another run.
 */
export async function drainOutbox(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await takeDue(trx);
    if (due.length > 0) {
      const mailed = withinTheirDay(due, await mailedToday(trx, due));
      const ids = mailed.map(({ id }) => id);
      const later = due.filter(({ id, kind }) => PUT_OFF.includes(kind) && !ids.includes(id));
      const settled = due.filter((each) => !later.includes(each));
      await markSent(trx, settled, ids);
      if (later.length > 0) await putOff(trx, later);
      const payloads = ids.map((id) => ({ notification: String(id) }));
      await queueMails(trx, 'notification', payloads, PRIORITY);
      const withheld = settled.length - ids.length;
      if (withheld > 0) {
        log.warn({ withheld }, 'mails about an event were withheld: too many within a day');
      }
    }
    await planNextRun(trx, due.length === BATCH);
  });
}

async function takeDue(trx: Database): Promise<Due[]> {
  const due = await trx
    .selectFrom('notifications')
    .select(['id', 'user_uuid', 'event_uuid', 'kind'])
    .$narrowType<{ event_uuid: string }>()
    .where('sent_at', 'is', null)
    .where('due_at', '<=', sql<Date>`now()`)
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  // Two runs must not count the mails of one user at the same time; in order, so none can deadlock.
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(concat(u, e), 0) as key
    from unnest(${due.map((each) => each.user_uuid)}::text[], ${due.map((each) => each.event_uuid)}::text[])
      as t (u, e)
    order by key
  ) as keys`.execute(trx);
  return due;
}

const pairOf = ({ user_uuid, event_uuid }: Pick<Due, 'user_uuid' | 'event_uuid'>) =>
  `${user_uuid} ${event_uuid}`;

/**
 * How many mails about these events their users have got within a day, by pairOf(). All of a user's
 * are read first ('offset 0'): just after a mass of mails Postgres would rather read all of an event's.
 */
async function mailedToday(trx: Database, due: readonly Due[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ user_uuid: string; event_uuid: string; count: number }>`
    select u as user_uuid, e as event_uuid, sent.count
    from unnest(${due.map((each) => each.user_uuid)}::uuid[], ${due.map((each) => each.event_uuid)}::uuid[])
      as t (u, e)
    cross join lateral (
      select count(*) from (
        select event_uuid, sent_at, details from notifications where user_uuid = u offset 0
      ) as n
      where n.event_uuid = e and n.sent_at > now() - interval '1 day'
        and not n.details ? 'withheld'
    ) as sent`.execute(trx);
  return new Map(rows.map((row) => [pairOf(row), row.count]));
}

function withinTheirDay(due: readonly Due[], mailed: Map<string, number>): Due[] {
  return due.filter((each) => {
    const pair = pairOf(each);
    const already = mailed.get(pair) ?? 0;
    if (already >= (A_DAY_OF[each.kind as Kind] ?? A_DAY)) return false;
    mailed.set(pair, already + 1);
    return true;
  });
}

/** A change that comes after this is another mail, so its key must be free again (J10). */
async function markSent(trx: Database, due: readonly Due[], mailed: readonly number[]) {
  await sql`update notifications set sent_at = now(),
      dedupe = case when kind = any(${COLLECTING}) then concat(dedupe, ':', id) else dedupe end,
      details = case when id = any(${mailed}::bigint[]) then details
        else details || '{"withheld": true}' end
    where id = any(${due.map(({ id }) => id)}::bigint[])`.execute(trx);
}

/**
 * Leaves what is too much for today for later. Of whether an event takes place only the last word
 * counts. What another run holds is about to be told or put off there.
 */
async function putOff(trx: Database, later: readonly Due[]): Promise<void> {
  const ids = later.map(({ id }) => id);
  await sql`update notifications set due_at = now() + interval '1 hour'
    where id = any(${ids}::bigint[])`.execute(trx);
  await sql`update notifications set sent_at = now(), details = details || '{"withheld": true}'
    where id in (
      select older.id from notifications older
      join notifications newer on newer.user_uuid = older.user_uuid
        and newer.event_uuid = older.event_uuid and newer.id > older.id
      where newer.id = any(${ids}::bigint[]) and newer.kind = any(${TAKES_PLACE})
        and older.kind = any(${TAKES_PLACE}) and older.sent_at is null
      for update of older skip locked)`.execute(trx);
}

/**
 * Another run now if there may be more; else when the next one is due. What seems due is then in
 * another run's hands: this looks after it, in case that run is killed. The key keeps planned runs
 * to one.
 */
async function planNextRun(trx: Database, isMore: boolean): Promise<void> {
  if (isMore) await sql`select graphile_worker.add_job('notifications')`.execute(trx);
  else
    await sql`select graphile_worker.add_job('notifications', job_key => 'notifications later',
        run_at => greatest(min(due_at), now() + interval '30 seconds'))
      from notifications where sent_at is null having count(*) > 0`.execute(trx);
}

/** Housekeeping: deletes what was sent 90 days ago (N16), and looks for what nobody has taken. */
export async function keepOutbox(db: Database): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('sent_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute();
  await sql`select graphile_worker.add_job('notifications', job_key => 'notifications later')
    where exists (select from notifications where sent_at is null and due_at < now() - interval '1 minute')`.execute(
    db,
  );
}
