import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Withheld } from '~/features/outbox/schema';
import { queueMails } from '~/mail/queue.server';
import { MAIL_DAYS } from '~/retention';
import { type Decision, decide, type Situation, situationsOf } from './deciding.server';
import { countMails, forgetCounts, judgedByDay, leftForMany, type Mailed } from './limits.server';
import { isAnnounced, takeAlong, takeInTurn } from './turns.server';
import { freedDedupe } from './withholding.server';

/** Hands what is in the outbox (0011-notifications.sql) to the queue of mails. */

/** Maximum per run, which is one transaction (X9). */
const BATCH = 50;

/** Codes that people wait for go first, mails to many last (N12). */
export const PRIORITY = { urgent: 5, bulk: 10 } as const;

type Limits = Pick<Config, 'quietHours' | 'mailPerHour'>;

/**
 * Takes what is due, decides how each is sent, and queues the mails, in one transaction: even if
 * the process is killed, each notification becomes exactly one mail's job, or part of one. Several
 * servers may run it at once. What is left, or due later, gets another run.
 */
export async function drainOutbox(db: Database, limits: Limits, log: Pick<Logger, 'warn'>) {
  await db.transaction().execute(async (trx) => {
    const { ids, isMore } = await takeDue(trx, limits);
    if (ids.length > 0) {
      const decided = (await situationsOf(trx, ids)).map((situation) => ({
        situation,
        decision: decide(situation, limits.quietHours),
      }));
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

/** Queues mails for what is sent now, marks these and what is never sent, and puts off the rest. */
async function carryOut(trx: Database, decided: readonly Decided[], log: Pick<Logger, 'warn'>) {
  const to = (way: Decision['to']) =>
    decided.flatMap(({ situation, decision }) => (decision.to === way ? [situation] : []));
  const { told, digest, never } = await judgedByDay(trx, [
    ...to('mail').map(inMail),
    ...to('digest').map(inDigest),
  ]);
  const tooMany = never.map(({ situation }) => situation);
  await leaveForLater(trx, [...decided, ...digest.map(forDigest)]);
  await markWithheld(trx, to('off'), 'off');
  await markWithheld(trx, tooMany, 'too_many');
  await queue(trx, told);
  if (tooMany.length > 0)
    log.warn({ withheld: tooMany.length }, 'mails were withheld: too many within a day');
}

const forDigest = ({ situation }: Mailed): Decided => ({
  situation,
  decision: { to: 'wait', way: 'digest', until: situation.nextDigest },
});

/** Announcements within minutes share a mail; everything else gets its own. */
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

async function markSent(
  trx: Database,
  mailed: readonly Mailed[],
  leaders: ReadonlyMap<string, Mailed>,
): Promise<void> {
  const marks = mailed.map(({ situation, way, mail }) => {
    const leader = leaders.get(mail)?.situation.id ?? situation.id;
    return { id: situation.id, way, with: leader === situation.id ? null : leader };
  });
  await sql`update notifications n
    set sent_at = now(), dedupe = ${freedDedupe('collects')}, way = t.way, sent_with = t.with
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as t (id bigint, way text, "with" bigint)
    where n.id = t.id`.execute(trx);
}

async function markWithheld(trx: Database, settled: readonly Situation[], why: Withheld) {
  if (settled.length === 0) return;
  await sql`update notifications n
    set sent_at = now(), dedupe = ${freedDedupe('collects', 'announced')}, withheld = ${why}
    where n.id = any(${settled.map(({ id }) => id)}::bigint[])`.execute(trx);
}

/**
 * Plans another run: now if there may be more, else when the next one is due. What is due then is
 * in another run's hands, or waits for the hourly limit, so it is looked at again. The key keeps
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

/** Housekeeping: deletes what was sent 90 days ago (N16), and looks for forgotten ones. */
export async function keepOutbox(db: Database): Promise<void> {
  await db
    .deleteFrom('notifications')
    .where('sent_at', '<', sql<Date>`now() - make_interval(days => ${MAIL_DAYS})`)
    .execute();
  await forgetCounts(db);
  await sql`select graphile_worker.add_job('notifications', job_key => 'notifications later')
    where exists (select from notifications where sent_at is null and due_at < now() - interval '1 minute')`.execute(
    db,
  );
}
