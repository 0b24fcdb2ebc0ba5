import { expect, it, vi } from 'vitest';
import { onBehalfOf } from '#db/bounded-pool';
import { createDatabase } from '../support/database';

it('one user holds no more than their share of the connections, and others pass', async () => {
  const { pool } = await createDatabase({ max: 4 });
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(7)');
  const wait = () => pool.query('select pg_advisory_xact_lock(7)');
  const greedy = Array.from({ length: 10 }, () =>
    onBehalfOf({ key: 'greedy', connections: 2 }, wait),
  );
  const waiting = async () => {
    const { rows } = await holder.query(
      `select count(*)::int from pg_stat_activity
       where datname = current_database() and wait_event = 'advisory'`,
    );
    return rows[0].count;
  };
  await vi.waitUntil(async () => (await waiting()) === 2);
  const others = await onBehalfOf({ key: 'other', connections: 2 }, () => pool.query('select 1'));
  expect(others.rowCount).toBe(1);
  expect((await pool.query('select 1')).rowCount).toBe(1);
  expect(await waiting()).toBe(2);
  await holder.query('select pg_advisory_unlock(7)');
  expect(await Promise.all(greedy)).toHaveLength(10);
  holder.release();
});
