import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { remindOpen } from '~/features/answers/queries/reminding.server';
import { distributeInJob } from '~/features/messages/queries.server';
import { announceInJob } from '~/features/notifications/announcements.server';
import { drainOutbox, PRIORITY } from '~/features/notifications/outbox.server';
import { queueMail, queueMails } from '~/mail/queue.server';
import { QUIET_LOG, remindAll, startsIn } from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab({ patient: true });

/** So many that they take three statements, of 10,000 each. */
const MEMBERS = 21_000;
const ANSWERED = 500;

/** A club of so many, each with a user, of whom so many have answered what takes place soon. */
async function largeClub() {
  const organization = await lab.make.organization();
  const event = await lab.make.event(organization, {}, { asks_answer: true });
  await startsIn(lab.db, event, '40 hours');
  await lab.db.transaction().execute(async (trx) => {
    await sql`update events set created_at = now() - interval '30 days' where uuid = ${event.uuid}`.execute(
      trx,
    );
    for (let slice = 0; slice < MEMBERS; slice += 10_500)
      await sql`with u as (
          insert into users (email, first_name, last_name, password_hash, activated)
          select format('m%s@verein.example', n + ${slice}::int), 'Anna', 'Viele', 'x', true
          from generate_series(1, 10500) as n returning uuid
        ), ou as (
          insert into organization_users (organization_uuid, user_uuid)
          select ${organization.uuid}::uuid, uuid from u returning user_uuid
        )
        insert into members (organization_uuid, first_name, last_name, user_uuid)
        select ${organization.uuid}::uuid, 'Anna', 'Viele', user_uuid from ou`.execute(trx);
    await sql`insert into answers (answer, event_uuid, member_uuid, organization_uuid)
      select 'yes', ${event.uuid}::uuid, uuid, organization_uuid from members
      where organization_uuid = ${organization.uuid} limit ${ANSWERED}`.execute(trx);
  });
  await lab.pool.query('analyze');
  return { organization, event };
}

const countOf = async (kind: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from notifications where kind = ${kind}`.execute(lab.db);
  return rows[0]?.count;
};

/** Does it, and says how long it took. @returns statements that wrote notifications meanwhile */
async function measured(what: string, work: () => Promise<unknown>): Promise<number> {
  const before = await inserts();
  const begun = performance.now();
  await work();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const statements = (await inserts()) - before;
  process.stdout.write(`${what}: ${seconds} s in ${statements} statements\n`);
  return statements;
}

/** Each statement that adds notifications queues one run of the outbox. */
async function inserts(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'notifications'`.execute(lab.db);
  return rows[0]?.count ?? 0;
}

it('20,500 of 21,000 are reminded in a few statements, and once; a code still leaves first (N1, N4, N12)', async () => {
  const { organization, event } = await largeClub();
  const silent = MEMBERS - ANSWERED;

  expect(await measured('20,500 reminders', () => remindAll(lab.db))).toBe(3);
  expect(await countOf('answer_missing')).toBe(silent);
  await measured('the same again', () => remindAll(lab.db));
  expect(await countOf('answer_missing')).toBe(silent);

  const actor = { uuid: crypto.randomUUID() };
  const job = { kind: 'event_new', actor: actor.uuid, event: event.uuid };
  expect(await measured('21,000 announced', () => announceInJob(lab.db, job))).toBe(3);
  expect(await countOf('event_new')).toBe(MEMBERS);

  const asked = await measured('20,500 asked', () =>
    lab.db.transaction().execute((trx) => remindOpen(trx, actor, event)),
  );
  expect(asked).toBe(1);
  expect(await countOf('answer_missing')).toBe(2 * silent);

  const { uuid: sender } = await lab.db
    .selectFrom('organization_users')
    .select('user_uuid as uuid')
    .where('organization_uuid', '=', organization.uuid)
    .limit(1)
    .executeTakeFirstOrThrow();
  const message = await lab.db
    .insertInto('messages')
    .values({
      organization_uuid: organization.uuid,
      sender_uuid: sender,
      audience: ['all'],
      subject: 'Sommerfest',
      body: 'Es gibt Kuchen.',
    })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  // No statement lasts as long as a connection waits for one (N11).
  const slices = await measured('20,999 told of a message', () =>
    distributeInJob(lab.db, message.uuid),
  );
  expect([slices, await countOf('message')]).toEqual([3, MEMBERS - 1]);

  // A run stays a run, whatever waits behind it.
  const limits = { quietHours: false, mailPerHour: 10_000 };
  await measured('a thousand drained in 20 runs', async () => {
    for (let run = 0; run < 20; run++) await drainOutbox(lab.db, limits, QUIET_LOG);
  });
  const { rows: mails } = await sql`select from graphile_worker._private_jobs
    where payload ->> 'template' = 'notification'`.execute(lab.db);
  expect(mails).toHaveLength(1000);
});

it('with 2,000 urgent mails in the queue, one with a code is taken first (N12)', async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(lab.db);
  const payloads = Array.from({ length: 2000 }, (_, n) => ({ notification: String(n) }));
  await queueMails(lab.db, 'notification', payloads, PRIORITY.urgent);
  await queueMail(lab.db, 'activation', { user: crypto.randomUUID() });
  const { rows } = await sql<{ template: string }>`
    select payload ->> 'template' as template
    from graphile_worker._private_jobs where run_at <= now() order by priority, run_at, id limit 1`.execute(
    lab.db,
  );
  expect(rows).toEqual([{ template: 'activation' }]);
});
