import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { drainOutbox } from '~/features/notifications/outbox.server';
import { notify } from '~/features/outbox/queries.server';
import { testApp } from '../support/app';
import { untilWaiting } from '../support/gate';
import { notifyRegistered, queuedMails, registerMany } from '../support/notifications';

const app = testApp();

describe('the outbox', () => {
  const quiet = { warn: () => {} };

  /** An event with so many registered, and nothing left in outbox or queue from other tests. */
  async function crowd(count: number) {
    await app.work();
    await sql`delete from graphile_worker._private_jobs`.execute(app.db);
    await app.db.deleteFrom('notifications').execute();
    await app.db.deleteFrom('users').where('last_name', '=', 'Viele').execute();
    const { organization } = await app.make.club();
    const event = await app.make.event(organization, { max: count });
    await registerMany(app.patient.db, event, count);
    return { event };
  }

  async function outbox() {
    const { rows } = await sql<{ id: number; sent: boolean }>`
      select id, sent_at is not null as sent from notifications order by id`.execute(app.db);
    return rows;
  }

  it('300 notifications and four drains at once: each becomes exactly one mail (X9)', async () => {
    const { event } = await crowd(300);
    await notifyRegistered(app.db, event);
    const drains = async () => {
      for (let run = 0; run < 3; run++) await drainOutbox(app.db, app.config, quiet);
    };
    await Promise.all([drains(), drains(), drains(), drains()]);
    const rows = await outbox();
    expect(rows).toHaveLength(300);
    expect(rows.filter(({ sent }) => !sent)).toEqual([]);
    expect(await queuedMails(app.db)).toEqual(rows.map(({ id }) => id));
  });

  it('a drain takes fifty, and plans another while there may be more (N1)', async () => {
    const { event } = await crowd(70);
    await notifyRegistered(app.db, event);
    await drainOutbox(app.db, app.config, quiet);
    expect(await queuedMails(app.db)).toHaveLength(50);
    // The job of the insert, which nobody has taken, and the next one.
    const { rows } = await sql`select from graphile_worker.jobs
      where task_identifier = 'notifications' and run_at <= now()`.execute(app.db);
    expect(rows).toHaveLength(2);
    await drainOutbox(app.db, app.config, quiet);
    expect(await queuedMails(app.db)).toHaveLength(70);
  });

  it('a drain whose connection is cut in the middle leaves everything to the next (X9)', async () => {
    const { event } = await crowd(60);
    await notifyRegistered(app.db, event);
    const holding = await app.pool.connect();
    try {
      // Holds up the drain, which has locked its rows by then.
      const { rows } = await holding.query(
        `select pg_advisory_lock(hashtextextended(concat(user_uuid, ' ', organization_uuid), 0)) from notifications limit 1`,
      );
      expect(rows).toHaveLength(1);
      const cut = drainOutbox(app.db, app.config, quiet).catch((error) => error);
      await untilWaiting(app);
      await drainOutbox(app.db, app.config, quiet);
      await holding.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(await cut).toBeInstanceOf(Error);
      expect(await queuedMails(app.db)).toHaveLength(10);
    } finally {
      holding.release(true);
    }
    await drainOutbox(app.db, app.config, quiet);
    const rows = await outbox();
    expect(rows.filter(({ sent }) => !sent)).toEqual([]);
    expect(await queuedMails(app.db)).toEqual(rows.map(({ id }) => id));
    // The pool logs the cut, too, unless the query has noticed it first.
    expect(app.errors.splice(0).length).toBeLessThanOrEqual(1);
  });

  it('the same cause twice is one notification (X9)', async () => {
    const { event } = await crowd(3);
    const members = app.db
      .selectFrom('answers')
      .where('answer', '=', 'yes')
      .select('member_uuid')
      .where('event_uuid', '=', event.uuid);
    const again = () => notify(app.db, { kind: 'promoted', event, dedupe: 'same' }, members);
    expect(await again()).toBe(3);
    expect(await again()).toBe(0);
    await drainOutbox(app.db, app.config, quiet);
    expect(await again()).toBe(0);
    await drainOutbox(app.db, app.config, quiet);
    expect(await queuedMails(app.db)).toHaveLength(3);
  });

  it('at most thirty mails go to a user within a day; what cannot be told later is withheld, and logged', async () => {
    const { event } = await crowd(2);
    const logged: unknown[] = [];
    const log = { warn: (what: unknown, text?: string) => logged.push([what, text]) };
    const tell = async (times: number) => {
      for (let time = 0; time < times; time++) await notifyRegistered(app.db, event);
      for (let run = 0; run < 4; run++) await drainOutbox(app.db, app.config, log);
    };
    await tell(60);
    expect(await queuedMails(app.db)).toHaveLength(2 * 60);
    expect(logged).toEqual([]);
    await tell(2);
    expect(await queuedMails(app.db)).toHaveLength(2 * 60);
    expect(logged).toEqual([[{ withheld: 4 }, 'mails were withheld: too many within a day']]);
    await app.db
      .updateTable('notifications')
      .set({ sent_at: sql<Date>`now() - interval '25 hours'` })
      .execute();
    await tell(1);
    expect(await queuedMails(app.db)).toHaveLength(2 * 61);
    expect(logged).toHaveLength(1);
  });

  it('two drains at once do not exceed the day', async () => {
    const { event } = await crowd(5);
    for (let time = 0; time < 66; time++) await notifyRegistered(app.db, event);
    await Promise.all(Array.from({ length: 12 }, () => drainOutbox(app.db, app.config, quiet)));
    const rows = await outbox();
    expect(rows.filter(({ sent }) => !sent)).toEqual([]);
    expect(await queuedMails(app.db)).toHaveLength(5 * 60);
  });
});
