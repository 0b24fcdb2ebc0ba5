import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { dueReminders } from '~/features/notifications/reminders.server';
import { takeAlong, takeInTurn } from '~/features/notifications/turns.server';
import { seriesLab } from '../support/series-lab';
import { fillingAnswers } from './filled';
import { faultsOf } from './plan';
import { watchQueries } from './sent-queries';

const lab = seriesLab();

/** Clubs with events all over the years and, in the outbox, much that was told and some that waits. */
beforeAll(async () => {
  const { db, pool } = lab;
  await sql`insert into organizations (name) select 'Verein ' || n from generate_series(1, 500) n`.execute(
    db,
  );
  await sql`insert into events (organization_uuid, name, date, event_type, asks_answer, max_participants, sign_up_until)
    select uuid, 'Fest', current_date - 300 + n * 15, 'OPEN_EVENT', true, 0,
      case when n % 3 = 0 then now() - interval '310 days' + n * interval '15 days' end
    from organizations, generate_series(1, 40) n`.execute(db);
  await sql`insert into users (email, first_name, last_name, password_hash)
    select n || '@verein.example', 'Anna', 'Viele', 'x' from generate_series(1, 1000) n`.execute(
    db,
  );
  await sql`insert into notifications (organization_uuid, user_uuid, event_uuid, kind, dedupe, bulk, way, due_at, sent_at)
    select e.organization_uuid, u.uuid, e.uuid, 'event_new', 'x' || row_number() over (), n % 2 = 0,
      case when n % 3 = 0 then 'digest' else 'mail' end,
      now() + (n - 5) * interval '1 hour', case when n < 40 then now() end
    from generate_series(1, 50) n
    cross join lateral (select * from users order by md5(uuid::text || n) limit 800) u
    cross join lateral (select * from events order by uuid offset n limit 1) e`.execute(db);
  await sql`update notifications set sent_at = null, due_at = now() - interval '1 minute'
    where id % 97 = 0`.execute(db);
  await sql`insert into reminders (event_uuid, organization_uuid, kind, occasion)
    select uuid, organization_uuid, 'answer_missing', 'former' from events`.execute(db);
  await sql`insert into polls (organization_uuid, event_uuid, name)
    select organization_uuid, uuid, 'Kuchen?' from events`.execute(db);
  await sql`insert into members (organization_uuid, first_name, last_name)
    select uuid, 'Anna', 'Viele' from organizations`.execute(db);
  await pool.query('alter table answers disable trigger user');
  await pool.query(fillingAnswers('yes', 'waiting', 'no'));
  await pool.query('vacuum analyze');
});

it('near events and the next in turn are found by indexes (X7, N4, N12)', async () => {
  const stop = watchQueries();
  await dueReminders(lab.db);
  await lab.db.transaction().execute(async (trx) => {
    await takeInTurn(trx, 'urgent', 50);
    const { ids } = await takeInTurn(trx, 'bulk', 50);
    expect(ids.length).toBeGreaterThan(0);
    await takeAlong(trx, ids);
  });
  const queries = stop().filter(({ text }) => /^\s*(select|with)/.test(text));
  expect(queries.length).toBeGreaterThan(5);
  const client = await lab.pool.connect();
  try {
    for (const query of queries) {
      // Of 20,000 events and 40,000 notifications.
      const faults = await faultsOf(client, query, 2500);
      expect(
        faults.filter((fault) => !/organizations/.test(fault)),
        query.text,
      ).toEqual([]);
    }
  } finally {
    client.release();
  }
});
