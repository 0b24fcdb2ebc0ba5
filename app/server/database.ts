import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { BoundedPool } from '#db/bounded-pool';
import { connect, type Database } from '#db/connection';
import { EmbeddedPostgresError } from '#db/embedded/error';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/server';
import { isReplica, migrate } from '#db/migrate';
import { isPooled } from '#db/pooler';
import type { Config } from '~/config.server';
import { isOutage } from '~/kernel/outage.server';
import { explainDatabase } from './database-error';
import { StartError } from './start-error';

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: BoundedPool;
  /** For statements that may take minutes. */
  readonly maintenance: Database;
  /** For /readyz. */
  readonly probed: Database;
  /** True behind a pooler such as PgBouncer (db/pooler.ts). */
  readonly pooled: boolean;
  /** Closes the connections; those in use get two seconds. */
  disconnect(): Promise<void>;
  /** Leaves the embedded server, which stops unless others use it. No effect with DATABASE_URL. */
  leave(): Promise<void>;
}

/** Where the embedded server keeps its database. */
export function embeddedFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'postgres');
}

/** The configuration for commands that change tables: as their owner, if that is another user. */
export function asOwner(config: Config): Config {
  return config.ownerUrl === null ? config : { ...config, databaseUrl: config.ownerUrl };
}

export interface OpenOptions {
  /** The maximum of connections. */
  max?: number;
  /** True if the embedded server must have a database already. */
  made?: boolean;
  /** False leaves the schema as it is. */
  migrated?: boolean;
  /** False lets statements take any time. */
  limited?: boolean;
  /** Called with the error of each statement that fails. */
  onFailure?: (error: unknown) => void;
  /** How long to wait for a database that is away, or for a replica to become the primary. */
  waitMs?: number;
  /** Aborts when the database is no longer wanted. */
  unwanted?: AbortSignal;
}

/**
 * Opens the database of DATABASE_URL, or else starts or joins the embedded server, and migrates.
 * @throws StartError if an operator can fix it
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  {
    max = 10,
    made = false,
    migrated = true,
    limited = true,
    onFailure,
    waitMs = 0,
    unwanted,
  }: OpenOptions = {},
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === null ? await startEmbedded(config, log, made) : null;
  const watch = embedded ? keepAlive(embedded, log) : undefined;
  const leave = async () => {
    clearInterval(watch);
    await embedded?.stop();
  };
  const url = config.databaseUrl ?? embedded?.connectionString ?? '';
  try {
    const { steps, pooled } = await patiently(() => prepare(url, migrated), {
      deadline: performance.now() + waitMs,
      unwanted,
      tell: (error) =>
        log.warn(
          { reason: explainDatabase(error, config), seconds: waitMs / 1000 },
          'the start waits for the database',
        ),
    });
    if (steps.length > 0) log.info({ steps }, 'migrated');
    if (pooled)
      log.info('a pooler stands before Postgres: new mails are looked for every two seconds');
    let closing = false;
    const onIdleError = (error: Error) => {
      if (!closing) log.warn({ err: error }, 'a database connection broke; it is replaced');
    };
    const shared = { onIdleError, onFailure, pooled };
    const { db, pool } = connect(url, { ...shared, max, limits: limited ? 'request' : 'none' });
    const maintenance = connect(url, { ...shared, max: 1, limits: 'maintenance' }).db;
    // A probe that fails says so itself.
    const probed = connect(url, { ...shared, max: 1, limits: 'probe', onFailure: undefined }).db;
    const disconnect = async () => {
      closing = true;
      const late = new Promise<void>((done) => setTimeout(done, 2000).unref());
      await Promise.race([
        Promise.all([close({ db, pool }), maintenance.destroy(), probed.destroy()]),
        late,
      ]);
    };
    return { db, pool, maintenance, probed, pooled, disconnect, leave };
  } catch (error) {
    await leave();
    const sentence = explainDatabase(error, config);
    throw sentence ? new StartError(sentence, { cause: error }) : error;
  }
}

/** Looks for a pooler, and migrates, without limits of time. */
async function prepare(
  url: string,
  migrated: boolean,
): Promise<{ steps: string[]; pooled: boolean }> {
  const { db, pool } = connect(url, { max: 3, limits: 'none' });
  try {
    const pooled = await isPooled(pool);
    if (!migrated) return { pooled, steps: [] };
    // If there is nothing to migrate, the first write would be too late to find out.
    if (await isReplica(db)) throw Object.assign(new Error('a replica'), { code: READ_ONLY });
    return { pooled, steps: await migrate(db, pool) };
  } finally {
    await close({ db, pool });
  }
}

/** Ends the pool even if Kysely, not having used it, would not. */
async function close({ db, pool }: ReturnType<typeof connect>): Promise<void> {
  await db.destroy();
  if (!pool.ending) await pool.end();
}

/** SQLSTATE of a write to a read-only server. */
const READ_ONLY = '25006';
const TRY_EVERY_MS = 1000;

/** Retries while the database is away. @param tell called once, with the reason */
async function patiently<T>(
  work: () => Promise<T>,
  {
    deadline,
    unwanted,
    tell,
  }: { deadline: number; unwanted?: AbortSignal; tell: (error: unknown) => void },
): Promise<T> {
  for (let told = false; ; ) {
    try {
      return await work();
    } catch (error) {
      unwanted?.throwIfAborted();
      if (!isOutage(error) || performance.now() + TRY_EVERY_MS > deadline) throw error;
      if (!told) tell(error);
      told = true;
      await sleep(TRY_EVERY_MS, undefined, { signal: unwanted });
    }
  }
}

const LOOK_EVERY_MS = 1000;

/**
 * Restarts the embedded server if it dies: killed for want of memory, or stopped by a full disk.
 */
function keepAlive(embedded: EmbeddedPostgres, log: Logger): NodeJS.Timeout {
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      if (await embedded.revive()) log.warn('the embedded Postgres had died; it runs again');
    } catch (error) {
      log.error({ err: error }, 'the embedded Postgres died and does not start; it is tried again');
    } finally {
      looking = false;
    }
  };
  return setInterval(look, LOOK_EVERY_MS).unref();
}

async function startEmbedded(
  config: Config,
  log: Logger,
  made: boolean,
): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({
      dataDir: embeddedFolder(config),
      made,
      log: (line) => log.info(line),
    });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError)
      throw new StartError(error.message, { cause: error });
    throw error;
  }
}
