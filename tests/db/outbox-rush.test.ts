import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { situationsOf } from '~/features/notifications/deciding.server';
import { judgedByDay } from '~/features/notifications/limits.server';
import { drainOutbox } from '~/features/notifications/outbox.server';
import { mailsOf, QUIET_LOG } from '../support/outbox-lab';
import { seriesLab } from '../support/series-lab';

const lab = seriesLab();

/** Users who want news at once, and events of which each of them is to be told now. */
async function rush(users: number, events: number) {
  const organization = await lab.make.organization();
  await sql`insert into notification_defaults (organization_uuid, topic, way)
    values (${organization.uuid}, 'event_new', 'mail')`.execute(lab.db);
  await sql`with u as (
      insert into users (email, first_name, last_name, password_hash, activated)
      select gen_random_uuid() || '@verein.example', 'Anna', 'Viele', 'x', true
      from generate_series(1, ${users}) returning uuid
    ), ou as (
      insert into organization_users (organization_uuid, user_uuid)
      select ${organization.uuid}::uuid, uuid from u
    ), e as (
      insert into events (organization_uuid, name, date, event_type, max_participants)
      select ${organization.uuid}::uuid, 'Termin ' || n, '2031-05-01', 'OPEN_EVENT', 0
      from generate_series(1, ${events}) n returning uuid
    )
    insert into notifications (organization_uuid, user_uuid, event_uuid, kind, dedupe, bulk)
    select ${organization.uuid}::uuid, u.uuid, e.uuid, 'event_new', 'new ' || e.uuid, true
    from e cross join u order by e.uuid, u.uuid`.execute(lab.db);
  return organization;
}

it('two hundred events for each of fifty users are fifty mails, and a lock for each user (N12)', async () => {
  const organization = await rush(50, 200);
  const { rows } = await sql<{ id: number }>`
    select id from notifications where organization_uuid = ${organization.uuid}`.execute(lab.db);
  const situations = await situationsOf(
    lab.db,
    rows.map(({ id }) => id),
  );
  const mails = situations.map((situation) => ({
    situation,
    way: 'mail' as const,
    mail: situation.user,
  }));
  // A database has room for some thousand locks, of everybody together.
  const held = await lab.db.transaction().execute(async (trx) => {
    expect((await judgedByDay(trx, mails)).told).toHaveLength(50 * 200);
    return sql<{ locks: number }>`select count(*) as locks from pg_locks
      where locktype = 'advisory' and pid = pg_backend_pid()`.execute(trx);
  });
  expect(held.rows).toEqual([{ locks: 50 }]);
  await drainOutbox(lab.db, { quietHours: false, mailPerHour: 99_999 }, QUIET_LOG);
  const sent = await mailsOf(lab.db, organization);
  expect(sent.map(({ tells }) => tells.length)).toEqual(Array(50).fill(200));
});
