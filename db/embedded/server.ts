import { join, resolve } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { ensureCluster, NAME } from './cluster';
import { EmbeddedPostgresError, explain } from './error';
import { enter, leave } from './holders';
import { withLock } from './lock.mjs';
import { findPlace, type Place, prepareFolder } from './place';
import { adoptOrLaunch, findPostmaster, stopPostmaster } from './postmaster';

export interface EmbeddedPostgresOptions {
  /** Made if missing. One server runs in it, however many processes ask for it. */
  dataDir: string;
  log?: (message: string) => void;
  /** More server options, as in postgresql.conf; without effect on a server that already runs. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Of the superuser, on 127.0.0.1. */
  connectionString: string;
  /** Starts the server again, at the same address, should it have died; true if it had. */
  revive(): Promise<boolean>;
  /**
   * Leaves the server; the last of its users stops it and waits for its end. May be called again.
   */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm brought, or joins the one that already runs in the same data folder
 * (another process started it, or one that was killed since). Resolves when it takes connections;
 * leaves no handle that would keep Node alive. Why it is done this way:
 * docs/decisions/0002-embedded-postgres.md. Throws EmbeddedPostgresError, with one sentence that
 * says what to do (I1, I2).
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log = () => {}, settings = {} } = options;
  const dataDir = resolve(options.dataDir);
  try {
    const folder = await prepareFolder(dataDir);
    const locked = <Result>(run: () => Promise<Result>) => withLock(join(folder, 'lock'), run);
    return await locked(async () => {
      const place = await findPlace(folder, log);
      const password = await ensureCluster(place, { sync: settings.fsync !== 'off', log });
      const name = await enter(place.home);
      const quit = async () => {
        if (await leave(place.home, name)) await stopPostmaster(place.cluster);
        else log(`Postgres of ${folder} runs on, since another process uses it.`);
      };
      try {
        const { port } = await adoptOrLaunch(place, settings, log);
        const connectionString = await ensureDatabase(place, port, password);
        let stopped: Promise<void> | undefined;
        const stop = () => {
          stopped ??= locked(quit).catch((cause) => Promise.reject(explain(cause, dataDir)));
          return stopped;
        };
        const revive = async () => {
          if (stopped || findPostmaster(place.cluster)) return false;
          return locked(async () => {
            // Another process may have been quicker.
            if (stopped || findPostmaster(place.cluster)) return false;
            await adoptOrLaunch(place, { ...settings, port: String(port) }, log);
            return true;
          }).catch((cause) => Promise.reject(explain(cause, dataDir)));
        };
        return { connectionString, revive, stop };
      } catch (error) {
        // What went wrong first is what the operator must hear of.
        await quit().catch(() => {});
        throw error;
      }
    });
  } catch (cause) {
    throw explain(cause, dataDir);
  }
}

/**
 * Makes the database of a new cluster, and makes sure that it is this cluster which answers. Gives
 * its address.
 */
async function ensureDatabase(place: Place, port: number, password: string): Promise<string> {
  // Without sslmode a PGSSLMODE in the environment would ask this server for what it does not have.
  const address = (database: string) =>
    `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
  const ask = async (database: string, statement: string) => {
    const client = new Client({
      connectionString: address(database),
      connectionTimeoutMillis: 10_000,
    });
    // A server that dies under an idle connection raises this event, which unheard would end the
    // process.
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<{ data_directory?: string }>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const about = 'show data_directory';
  const rows = await ask(NAME, about).catch(async (error: unknown) => {
    // 3D000: there is no such database; 28P01: this is not the password.
    if (!(error instanceof DatabaseError) || error.code !== '3D000') throw error;
    await ask('postgres', `create database ${NAME}`);
    return ask(NAME, about);
  });
  if (rows[0]?.data_directory !== place.cluster)
    throw new EmbeddedPostgresError(
      `An Port ${port} antwortet ein anderes Postgres: Starten Sie neu.`,
    );
  return address(NAME);
}
