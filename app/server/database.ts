import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { connect, type Database } from '#db/connection';
import { EmbeddedPostgresError } from '#db/embedded/error';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';
import { isPooled } from '#db/pooler';
import type { Config } from '~/config.server';
import { explainDatabase } from './database-error';
import { StartError } from './start-error';

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  /** For what may take minutes. */
  readonly maintenance: Database;
  /** Whether a pooler such as PgBouncer stands in between (db/pooler.ts). */
  readonly pooled: boolean;
  /** Closes the connections; those still in use get two seconds. */
  disconnect(): Promise<void>;
  /** Leaves the embedded server, which stops if nobody else uses it; nothing with DATABASE_URL. */
  leave(): Promise<void>;
}

/** Where the embedded server's data lie. */
export function embeddedFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'postgres');
}

/**
 * Opens the database of DATABASE_URL, or else starts or joins the embedded server, and brings the schema up to date.
 * @param options `max` connections, whether the schema is to be brought up to date at all, and whether statements are
 * limited in time
 * @throws StartError where an operator can mend it
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { max = 10, migrated = true, limited = true }: { max?: number; migrated?: boolean; limited?: boolean } = {},
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === null ? await startEmbedded(config, log) : null;
  const watch = embedded ? keepAlive(embedded, log) : undefined;
  const leave = async () => {
    clearInterval(watch);
    await embedded?.stop();
  };
  const url = config.databaseUrl ?? embedded?.connectionString ?? '';
  try {
    const { steps, pooled } = await prepare(url, migrated);
    if (steps.length > 0) log.info({ steps }, 'migrated');
    if (pooled) log.info('a pooler stands before Postgres: new mails are looked for every two seconds');
    const onIdleError = (error: Error) =>
      log.warn({ err: error }, 'a database connection broke; it is replaced');
    const { db, pool } = connect(url, { max, onIdleError, pooled, limits: limited ? 'request' : 'none' });
    const maintenance = connect(url, { max: 1, onIdleError, pooled, limits: 'maintenance' }).db;
    const disconnect = async () => {
      const late = new Promise<void>((done) => setTimeout(done, 2000).unref());
      await Promise.race([Promise.all([db.destroy(), maintenance.destroy()]), late]);
    };
    return { db, pool, maintenance, pooled, disconnect, leave };
  } catch (error) {
    await leave();
    const sentence = explainDatabase(error, config.databaseUrl);
    throw sentence ? new StartError(sentence, { cause: error }) : error;
  }
}

/** What has to be known and done before the database is used; a step of the schema may take as long as it takes. */
async function prepare(url: string, migrated: boolean): Promise<{ steps: string[]; pooled: boolean }> {
  const { db, pool } = connect(url, { max: 3, limits: 'none' });
  try {
    const pooled = await isPooled(pool);
    return { pooled, steps: migrated ? await migrate(db, pool) : [] };
  } finally {
    await db.destroy();
  }
}

const LOOK_EVERY_MS = 1000;

/** Starts the embedded server again when it dies while we run: killed for want of memory, or stopped by a full disk. */
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

async function startEmbedded(config: Config, log: Logger): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ dataDir: embeddedFolder(config), log: (line) => log.info(line) });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw new StartError(error.message, { cause: error });
    throw error;
  }
}
