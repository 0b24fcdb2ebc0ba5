import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { BoundedPool } from '#db/bounded-pool';
import { afterwards } from '../support/leftovers';

const SILENCE_MS = 300;

/** A pool whose first connection has been used and is idle. */
async function idlePool(max = 1): Promise<BoundedPool> {
  const pool = new BoundedPool({ connectionString: inject('postgres'), max }, SILENCE_MS, true);
  // Of a connection that is given up.
  pool.on('connect', (client) => client.on('error', () => {}));
  afterwards(() => pool.end());
  await pool.query('select 1');
  return pool;
}

/** Keeps the thread, so that all that is due meanwhile is due at once. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

it('a connection that has just been given a statement is not given up for having been idle', async () => {
  const pool = await idlePool();
  // Both end in the same round of timers, this one first: Node picks the next one before it carries
  // out what this one leads to.
  const atTheEnd = new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  const used = pool.query('select 1');
  const asked = atTheEnd.then(() => pool.query('select pg_sleep(0.1)'));
  await used;
  setTimeout(() => block(50), SILENCE_MS - 20);
  expect((await asked).rowCount).toBe(1);
});

it('an answer that came while the process stood still counts', async () => {
  const pool = await idlePool();
  const asked = pool.query('select pg_sleep(0.1)');
  await nextTurn();
  block(SILENCE_MS + 100);
  expect((await asked).rowCount).toBe(1);
});

it('a connection whose statement is not answered is given up, be it the first since long', async () => {
  const pool = await idlePool();
  await new Promise((resolve) => setTimeout(resolve, SILENCE_MS + 50));
  await expect(pool.query('select pg_sleep(5)')).rejects.toThrow(
    `Postgres has not answered for ${SILENCE_MS} ms`,
  );
  expect((await pool.query('select 1')).rowCount).toBe(1);
});

it('who waits while one connection is given up is refused only if no other was answered since', async () => {
  const pool = await idlePool(2);
  const silent = () => expect(pool.query('select pg_sleep(5)')).rejects.toThrow('not answered');
  const connectBoth = () => Promise.all([1, 2].map(() => pool.query('select pg_sleep(0.1)')));
  await connectBoth();
  const given = silent();
  await pool.query('select pg_sleep(0.1)');
  // Longer than the other is waited for.
  const busy = pool.query('select pg_sleep(0.25)');
  const waiting = pool.query('select 1');
  await Promise.all([given, busy, waiting]);

  await connectBoth();
  const both = [silent(), silent()];
  await expect(pool.query('select 1')).rejects.toThrow('not answered');
  await Promise.all(both);
});
