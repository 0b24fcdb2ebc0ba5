import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { BoundedPool } from './bounded-pool';
import { PooledDialect } from './pooler';
import type { DB } from './schema.generated';

/**
 * Kysely on this application's schema. A transaction is one too, so queries take it first and fit
 * in both.
 */
export type Database = Kysely<DB>;

// A date is a calendar day, not an instant: 'YYYY-MM-DD' as Postgres writes it. Counts and maxima
// fit a double.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * How long to wait for a free connection: as long as a rush takes in which a thousand sign up at
 * once.
 */
const PATIENCE_MS = 30_000;

/** What may take how long on a connection, in milliseconds. */
interface Limits {
  /** How long Postgres may say nothing while it owes an answer; 0 for as long as it likes. */
  readonly silence: number;
  /** What Postgres itself ends, by the names of its settings. */
  readonly settings: Readonly<Record<string, number>>;
}

/**
 * Postgres ends what is slow before we give up the connection, so that a slow statement is told
 * apart from a server that is gone. A transaction whose process has stopped halfway would keep
 * others from the rows that it locked.
 */
const LIMITS = {
  /** A thousand who want the same place at once each wait for its lock for less than a second. */
  request: {
    silence: 10_000,
    settings: {
      statement_timeout: 8000,
      lock_timeout: 5000,
      idle_in_transaction_session_timeout: 10_000,
    },
  },
  /** Deleting what has run out may take minutes in a large database. */
  maintenance: {
    silence: 660_000,
    settings: {
      statement_timeout: 600_000,
      lock_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  },
  /** What a balancer asks is soon asked again. */
  probe: { silence: 4000, settings: { statement_timeout: 3000, lock_timeout: 3000 } },
  /** Migrations, backup and restore take as long as they take. */
  none: { silence: 0, settings: {} },
} satisfies Record<string, Limits>;

interface Options {
  /** Connections at most; each server process has a pool of its own. */
  max?: number;
  /**
   * Told when an idle connection breaks (the database went away); the pool replaces it by itself.
   */
  onIdleError?: (error: Error) => void;
  limits?: keyof typeof LIMITS;
  /** Whether a pooler such as PgBouncer stands in between (`isPooled`). */
  pooled?: boolean;
}

/**
 * Opens a pool whose connections are given up when Postgres falls silent (docs/decisions/0023).
 * @param connectionString a postgres:// address
 */
export function connect(
  connectionString: string,
  { max = 10, onIdleError = () => {}, limits = 'request', pooled = false }: Options = {},
): { db: Database; pool: pg.Pool } {
  const { silence, settings } = LIMITS[limits];
  const pool = new BoundedPool(
    {
      connectionString,
      max,
      types,
      connectionTimeoutMillis: PATIENCE_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(pooled ? {} : settings),
    },
    silence,
  );
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: one that breaks between two statements of a
  // transaction would otherwise end the process. Whoever uses it learns of it by their next
  // statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = pooled ? new PooledDialect({ pool }, settings) : new PostgresDialect({ pool });
  return { db: new Kysely<DB>({ dialect }), pool };
}
