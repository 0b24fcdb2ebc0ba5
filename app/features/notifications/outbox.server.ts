import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import { countsAs, KINDS, kindsThat } from '~/features/outbox/rules/kinds.server';
import { queueMails } from '~/mail/queue.server';
import { type Decision, decide, type Situation, situationsOf } from './deciding.server';
import { countMails, forgetCounts, leftForMany } from './hourly-limit.server';
import { withinTheirDay, withinTheirDigests } from './limits.server';
import { isAnnounced, takeAlong, takeInTurn } from './turns.server';

/** Hands what is in the outbox (0011-notifications.sql) to the queue of mails. */

/** Of one run, which is one transaction (X9). */
const BATCH = 50;

const TAKES_PLACE = kindsThat('takesPlace');

/** Codes that people wait for go first, and what goes to many last (N12). */
export const PRIORITY = { urgent: 5, bulk: 10 } as const;

type Limits = Pick<Config, 'quietHours' | 'mailPerHour'>;

/**
 * Takes what is due, decides how each is told, and queues the mails, in one transaction: whether it
 * commits or its process is killed, each notification becomes exactly one mail's job, or part of
 * one. Several servers may do so at once. What is left, or due later, gets another run.
 */
export async function drainOutbox(
  db: Database,
  limits: Limits,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ids, isMore } = await takeDue(trx, limits);
    if (ids.length > 0) {
      const decided = (await situationsOf(trx, ids)).map((situation) => ({
        situation,
        decision: decide(situation, limits.quietHours),
      }));
      await leaveForLater(trx, decided);
      await carryOut(trx, decided, log);
    }
    await planNextRun(trx, isMore);
  });
}

async function takeDue(trx: Database, limits: Limits): Promise<{ ids: number[]; isMore: boolean }> {
  const urgent = await takeInTurn(trx, 'urgent', BATCH);
  const many = await takeForMany(trx, BATCH - urgent.ids.length, limits);
  const isMore = [urgent, many].some((taken) => taken.isMore && taken.ids.length > 0);
  return { ids: [...urgent.ids, ...many.ids], isMore };
}

async function takeForMany(trx: Database, most: number, { mailPerHour }: Limits) {
  const left = most > 0 && (await leftForMany(trx, mailPerHour));
  if (!left) return { ids: [], isMore: false };
  const { ids, isMore } = await takeInTurn(trx, 'bulk', Math.min(most, left.mails), left.of);
  return { ids: ids.concat(await takeAlong(trx, ids)), isMore };
}

interface Decided {
  readonly situation: Situation;
  readonly decision: Decision;
}

async function leaveForLater(trx: Database, decided: readonly Decided[]): Promise<void> {
  const waiting = decided.flatMap(({ situation: { id }, decision }) =>
    decision.to === 'wait' ? [{ id, way: decision.way, until: decision.until.toISOString() }] : [],
  );
  if (waiting.length === 0) return;
  await sql`update notifications n set due_at = t.until, way = t.way
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as t (id bigint, way text, until timestamptz)
    where n.id = t.id`.execute(trx);
}

/** Queues mails for what is told now, and marks it with what is never told. */
async function carryOut(
  trx: Database,
  decided: readonly Decided[],
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const to = (way: Decision['to']) =>
    decided.flatMap(({ situation, decision }) => (decision.to === way ? [situation] : []));
  const mailed = await withinTheirDay(trx, to('mail'));
  const tooMuch = to('mail').filter((each) => !mailed.includes(each));
  const later = tooMuch.filter(({ kind }) => KINDS[kind].putOff);
  const digested = tooMuch.filter((each) => !later.includes(each) && isInTimeForDigest(each));
  const withheld = tooMuch.filter((each) => !later.includes(each) && !digested.includes(each));
  await putOff(trx, later);
  const digests = await withinTheirDigests(trx, to('digest'));
  const nextTime = to('digest').filter((each) => !digests.includes(each));
  await leaveForLater(trx, [...digested, ...nextTime].map(forDigest));
  await markWithheld(trx, [...to('off'), ...withheld]);
  await queue(trx, [...mailed.map(inMail), ...digests.map(inDigest)]);
  if (withheld.length > 0) {
    const what = { withheld: withheld.length };
    log.warn(what, 'mails about an event were withheld: too many within a day');
  }
}

/** What goes to many, and is too much one by one. */
const isInTimeForDigest = ({ bulk, inTime }: Situation) => bulk && inTime;

const forDigest = (situation: Situation): Decided => ({
  situation,
  decision: { to: 'wait', way: 'digest', until: situation.nextDigest },
});

