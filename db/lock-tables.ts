import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than most backups of a club take to read a table. */
const PATIENCE_MS = 30_000;

/** A pause for everybody else between two attempts. */
const BREATHER_MS = 500;

/** A statement or a lock took too long, or there was a deadlock: nothing has been done yet. */
const NOT_YET = new Set(['57014', '55P03', '40P01']);

/**
 * Locks all these tables exclusively for a transaction, while servers use them. Those lock theirs
 * in other orders, so that a transaction that holds some and waits for others can be part of a
 * deadlock, which Postgres ends after `deadlock_timeout` by failing one of them. So an attempt
 * takes at most half as long, and lets everybody continue before the next.
 * @param run executes a statement in that transaction
 * @param tables the first should be one that most transactions use first: while waiting for it,
 *   those under way end, and no others begin. Names are quoted where necessary.
 * @throws an error of Postgres, with one of the codes above if others hold on to a table for too long
 */
export async function lockTables(
  run: (statement: string) => Promise<unknown>,
  tables: readonly string[],
): Promise<void> {
  if (tables.length === 0) return;
  const deadline = performance.now() + PATIENCE_MS;
  const lock = (mode: string) => run(`lock table ${tables.join(', ')} in ${mode} mode`);
  await run('set local lock_timeout = 0');
  await run(`set local statement_timeout = ${PATIENCE_MS}`);
  // Only stops maintenance, which only gives way to those who wait longer than an attempt.
  await lock('share update exclusive');
  for (;;) {
    await run('savepoint unlocked');
    await run(
      `select set_config('statement_timeout', (setting::int / 2)::text, true)
       from pg_settings where name = 'deadlock_timeout'`,
    );
    try {
      await lock('access exclusive');
      await run('release savepoint unlocked');
      await run('set local statement_timeout = 0');
      return;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!NOT_YET.has(code) || performance.now() > deadline) throw error;
      await run('rollback to savepoint unlocked');
      await sleep(BREATHER_MS);
    }
  }
}

/** Every request begins by looking up its session. */
const FIRST = 'sessions';

export function inLockOrder(names: readonly string[]): string[] {
  return [...names].sort(
    (a, b) => Number(b === FIRST) - Number(a === FIRST) || (a < b ? -1 : Number(a > b)),
  );
}
