import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { ensureCluster, NAME } from './cluster';
import { EmbeddedPostgresError, explain } from './error';
import { isRunning, type ProcessIdentity, thisProcess, withLock } from './lock.mjs';
import { findPlace, hasDatabase, type Place, prepareFolder } from './place';
import { adoptOrLaunch, findPostmaster, stopPostmaster } from './postmaster';

interface EmbeddedPostgresOptions {
  /** Created if missing. One server runs in it, however many processes use it. */
  dataDir: string;
  /** True if there must be a database already. */
  made?: boolean;
  log?: (message: string) => void;
  /** Further server options, as in postgresql.conf; no effect on a server that already runs. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** The superuser's, on 127.0.0.1. */
  connectionString: string;
  /** Restarts the server at the same address if it has died; true if it had. */
  revive(): Promise<boolean>;
  /** Leaves the server; its last user stops it and waits for its end. May be called again. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm installed, or joins the one that already runs in the data folder,
 * even if its starter has been killed since. Resolves when it accepts connections; leaves no handle
 * that would keep Node alive (docs/decisions/0002-embedded-postgres.md). Throws
 * EmbeddedPostgresError, with one sentence that says what to do (I1, I2).
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { made = false, log = () => {}, settings = {} } = options;
  const dataDir = resolve(options.dataDir);
  try {
    if (made && !(await hasDatabase(dataDir)))
      throw new EmbeddedPostgresError(
        `In ${dataDir} ist keine Datenbank: Geben Sie diesem Befehl dasselbe DATABASE_URL oder DATA_DIR wie dem Server, oder starten ` +
          'Sie erst einmal den Server.',
      );
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
        const { port, connectionString } = await reach(place, password, settings, log);
        let stopped: Promise<void> | undefined;
        const stop = () => {
          stopped ??= locked(quit).catch((cause) => Promise.reject(explain(cause, dataDir)));
          return stopped;
        };
        const revive = async () => {
          if (stopped || findPostmaster(place.cluster)) return false;
          return locked(async () => {
            // Another process may have been faster.
            if (stopped || findPostmaster(place.cluster)) return false;
            await adoptOrLaunch(place, { ...settings, port: String(port) }, log);
            return true;
          }).catch((cause) => Promise.reject(explain(cause, dataDir)));
        };
        return { connectionString, revive, stop };
      } catch (error) {
        // The operator must hear of the first error.
        await quit().catch(() => {});
        throw error;
      }
    });
  } catch (cause) {
    throw explain(cause, dataDir);
  }
}

/**
 * Finds or starts the server and speaks to it. One that was killed a moment ago may still look alive
 * and drop the connection: then looks again, for up to 5 seconds.
 */
async function reach(
  place: Place,
  password: string,
  ...options: [settings: Record<string, string>, log: (message: string) => void]
): Promise<{ port: number; connectionString: string }> {
  for (const deadline = Date.now() + 5000; ; await sleep(50)) {
    const { port } = await adoptOrLaunch(place, ...options);
    try {
      return { port, connectionString: await ensureDatabase(place, port, password) };
    } catch (error) {
      const isDropped = /^ECONN/.test((error as NodeJS.ErrnoException).code ?? '');
      if (!isDropped || Date.now() > deadline) throw error;
    }
  }
}

/**
 * Creates the database of a new cluster, and verifies that this cluster is the one that responds.
 * Returns its address.
 */
async function ensureDatabase(place: Place, port: number, password: string): Promise<string> {
  // Override PGSSLMODE of the environment: this server has no TLS.
  const address = (database: string) =>
    `postgres://${NAME}:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
  const ask = async (database: string, statement: string) => {
    const client = new Client({
      connectionString: address(database),
      connectionTimeoutMillis: 10_000,
    });
    // Without a listener, a server that dies under an idle connection would end the process.
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
    // 3D000: no such database; 28P01: wrong password.
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

// The list of processes that use a folder's server. The last one to leave stops it, no matter
// which one started it, so two processes can share it, and one that adopted it after a kill stops
// it too. The caller must hold the folder's lock.

/** Adds this process to the list; returns the name for `leave`. */
async function enter(home: string): Promise<string> {
  const folder = join(home, 'holders');
  await mkdir(folder, { recursive: true });
  const name = `${process.pid}-${randomUUID()}`;
  await writeFile(join(folder, name), JSON.stringify(thisProcess()));
  return name;
}

/** Removes the name from the list; true if nobody is left. */
async function leave(home: string, name: string): Promise<boolean> {
  const folder = join(home, 'holders');
  await rm(join(folder, name), { force: true });
  let alone = true;
  for (const other of await readdir(folder)) {
    if (isRunning(await identityIn(join(folder, other)))) alone = false;
    else await rm(join(folder, other), { force: true });
  }
  return alone;
}

async function identityIn(path: string): Promise<ProcessIdentity> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Truncated by a crash of the machine, which no process survived.
    return { pid: 0, started: 'never' };
  }
}
