import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { keepHouse, promoteForgotten } from '~/server/housekeeping';
import { metrics } from '~/server/metrics';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { deleteRows, insertRows, rowsOf } from '../support/rows';

it('housekeeping frees the jobs of killed processes and deletes what has expired, and nothing else', async () => {
  const { db } = await createDatabase();
  const { uuid } = await db
    .insertInto('users')
    .values({ email: 'a@b.de', first_name: 'A', last_name: 'B', password_hash: 'x' })
    .returning('uuid')
    .executeTakeFirstOrThrow();
  for (const [name, age] of [
    ['fresh', '1 minute'],
    ['old', '3 days'],
  ] as const) {
    const hash = Buffer.from(name);
    const until = sql<Date>`now() + interval '1 day' - ${age}::interval`;
    await insertRows(db, 'sessions', {
      token_hash: hash,
      user_uuid: uuid,
      kind: 'browser',
      valid_until: until,
    });
    await insertRows(db, 'codes', {
      code_hash: hash,
      user_uuid: uuid,
      purpose: 'password',
      expires_at: until,
    });
    await insertRows(db, 'form_keys', {
      hash,
      user_uuid: uuid,
      created_at: sql`now() - ${age}::interval`,
    });
    await sql`insert into rate_limits values (${name}, 1, extract(epoch from ${until}) * 1000)`.execute(
      db,
    );
    await sql`select graphile_worker.add_job('mail', job_key => ${name})`.execute(db);
    await sql`update graphile_worker._private_jobs set locked_by = ${name}, locked_at = now() - ${age}::interval
      where key = ${name}`.execute(db);
  }
  await insertRows(db, 'form_keys', {
    hash: Buffer.from('of the day before'),
    user_uuid: uuid,
    created_at: sql`now() - interval '47 hours'`,
  });
  for (const days of [0, 29, 31]) {
    const at = sql<Date>`now() - make_interval(days => ${days})`;
    const action = `${days} days old`;
    await insertRows(db, 'audit_log', { at, operation: 'o', action, request_id: 'r' });
  }
  await keepHouse(db, { auditDays: 30 });
  const { rows } = await sql<{ kept: string }>`
    select 'session ' || convert_from(token_hash, 'UTF8') as kept from sessions
    union all select 'code ' || convert_from(code_hash, 'UTF8') from codes
    union all select 'form ' || convert_from(hash, 'UTF8') from form_keys
    union all select 'audit ' || action from audit_log
    union all select 'limit ' || key from rate_limits
    union all select 'job ' || key || ' of ' || coalesce(locked_by, 'nobody') from graphile_worker.jobs
    order by kept`.execute(db);
  expect(rows.map(({ kept }) => kept)).toEqual([
    'audit 0 days old',
    'audit 29 days old',
    'code fresh',
    'form fresh',
    'form of the day before',
    'job fresh of fresh',
    'job old of nobody',
    'limit fresh',
    'session fresh',
  ]);
});

it('housekeeping frees jobs put off by a clock that was set back since, and not those planned for later (issue 10)', async () => {
  const { db } = await createDatabase();
  const jobs = [
    ['new', '1 day', 0, null],
    ['failed', '1 day', 3, null],
    ['pausing', '5 hours', 10, null],
    ['locked', '0', 1, '1 day'],
    ['working', '0', 1, '0'],
  ] as const;
  await sql`select graphile_worker.add_job('leaderless', job_key => 'planned', run_at => now() + interval '5 minutes')`.execute(
    db,
  );
  for (const [key, wait, attempts, locked] of jobs) {
    await sql`select graphile_worker.add_job('mail', job_key => ${key})`.execute(db);
    await sql`update graphile_worker._private_jobs set run_at = now() + ${wait}::interval, attempts = ${attempts},
      updated_at = case ${attempts}::int when 0 then now() + ${wait}::interval else updated_at end,
      locked_by = ${locked && key}, locked_at = now() + ${locked}::interval where key = ${key}`.execute(
      db,
    );
  }
  await keepHouse(db, { auditDays: 30 });
  const { rows } = await sql<{ key: string; due: boolean; locked_by: string | null }>`
    select key, run_at <= now() as due, locked_by from graphile_worker.jobs order by key`.execute(
    db,
  );
  expect(rows).toEqual([
    { key: 'failed', due: true, locked_by: null },
    { key: 'locked', due: true, locked_by: null },
    { key: 'new', due: true, locked_by: null },
    { key: 'pausing', due: false, locked_by: null },
    { key: 'planned', due: false, locked_by: null },
    { key: 'working', due: true, locked_by: 'working' },
  ]);
});

