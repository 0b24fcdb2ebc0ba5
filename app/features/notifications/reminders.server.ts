import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import { isSilent } from '~/features/events/queries/asked.server';
import { concernsEach } from '~/features/events/queries/concerned.server';
import { literal } from '~/features/events/queries/given.server';
import type { Answer } from '~/features/events/rules/answering';
import { isOutage } from '~/kernel/outage.server';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { type ToldToMany, tellMany } from './many.server';

/**
 * Reminders of what is near (N4). They are computed from the current events, so that moving one
 * moves its reminders; a row in `reminders` keeps each from being sent twice.
 */

type ReminderKind = 'answer_missing' | 'event_soon' | 'poll_missing';

/** Something to remind people of. */
interface Due extends Pick<ToldToMany, 'organization' | 'event'> {
  readonly kind: ReminderKind;
  readonly poll: string | null;
  /** What it is for: a moment, in seconds, or the poll. */
  readonly occasion: string;
}

/** Maximum per run, so that it ends soon; the next follows at once. */
const AT_ONCE = 200;

/** A reminder closer to the deadline than this is of little use. */
const TOO_LATE = sql`interval '2 hours'`;

const seconds = (moment: RawBuilder<unknown>) => sql`extract(epoch from ${moment})::bigint::text`;

const isFirst = (kind: ReminderKind, occasion: RawBuilder<unknown>) => sql`not exists (
  select from reminders r
  where r.event_uuid = e.uuid and r.kind = ${kind} and r.occasion = ${occasion})`;

/** Events that take place and whose moment is within so many hours. */
const isNear = (moment: RawBuilder<unknown>, hours: number) =>
  sql`e.cancelled_at is null and ${moment} > now()
    and ${moment} <= now() + ${sql.lit(`${hours} hours`)}::interval`;

const start = sql`e.starts_at`;
const deadline = sql`e.closes_at`;

/**
 * 48 hours before the deadline, or else before the start, if answers are asked for; but not within
 * a day after the announcement, or after a manual reminder (N6).
 */
const answersMissing = sql`
  select e.organization_uuid, e.uuid, null::uuid, 'answer_missing', ${seconds(deadline)}, ${deadline}
  from events e
  where ${isNear(deadline, 48)} and e.asks_answer and e.takes_yes
    and now() < ${deadline} - ${TOO_LATE} and now() >= e.created_at + interval '1 day'
    and not exists (select from reminders r where r.event_uuid = e.uuid and r.kind = 'asked'
      and r.at > now() - interval '1 day')
    and ${isFirst('answer_missing', seconds(deadline))}`;

/** A day before the start, if anybody comes. */
const eventsSoon = sql`
  select e.organization_uuid, e.uuid, null::uuid, 'event_soon', ${seconds(start)}, ${start}
  from events e
  where ${isNear(start, 24)}
    -- No \`exists\`, for which Postgres may read all answers of all clubs.
    and (select true from answers where event_uuid = e.uuid and answer = 'yes' limit 1) is not null
    and ${isFirst('event_soon', seconds(start))}`;

/** 48 hours before the event's start, but not within a day after the poll's announcement. */
const pollsMissing = sql`
  select e.organization_uuid, e.uuid, p.uuid, 'poll_missing', p.uuid::text, ${start}
  from events e
  join polls p on p.event_uuid = e.uuid and not p.closed
  where ${isNear(start, 48)} and now() >= p.created_at + interval '1 day'
    and ${isFirst('poll_missing', sql`p.uuid::text`)}`;

/** The reminders that are due now, the most urgent first. */
export async function dueReminders(db: Database): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select organization, event, poll, kind, occasion from (
      ${answersMissing}
      union all ${eventsSoon}
      union all ${pollsMissing}
    ) as due (organization, event, poll, kind, occasion, until)
    order by until, event, kind limit ${AT_ONCE}`.execute(db);
  return rows;
}

/**
 * The job 'reminders'. It may run on two servers at once, or be killed: each occasion is one
 * transaction. A failing one does not hold up the others.
 */
export async function remindInJob(db: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const all = await dueReminders(db);
  let failed = 0;
  for (const due of all) {
    try {
      await retryingConflicts(() => inTransaction(db, (trx) => remind(trx, due)));
    } catch (error) {
      failed += 1;
      const { event, kind } = due;
      // Housekeeping retries it in five minutes, either way.
      if (isOutage(error)) log.warn({ event, kind }, 'a reminder met an outage');
      else log.warn({ err: error, event, kind }, 'a reminder failed');
    }
  }
  if (all.length === AT_ONCE && failed < AT_ONCE) await queueReminders(db);
}

/** Queues the job, unless it waits already. */
export async function queueReminders(db: Database): Promise<void> {
  await sql`select graphile_worker.add_job('reminders', job_key => 'reminders', max_attempts => 3)`.execute(
    db,
  );
}

async function remind(trx: Database, due: Due): Promise<void> {
  const { rows } = await sql`
    insert into reminders (event_uuid, organization_uuid, kind, occasion)
    select e.uuid, e.organization_uuid, ${due.kind}, ${due.occasion} from events e
    where e.uuid = ${due.event} and e.cancelled_at is null
    on conflict do nothing returning occasion`.execute(trx);
  if (rows.length === 0) return;
  const { organization, event, poll, kind } = due;
  const told = { organization, event, kind, ...(poll && { poll }) };
  await tellMany(trx, { ...told, dedupe: dedupeOf(due) }, isMeant(due));
}

/** The request to answer is sent once, even if the event moves; a changed start is reminded of again. */
function dedupeOf({ kind, event, poll, occasion }: Due): string {
  if (kind === 'poll_missing') return `${kind}:${poll}`;
  return kind === 'event_soon' ? `${kind}:${event}:${occasion}` : `${kind}:${event}`;
}

/** Who is reminded: a condition on member `m`. */
function isMeant({ kind, event, poll }: Due): RawBuilder<boolean> {
  const has = (answer: Answer) =>
    sql`select from answers a where a.event_uuid = ${event} and a.member_uuid = m.uuid
      and a.answer = ${literal(answer)}`;
  const isConcerned = concernsEach(event, sql`m.uuid`);
  switch (kind) {
    case 'answer_missing':
      return sql`${isConcerned} and ${isSilent(sql`${event}::uuid`, sql`m.uuid`)}`;
    case 'event_soon':
      // Members who signed up or moved up within the last day know when it is.
      return sql`exists (${has('yes')}
        and greatest(a.created_at, a.promoted_at) < now() - interval '1 day')`;
    case 'poll_missing':
      // A poll is about an event: members who do not come have no say in it.
      return sql`(${isConcerned} or exists (${has('yes')})) and not exists (${has('no')}) and not exists (
        select from poll_answers a where a.poll_uuid = ${poll} and a.member_uuid = m.uuid)`;
  }
}
