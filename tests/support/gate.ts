import { vi } from 'vitest';
import type { Services } from '~/kernel/services.server';
import type { TestApp } from './app';

/** Makes callers wait until it is opened, and reports their arrival. */
function gate() {
  let arrive = () => {};
  let open = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { arrive, arrived, open, opened };
}

type Slow = 'verify' | 'hash';

/**
 * Holds back every password verification (or hash) after computing it, until `open` is called, so
 * that a test can order other events before its end.
 * @param count the number that `arrived` waits for
 */
export function holdPasswords({ passwords }: Pick<Services, 'passwords'>, slow: Slow, count = 1) {
  const held = gate();
  let came = 0;
  const original = passwords[slow].bind(passwords) as (...given: unknown[]) => Promise<never>;
  const spy = vi.spyOn(passwords, slow).mockImplementation(async (...given: unknown[]) => {
    const result = await original(...given);
    came += 1;
    if (came === count) held.arrive();
    await held.opened;
    return result;
  });
  return {
    /** Resolves once `count` of them are computed. */
    arrived: held.arrived,
    /** Stops holding back new ones; those held continue with `open`. */
    pass: () => spy.mockRestore(),
    open: held.open,
  };
}

/** Waits until so many connections of this test's database wait for a lock held by another. */
export async function untilWaiting({ pool }: Pick<TestApp, 'pool'>, count = 1): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await pool.query(waiting)).rows.length >= count, {
    timeout: 60_000,
    interval: 10,
  });
}

/** The number of deadlocks in this test's database so far. */
export async function deadlocks({ pool }: Pick<TestApp, 'pool'>): Promise<number> {
  // Connections report their statistics with a delay unless told to flush.
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    await Promise.all(clients.map((client) => client.query('select pg_stat_force_next_flush()')));
  } finally {
    for (const client of clients) client.release();
  }
  const { rows } = await pool.query<{ count: number }>(
    'select deadlocks as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? -1;
}
