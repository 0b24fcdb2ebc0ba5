import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/**
 * True if a pooler such as PgBouncer sits between us and Postgres: it hands out its own cancel
 * keys, where Postgres uses the number of its process. Then assume transaction mode:
 * after each transaction the connection may be a different one, so it keeps no settings, locks,
 * prepared statements or LISTEN.
 */
export async function isPooled(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0]?.pid !== (client as { processID?: number }).processID;
  } finally {
    client.release();
  }
}

/**
 * Postgres behind a pooler. PgBouncer refuses limits in the startup message, and a plain `set`
 * would stay with a connection that others use next, so each transaction sets its own.
 */
export class PooledDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #limits: string;

  /** @param limits settings of Postgres, by name */
  constructor(config: PostgresDialectConfig, limits: Readonly<Record<string, number>>) {
    super(config);
    this.#config = config;
    this.#limits = Object.entries(limits)
      .map(([name, value]) => `set local ${name} = ${value};`)
      .join(' ');
  }

  override createDriver(): PostgresDriver {
    return new PooledDriver(this.#config, this.#limits);
  }
}

class PooledDriver extends PostgresDriver {
  constructor(
    config: PostgresDialectConfig,
    readonly limits: string,
  ) {
    super(config);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await super.beginTransaction(connection, settings);
    if (this.limits) await connection.executeQuery(CompiledQuery.raw(this.limits));
  }
}
