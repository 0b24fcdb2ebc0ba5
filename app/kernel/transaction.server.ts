import type { Database } from '#db/connection';
import { isOutdatedPlan } from '#db/prepared-statements';
import { isOutage, UnknownOutcome } from './outage.server';
import { conflict, notFound, type Problem } from './problem';

/**
 * Runs `work` in a transaction.
 * @throws UnknownOutcome if the database went away while committing
 */
export async function inTransaction<T>(
  db: Database,
  work: (trx: Database) => Promise<T>,
): Promise<T> {
  let committing = false;
  try {
    return await db.transaction().execute(async (trx) => {
      const result = await work(trx);
      committing = true;
      return result;
    });
  } catch (error) {
    if (committing && isOutage(error) && !RETRYABLE.has(sqlState(error)))
      throw new UnknownOutcome('the commit was not answered', { cause: error });
    throw error;
  }
}

const RETRYABLE = new Set(['40001', '40P01']); // serialization failure, deadlock detected
const ATTEMPTS = 5;

/** Thrown if a lock shows that the transaction began with outdated data. */
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

/** The SQLSTATE of a Postgres error, or ''. Our schema's own are VH001 to VH013 (migrations). */
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
