import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { lockClub } from '~/features/organizations/queries.server';
import { keepersOf } from '~/features/outbox/queries.server';
import { attemptAll } from '~/kernel/attempts';
import { record } from '~/kernel/audit.server';
import { inTransaction, retryingConflicts } from '~/kernel/transaction.server';
import { isBlocked } from '~/mail/failures.server';
import { erasedSoon, eraseMember } from './queries.server';
import { erasedAudit } from './wording';

/**
 * Former members' records are erased when the club's period is over (S4): member editors are told
 * 14 days before, and a record with a reason to keep it stays. Housekeeping queues the job
 * 'retention' once a day of each club.
 */

/** How long before that member editors are told. */
const DAYS_BEFORE = 14;

/** Members per statement (X9). */
const SLICE = 500;

/** The clubs whose day has begun. Their row remembers it, so that several servers queue it once. */
export async function queueRetention(db: Database): Promise<void> {
  await sql`
    with due as (
      update organizations o set retention_checked_on = club_day(o.uuid)
      where o.retention_months is not null
        and o.retention_checked_on is distinct from club_day(o.uuid)
      returning o.uuid
    )
    select graphile_worker.add_job('retention', json_build_object('organization', uuid),
      job_key => 'retention:' || uuid, priority => 20) from due`.execute(db);
}

/** From which day a member `m` who has left the club `o` may be erased. */
const due = sql`(m.left_on + make_interval(months => o.retention_months))::date`;

/** The job: announces erasures, and carries out announced ones. It may be killed and start over. */
export async function keepRetention(db: Database, organization: string): Promise<void> {
  let announced: number;
  do announced = await inTransaction(db, (trx) => announce(trx, organization));
  while (announced === SLICE);
  const { rows } = await sql<{ uuid: string }>`
    select m.uuid from members m join organizations o on o.uuid = m.organization_uuid
    where o.uuid = ${organization} and ${isDue}`.execute(db);
  await attemptAll(
    rows.map(
      ({ uuid }) =>
        () =>
          retryingConflicts(() => eraseIfDue(db, organization, uuid)),
    ),
  );
}

const isDue = sql`m.left_at is not null and m.retention_hold = ''
  and m.erase_on <= club_day(o.uuid) and ${due} <= club_day(o.uuid)`;

/** Each in its own transaction: nobody waits for long, and what is done stays done. */
const eraseIfDue = (db: Database, organization: string, member: string) =>
  inTransaction(db, async (trx) => {
    await lockClub(trx, organization);
    // A reason to keep it may have been entered meanwhile.
    const { rows } = await sql`
      select from members m join organizations o on o.uuid = m.organization_uuid
      where m.uuid = ${member} and ${isDue} for update of m`.execute(trx);
    if (rows.length === 0 || !(await eraseMember(trx, member, null))) return;
    await record(trx, {
      organization,
      actor: null,
      operation: 'Erase the record of a member who has left, as the club decided',
      action: `${erasedAudit(member)}, Frist abgelaufen`,
      requestId: 'queue',
    });
  });

/** Sets the date for a slice and announces it: one mail for all slices of a day. */
async function announce(db: Database, organization: string): Promise<number> {
  const { rows } = await sql`
    update members set erase_on = greatest(soon.due, soon.day + ${DAYS_BEFORE}::int)
    from (
      select m.uuid, ${due} as due, club_day(o.uuid) as day
      from members m join organizations o on o.uuid = m.organization_uuid
      where o.uuid = ${organization} and m.left_at is not null and m.retention_hold = ''
        and m.erase_on is null and ${due} <= club_day(o.uuid) + ${DAYS_BEFORE}::int
      order by m.uuid limit ${SLICE} for no key update of m) as soon
    where members.uuid = soon.uuid returning members.uuid`.execute(db);
  if (rows.length > 0)
    await sql`
      select graphile_worker.add_job('mail',
        json_build_object('template', 'erasuresAhead', 'user', u.uuid, 'organization', o.uuid),
        job_key => 'erasures:' || o.uuid || u.uuid || club_day(o.uuid), max_attempts => 21, priority => 5)
      from organizations o
      join ${receivers}
      where o.uuid = ${organization} and not ${isBlocked(sql.ref('u.email'))}`.execute(db);
  return rows.length;
}

const receivers = keepersOf(sql.ref('o.uuid'));

/** Names in one mail; the screen lists all. */
const NAMED = 50;

/** What the mail says; undefined if there is no longer anything to tell. */
export async function erasuresAhead(db: Database, user: string, organization: string) {
  const { rows } = await sql<{ email: string; name: string; organization: string }>`
    select u.email, u.first_name as name, o.name as organization
    from organizations o
    join ${receivers}
    where o.uuid = ${organization} and u.uuid = ${user}`.execute(db);
  const members = await erasedSoon(db, { organization }, NAMED + 1);
  const [receiver] = rows;
  return receiver && members.length > 0
    ? { ...receiver, members: members.slice(0, NAMED), more: members.length > NAMED }
    : undefined;
}
