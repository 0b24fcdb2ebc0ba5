import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.generated';

/** Kysely on this application's schema. A transaction is one too, so queries take it first and fit in both. */
export type Database = Kysely<DB>;

// A date is a calendar day, not an instant: 'YYYY-MM-DD' as Postgres writes it. Counts and maxima fit a double.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.INT8, Number);

/** How long to wait for a connection: as long as a rush takes in which a thousand sign up at once. */
const PATIENCE_MS = 30_000;

/**
 * Opens a pool.
 * @param connectionString a postgres:// address
 * @param max connections at most; each server process has a pool of its own
 * @param onIdleError told when an idle connection breaks (the database went away); the pool replaces it by itself
 */
export function connect(
  connectionString: string,
  { max = 10, onIdleError = () => {} }: { max?: number; onIdleError?: (error: Error) => void } = {},
): { db: Database; pool: pg.Pool } {
  const pool = new pg.Pool({ connectionString, max, types, connectionTimeoutMillis: PATIENCE_MS });
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: one that breaks between two statements of a transaction would otherwise
  // end the process. Whoever uses it learns of it by their next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}
