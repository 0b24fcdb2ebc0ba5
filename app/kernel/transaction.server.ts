import pg from 'pg';
import type { Database } from '#db/connection';
import { transaction } from '#db/pipelining';
import { isOutdatedPlan } from '#db/prepared-statements';
import { isOutage, UnknownOutcome } from './outage.server';
import { conflict, notFound, type Problem } from './problem';

/** Takes what is sent last in a transaction and need not be waited for before the commit. */
export type Closing = (statement: Promise<unknown>) => void;

/**
 * Runs `work` in a transaction.
 * @param opening reads and locks, and is sent along with the beginning
 * @throws UnknownOutcome if the database went away while committing
 */
export async function inTransaction<T, Opened = undefined>(
  db: Database,
  work: (trx: Database, opened: Opened, closing: Closing) => Promise<T>,
  opening: (trx: Database) => Promise<Opened> = async () => undefined as Opened,
): Promise<T> {
  let committing = false;
  const last: Promise<unknown>[] = [];
  const closing: Closing = (statement) => {
    // It is waited for along with the commit.
    statement.catch(() => {});
    last.push(statement);
  };
  try {
    return await transaction(db, {
      opening,
      last,
      async work(trx, opened) {
        const result = await work(trx, opened, closing);
        committing = true;
        return result;
      },
    });
  } catch (error) {
    const isUnknown = committing && isOutage(error) && !RETRYABLE.has(sqlState(error));
    if (isUnknown && !(await refused(last)))
      throw new UnknownOutcome('the commit was not answered', { cause: error });
    throw error;
  }
}

/** True if Postgres itself refused one of these, so that nothing was committed. */
async function refused(statements: readonly Promise<unknown>[]): Promise<boolean> {
  for (const each of await Promise.allSettled(statements))
    if (each.status === 'rejected') return each.reason instanceof pg.DatabaseError;
  return false;
}

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock detected
const ATTEMPTS = 5;

/** To be thrown where a lock shows that what the transaction began with is so no longer. */
export const begunTooEarly = (why: string) => Object.assign(new Error(why), { code: '40001' });

/**
 * Retries a transaction that Postgres chose as the victim of a conflict, or that a migration
 * overtook; it has had no effect.
 */
export async function retryingConflicts<T>(
  transaction: (again: boolean) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(attempt > 1);
    } catch (error) {
      const retryable = RETRYABLE.has(sqlState(error)) || isOutdatedPlan(error);
      if (attempt === ATTEMPTS || !retryable) throw error;
    }
  }
}

/** The SQLSTATE of a Postgres error, or ''. Our schema's own are VH001 to VH009 (migrations). */
export function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** A lost race that only a constraint noticed: a reference to a deleted row, or a duplicate. */
export function lostRace(error: unknown): Problem | null {
  const state = sqlState(error);
  if (state === '23503') return notFound();
  if (state === '23505') return conflict('Das gibt es schon.');
  return null;
}
