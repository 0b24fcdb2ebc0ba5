import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { migrate, migrateTo, migrateToNothing } from '#db/migrate';
import { createDatabase } from '../support/database';
import { insertEveryAnswer } from '../support/every-answer';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { Process } from '../support/server-process';
import { brokenRules } from '../support/waiting-list';

/**
 * The schema as text: columns, constraints, indexes, triggers and functions, except for those of
 * extensions.
 */
async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select format('%s.%s %s %s default %s collate %s', table_name, column_name, data_type, is_nullable,
        column_default, collation_name) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'public'::regnamespace and not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('%s persistence %s', relname, relpersistence) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    order by line`.execute(db);
  return rows.map(({ line }) => line).filter((line) => !/\bkysely_migration/.test(line));
}

it('all migrations can be undone and applied again with the same result (I2)', async () => {
  const { db, pool, drop } = await createDatabase();
  afterwards(drop);
  const before = await schemaOf(db);
  expect(before.length).toBeGreaterThan(100);
  await migrateToNothing(db);
  expect(await schemaOf(db)).toEqual([]);
  await migrate(db, pool);
  expect(await schemaOf(db)).toEqual(before);
});

it('migrations from 0019 on can be undone and applied again in a club with answers of every kind (I2, J1, K1)', async () => {
  const { db, pool, drop } = await createDatabase();
  afterwards(drop);
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  const { event, moved } = await insertEveryAnswer(db, make, organization);
  const before = await schemaOf(db);
  await migrateTo(db, pool, '0018-invitation-proofs');
  const { rows: left } = await sql`
    select event_uuid = ${event.uuid} as limited, registered_participants as counted from registrations
    join events on uuid = event_uuid where member_uuid = ${moved} order by 1`.execute(db);
  // A member who brought companions counts once, as before.
  expect(left).toEqual([
    { limited: false, counted: 1 },
    { limited: true, counted: 1 },
  ]);
  await migrate(db, pool);
  expect(await schemaOf(db)).toEqual(before);
  expect(await brokenRules(pool)).toEqual([]);
  const { rows } = await sql`select e.coming_visible, waiting, time_zone from events e
    join organizations o on o.uuid = organization_uuid group by 1, 2, 3`.execute(db);
  expect(rows).toEqual([{ coming_visible: 'editors', waiting: 0, time_zone: 'Europe/Berlin' }]);
});

it('limited events that asked for answers do so no more, and open ones still do (J3)', async () => {
  const { db, pool, drop } = await createDatabase();
  afterwards(drop);
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  await migrateTo(db, pool, '0034-what-a-replaced-token-proves');
  const asks = { asks_answer: true };
  await make.event(organization, { name: 'Begrenzt', max: 3 }, asks);
  await make.event(organization, { name: 'Offen' }, asks);
  await migrate(db, pool);
  const events = await db
    .selectFrom('events')
    .select(['name', 'asks_answer as asks', 'version'])
    .orderBy('name')
    .execute();
  expect(events).toEqual([
    { name: 'Begrenzt', asks: false, version: 1 },
    { name: 'Offen', asks: true, version: 1 },
  ]);
});

it('events get their moments without an edit, a new answer, a notification or a job (B7, J12)', async () => {
  const { db, pool, drop } = await createDatabase();
  afterwards(drop);
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  const { event, waiting } = await insertEveryAnswer(db, make, organization);
  await migrateTo(db, pool, '0040-names-without-apostrophes');
  // What a trigger would find to do: a free place for who waits, and an absence on the event's day.
  await sql`alter table events disable trigger user`.execute(db);
  await sql`update events set max_participants = 50 where event_type = 'LIMITED_EVENT'`.execute(db);
  await sql`alter table events enable trigger user`.execute(db);
  await sql`insert into absences (organization_uuid, member_uuid, from_date, until_date)
    select ${organization.uuid}, uuid, current_date - 1, current_date + 365 from members`.execute(
    db,
  );
  const before = await touchedBy(db);
  await migrateTo(db, pool, '0042-ways-in-one-place');
  expect(await touchedBy(db)).toEqual(before);
  await migrate(db, pool);
  const { rows } = await sql`select from events where starts_at = 'infinity'`.execute(db);
  expect(rows).toEqual([]);
  // An edit leads to it.
  await sql`update events set max_participants = 51 where uuid = ${event.uuid}`.execute(db);
  const left = await db
    .selectFrom('answers')
    .where('answer', '=', 'waiting')
    .select('member_uuid')
    .execute();
  expect(left).not.toContainEqual({ member_uuid: waiting });
});

it('one table of answers keeps each answer with its place in the line, and tells nobody (J1, K1, L8)', async () => {
  const { db, pool, drop } = await createDatabase();
  afterwards(drop);
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  const { event, moved } = await insertEveryAnswer(db, make, organization);
  const [last, first] = [await make.member(organization), await make.member(organization)];
  await migrateTo(db, pool, '0042-ways-in-one-place');
  // The order of the line is not that of the times.
  await sql`insert into waiting_list (event_uuid, member_uuid, organization_uuid, places, created_at)
    values (${event.uuid}, ${first.uuid}, ${organization.uuid}, 2, now()),
      (${event.uuid}, ${last.uuid}, ${organization.uuid}, 1, now() - interval '1 day')`.execute(db);
  await sql`insert into absences (organization_uuid, member_uuid, from_date, until_date)
    values (${organization.uuid}, ${moved}, current_date + 800, current_date + 801)`.execute(db);
  await sql`update declines set acted_by = ${moved}, absence_uuid = (select uuid from absences limit 1)`.execute(
    db,
  );
  const given = sql`
    select event_uuid, member_uuid, organization_uuid, 'yes' as answer, null::bigint as seq, places, note,
      acted_by, null::uuid as absence_uuid, promoted_at, created_at from registrations
    union all select event_uuid, member_uuid, organization_uuid, 'waiting', seq, places, note,
      acted_by, null, null, created_at from waiting_list
    union all select event_uuid, member_uuid, organization_uuid, 'no', null, 1, note,
      acted_by, absence_uuid, null, created_at from declines
    order by 1, 2`;
  const others = sql`select to_jsonb(e)::text as row from events e
    union all select to_jsonb(n)::text from notifications n
    union all select to_jsonb(j)::text from graphile_worker.jobs j order by 1`;
  const [answers, untouched] = [await given.execute(db), await others.execute(db)];
  expect(answers.rows.length).toBeGreaterThan(5);
  await migrate(db, pool);
  const { rows } = await sql`
    select event_uuid, member_uuid, organization_uuid, answer, case when answer = 'waiting' then seq end as seq,
      places, note, acted_by, absence_uuid, promoted_at, created_at from answers order by 1, 2`.execute(
    db,
  );
  expect(rows).toEqual(answers.rows);
  expect((await others.execute(db)).rows).toEqual(untouched.rows);
  expect(await brokenRules(pool)).toEqual([]);
  const next = await make.member(organization);
  await sql`insert into answers (event_uuid, member_uuid, organization_uuid, answer)
    values (${event.uuid}, ${next.uuid}, ${organization.uuid}, 'waiting')`.execute(db);
  const line =
    await sql`select member_uuid from answers where answer = 'waiting' order by seq desc limit 3`.execute(
      db,
    );
  expect(line.rows).toEqual([next, last, first].map(({ uuid }) => ({ member_uuid: uuid })));
});

/** All that an edit of an event would leave behind, and events without their moments. */
async function touchedBy(db: Database) {
  const tables = ['registrations', 'waiting_list', 'declines', 'notifications', 'audit_log'];
  const jobs = sql`select to_jsonb(j) as row from graphile_worker.jobs j`;
  const events = sql`
    select to_jsonb(e) - '{starts_at,begun_by,ends_at,closes_at}'::text[] as row from events e`;
  const others = tables.map((name) => sql`select to_jsonb(t) as row from ${sql.table(name)} t`);
  return Promise.all(
    [events, jobs, ...others].map(async (query) => {
      const { rows } = await sql<{ row: unknown }>`${query} order by 1`.execute(db);
      return rows.map(({ row }) => row);
    }),
  );
}

it('db/schema.generated.ts matches the schema', async () => {
  const check = new Process('scripts/generate-db-types.ts', {}, { parameters: ['--verify'] });
  expect(await check.exit(), `run npm run db:types: ${check.stderr}`).toBe(0);
});
