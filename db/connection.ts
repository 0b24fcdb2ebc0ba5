import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { BoundedPool } from './bounded-pool';
import { PooledDialect } from './pooler';
import { PLAN_SETTINGS } from './prepared-statements';
import type { DB } from './schema.generated';

/**
 * Kysely on this application's schema. A transaction is one, too, so a query that takes it works
 * with both.
 */
export type Database = Kysely<DB>;

// A date is a calendar day, not an instant: 'YYYY-MM-DD' as Postgres writes it. Counts and maxima
// fit into a double.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
types.setTypeParser(pg.types.builtins.INT8, Number);
// A time of day, to the minute: 'HH:MM'.
types.setTypeParser(pg.types.builtins.TIME, (value) => value.slice(0, 5));

/** How long a connection is kept for the next rush, with its cached plans. */
const IDLE_MS = 5 * 60_000;

/** Time limits of a connection, in milliseconds. */
interface Limits {
  /** How long Postgres may stay silent while it owes a response; 0 for no limit. */
  readonly silence: number;
  /** Limits that Postgres enforces itself, by the names of its settings. */
  readonly settings: Readonly<Record<string, number>>;
}

/**
 * Postgres ends slow statements before we give up the connection, which distinguishes a slow
 * statement from a dead server. A transaction whose process has stopped halfway would block the
 * rows it has locked.
 */
const LIMITS = {
  /** Even in a rush of a thousand for one place, each waits less than a second for its lock. */
  request: {
    silence: 10_000,
    settings: {
      statement_timeout: 8000,
      lock_timeout: 5000,
      idle_in_transaction_session_timeout: 10_000,
    },
  },
  /** Deleting expired rows may take minutes in a large database. */
  maintenance: {
    silence: 660_000,
    settings: {
      statement_timeout: 600_000,
      lock_timeout: 60_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  },
  /** A balancer will soon ask again. */
  probe: { silence: 4000, settings: { statement_timeout: 3000, lock_timeout: 3000 } },
  /** Migrations, backup and restore have no limit. */
  none: { silence: 0, settings: {} },
} satisfies Record<string, Limits>;

const PLAN_OPTIONS = Object.entries(PLAN_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

interface Options {
  /** Maximum number of connections; each server process has its own pool. */
  max?: number;
  /** Called when an idle connection breaks because the database went away. The pool replaces it. */
  onIdleError?: (error: Error) => void;
  /** Called with the error of each statement that fails. */
  onFailure?: (error: unknown) => void;
  limits?: keyof typeof LIMITS;
  /** True behind a pooler such as PgBouncer (`isPooled`). */
  pooled?: boolean;
}

/**
 * Opens a pool whose connections are given up when Postgres falls silent (docs/decisions/0023).
 * @param connectionString a postgres:// address
 */
export function connect(
  connectionString: string,
  { max = 10, onIdleError = () => {}, onFailure, limits = 'request', pooled = false }: Options = {},
): { db: Database; pool: BoundedPool } {
  const { silence, settings } = LIMITS[limits];
  // Other pools run each query once, on whole tables; a pooler may change the connection.
  const direct = limits === 'request' && !pooled;
  const pool = new BoundedPool(
    {
      connectionString,
      max,
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(pooled ? {} : settings),
      ...(direct && { options: PLAN_OPTIONS, idleTimeoutMillis: IDLE_MS }),
    },
    silence,
    direct,
  );
  pool.on('error', onIdleError);
  // The pool only listens to idle connections. Without a listener, one that breaks between two
  // statements of a transaction would end the process; its user notices at the next statement.
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = pooled ? new PooledDialect({ pool }, settings) : new PostgresDialect({ pool });
  const db = new Kysely<DB>({
    dialect,
    log: onFailure && ((event) => void (event.level === 'error' && onFailure(event.error))),
  });
  return { db, pool };
}