/** A notification, and what its mail tells: its own, or everything with the same key. */
interface Mailed {
  readonly situation: Situation;
  readonly way: Situation['way'];
  readonly mail: string;
}

/** What is announced within minutes is one mail; everything else is one each. */
function inMail(situation: Situation): Mailed {
  const { id, user, organization } = situation;
  const mail = isAnnounced(situation) ? `news ${user} ${organization}` : `${id}`;
  return { situation, way: 'mail', mail };
}

const inDigest = (situation: Situation): Mailed => ({
  situation,
  way: 'digest',
  mail: `digest ${situation.user} ${situation.organization}`,
});

async function queue(trx: Database, mailed: readonly Mailed[]): Promise<void> {
  if (mailed.length === 0) return;
  const leaders = new Map<string, Mailed>();
  for (const each of mailed) if (!leaders.has(each.mail)) leaders.set(each.mail, each);
  await markSent(trx, mailed, leaders);
  const all = [...leaders.values()];
  const isUrgent = ({ situation, way }: Mailed) => !situation.bulk && way === 'mail';
  for (const [name, which] of [
    ['urgent', all.filter(isUrgent)],
    ['bulk', all.filter((each) => !isUrgent(each))],
  ] as const) {
    const payloads = which.map(({ situation }) => ({ notification: String(situation.id) }));
    await queueMails(trx, 'notification', payloads, PRIORITY[name]);
  }
  await countMails(
    trx,
    all.map(({ situation }) => situation.organization),
  );
}

/** A change that comes after this is another mail, so its key must be free again (J10). */
const freedDedupe = sql`case when n.kind = any(${kindsThat('collects')})
  then concat(n.dedupe, ':', n.id) else n.dedupe end`;

async function markSent(
  trx: Database,
  mailed: readonly Mailed[],
  leaders: ReadonlyMap<string, Mailed>,
): Promise<void> {
  const marks = mailed.map(({ situation, way, mail }) => {
    const leader = leaders.get(mail)?.situation.id ?? situation.id;
    return leader === situation.id
      ? { id: situation.id, way, with: null, as: countsAs({ ...situation, way }) }
      : { id: situation.id, way, with: leader, as: null };
  });
  await sql`update notifications n
    set sent_at = now(), dedupe = ${freedDedupe}, way = t.way,
      sent_with = t.with, counts_as = t.as
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as t (id bigint, way text, "with" bigint, "as" text)
    where n.id = t.id`.execute(trx);
}

async function markWithheld(trx: Database, settled: readonly Situation[]): Promise<void> {
  if (settled.length === 0) return;
  await sql`update notifications n
    set sent_at = now(), dedupe = ${freedDedupe}, details = details || '{"withheld": true}'
    where n.id = any(${settled.map(({ id }) => id)}::bigint[])`.execute(trx);
}

/**
 * Leaves what is too much for today for later. Of whether an event takes place only the last word
 * counts. What another run holds is about to be told or put off there.
 */
async function putOff(trx: Database, later: readonly Situation[]): Promise<void> {
  if (later.length === 0) return;
  const ids = later.map(({ id }) => id);
  await sql`update notifications set due_at = now() + interval '1 hour', way = 'mail'
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
 * another run's hands, or has to wait for the hour's limit: this looks after it. The key keeps
 * planned runs to one.
 */
async function planNextRun(trx: Database, isMore: boolean): Promise<void> {
  if (isMore) await sql`select graphile_worker.add_job('notifications')`.execute(trx);
  else
    await sql`
      with next as (
        select greatest(min(due_at), now() + interval '30 seconds') as at from notifications
        where sent_at is null and not bulk and way = 'mail' having min(due_at) is not null
        union all
        select greatest(min(due_at), now() + interval '1 minute') from notifications
        where sent_at is null and (bulk or way = 'digest') having min(due_at) is not null
      )
      select graphile_worker.add_job('notifications', job_key => 'notifications later', run_at => min(at))
      from next having count(*) > 0`.execute(trx);
}

/** Housekeeping: deletes what was sent 90 days ago (N16), and looks for what nobody has taken. */
export async function keepOutbox(db: Database): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('sent_at', '<', sql<Date>`now() - interval '90 days'`)
    .execute();
  await forgetCounts(db);
  await sql`select graphile_worker.add_job('notifications', job_key => 'notifications later')
    where exists (select from notifications where sent_at is null and due_at < now() - interval '1 minute')`.execute(
    db,
  );
}
