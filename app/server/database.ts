import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import { connect, type Database } from '#db/connection';
import { EmbeddedPostgresError } from '#db/embedded/error';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';
import type { Config } from '~/config.server';
import { explainDatabase } from './database-error';
import { StartError } from './start-error';

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
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
 * @param options `max` connections, and whether the schema is to be brought up to date at all
 * @throws StartError where an operator can mend it
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { max = 10, migrated = true }: { max?: number; migrated?: boolean } = {},
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === null ? await startEmbedded(config, log) : null;
  const watch = embedded ? keepAlive(embedded, log) : undefined;
  const { db, pool } = connect(config.databaseUrl ?? embedded?.connectionString ?? '', {
    max,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke; it is replaced'),
  });
  const database: OpenDatabase = {
    db,
    pool,
    disconnect: () =>
      Promise.race([db.destroy(), new Promise<void>((done) => setTimeout(done, 2000).unref())]),
    leave: async () => {
      clearInterval(watch);
      await embedded?.stop();
    },
  };
  try {
    const steps = migrated ? await migrate(db, pool) : [];
    if (steps.length > 0) log.info({ steps }, 'migrated');
    return database;
  } catch (error) {
    await database.disconnect();
    await database.leave();
    const sentence = explainDatabase(error, config.databaseUrl);
    throw sentence ? new StartError(sentence, { cause: error }) : error;
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