it('housekeeping does the rest if a part of it fails, and says so', async () => {
  const { db } = await createDatabase();
  const make = new Factories(db, NO_PASSWORDS);
  await make.session(await make.user());
  await sql`update sessions set valid_until = now() - interval '1 minute'`.execute(db);
  await sql`insert into rate_limits (key, points, expire) values ('old', 1, 0)`.execute(db);
  await sql`drop function expire_audit_log`.execute(db);
  await expect(keepHouse(db, { auditDays: 30 })).rejects.toThrow('1 failed');
  const { rows } = await sql`
    select 1 from sessions union all select 1 from rate_limits`.execute(db);
  expect(rows).toEqual([]);
});

it('housekeeping promotes forgotten members, counts them and says so, and otherwise does nothing (K9)', async () => {
  const { db, pool } = await createDatabase();
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  const late = await make.event(organization, { max: 2 });
  await sql`update events set promotion_hours = 168, date = current_date + 3`.execute(db);
  const event = await make.event(organization, { max: 2 });
  const client = await pool.connect();
  try {
    // As if a trigger had been missing.
    await client.query('begin; set local session_replication_role = replica');
    for (const { uuid } of [event, late])
      for (let count = 0; count < 3; count++)
        await client.query(
          `insert into answers (answer, event_uuid, member_uuid, organization_uuid) values ('waiting', $1, $2, $3)`,
          [uuid, (await make.member(organization)).uuid, organization.uuid],
        );
    await client.query('update events set waiting = 3; commit');
  } finally {
    client.release();
  }
  const lines: unknown[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  const counted = async () =>
    (await metrics.getSingleMetric('waiting_list_forgotten_total')?.get())?.values[0]?.value ?? 0;
  const before = await counted();
  await promoteForgotten(db, log);
  await promoteForgotten(db, log);
  const { rows } = await sql`
    select uuid, registered_participants as places, waiting from events order by date desc`.execute(
    db,
  );
  expect(rows).toEqual([
    { uuid: event.uuid, places: 2, waiting: 1 },
    { uuid: late.uuid, places: 0, waiting: 3 },
  ]);
  expect(await counted()).toBe(before + 2);
  expect(lines).toEqual([
    { level: 40, event: event.uuid, promoted: 2, msg: 'a waiting list had been forgotten' },
  ]);
});

it('housekeeping deletes what was sent 90 days ago, and has what nobody took taken (N16)', async () => {
  const { db } = await createDatabase();
  const make = new Factories(db, NO_PASSWORDS);
  const { organization, admin } = await make.club();
  const event = await make.event(organization);
  const ages = [
    ['sent 91 days ago', '91 days', '91 days'],
    ['sent 89 days ago', '100 days', '89 days'],
    ['due and not sent', '100 days', null],
    ['due later', '-5 minutes', null],
  ] as const;
  for (const [dedupe, due, sent] of ages) {
    await insertRows(db, 'notifications', {
      organization_uuid: organization.uuid,
      user_uuid: admin.uuid,
      member_uuid: admin.member,
      event_uuid: event.uuid,
      kind: 'promoted',
      dedupe,
      due_at: sql`now() - ${due}::interval`,
      sent_at: sent && sql`now() - ${sent}::interval`,
    });
  }
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await keepHouse(db, { auditDays: 30 });
  const kept = await rowsOf(db, 'notifications', {}, ['dedupe'], ['id']);
  expect(kept.map(({ dedupe }) => dedupe)).toEqual([
    'sent 89 days ago',
    'due and not sent',
    'due later',
  ]);
  const jobs = () =>
    sql`select task_identifier from graphile_worker.jobs`.execute(db).then(({ rows }) => rows);
  expect(await jobs()).toEqual([{ task_identifier: 'notifications' }]);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await deleteRows(db, 'notifications', { dedupe: 'due and not sent' });
  await keepHouse(db, { auditDays: 30 });
  expect(await jobs()).toEqual([]);
});
