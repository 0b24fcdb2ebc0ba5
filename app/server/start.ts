import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import type { Handler } from 'express';
import type { Logger } from 'pino';
import { connect } from '#db/connection';
import { EmbeddedPostgresError } from '#db/embedded/error';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';
import type { Config } from '~/config.server';
import { newSecret } from '~/kernel/secret.server';
import type { Services } from '~/kernel/services.server';
import { prepareDemo } from './demo';
import { builtAssets, createHttp } from './http';
import { createLimits } from './limits';
import { createPasswords } from './passwords';
import { startQueue } from './queue';

/** One sentence for the operator that says what is wrong and what to do. */
export class StartError extends Error {}

export interface RunningServer {
  readonly port: number;
  /** Stops taking requests, finishes what runs, then the queue, then the embedded database (I6). */
  stop(): Promise<void>;
}

/** How long requests and jobs under way may take to finish. */
const GRACE_MS = 10_000;

/**
 * Starts everything: database, migrations, queue, HTTP.
 * @throws StartError where an operator can mend it
 */
export async function startServer(given: Config, log: Logger, { dev = false } = {}): Promise<RunningServer> {
  const stops: Array<() => Promise<unknown>> = [];
  try {
    const config = { ...given, secret: given.secret || (await keptSecret(given.dataDir)) };
    const url = config.databaseUrl ?? (await embedded(config, log, stops));
    const { db, pool } = connect(url, {
      onIdleError: (error) => log.warn({ err: error }, 'a database connection broke; it is replaced'),
    });
    stops.unshift(() => db.destroy());
    await migrated(db, pool, log);

    const passwords = createPasswords();
    stops.unshift(() => passwords.close());
    const limits = createLimits(pool, config.rateLimits);
    const services: Services = { config, db, log, passwords, limits };

    if (config.demo) await prepareDemo(services);

    const queue = await startQueue({ ...services, pool });
    stops.unshift(() => Promise.race([queue.stop(), timeout()]));

    let open = true;
    const http = createServer();
    const { build, assets } = dev ? await viteInDevelopment(http) : await productionBuild();
    http.on('request', createHttp(services, { build, assets, isOpen: () => open }));
    await listen(http, config);
    stops.unshift(() => drained(http));
    const { port } = http.address() as AddressInfo;
    log.info({ port, origin: config.origin }, 'ready');

    return {
      port,
      async stop() {
        open = false;
        for (const stop of stops) await stop();
      },
    };
  } catch (error) {
    for (const stop of stops) await stop().catch(() => {});
    throw error;
  }
}

/** Without SESSION_SECRET: one of our own, kept in the data folder for the next start. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(file, newSecret().secret, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartError(
        `In den Datenordner ${dataDir} kann nicht geschrieben werden. Geben Sie dem Benutzer des Servers das Recht ` +
          'dazu oder setzen Sie DATA_DIR auf einen anderen Ordner.',
      );
    }
  }
  return readFile(file, 'utf8');
}

/** Where the embedded server's data lies. */
export function embeddedFolder({ dataDir }: Config): string {
  return join(dataDir, 'postgres');
}

async function embedded(config: Config, log: Logger, stops: Array<() => Promise<unknown>>): Promise<string> {
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir: embeddedFolder(config),
      log: (line) => log.info(line),
    });
    stops.unshift(() => postgres.stop());
    return postgres.connectionString;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw new StartError(error.message);
    throw error;
  }
}

async function migrated(
  db: ReturnType<typeof connect>['db'],
  pool: ReturnType<typeof connect>['pool'],
  log: Logger,
) {
  try {
    const steps = await migrate(db, pool);
    if (steps.length > 0) log.info({ steps }, 'migrated');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const unreachable = [
      'ECONNREFUSED',
      'ENOTFOUND',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      '28P01',
      '28000',
      '3D000',
      '57P03',
    ];
    if (!unreachable.includes(code ?? '') && !/timeout/i.test(message)) throw error;
    throw new StartError(
      `Die Datenbank ist nicht erreichbar (${message || code}). Prüfen Sie DATABASE_URL und ob der Postgres-Server läuft.`,
    );
  }
}

async function listen(http: Server, { port, host }: Config): Promise<void> {
  http.listen(port, host);
  try {
    await once(http, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} ist schon belegt. Beenden Sie das andere Programm oder setzen Sie PORT auf einen freien Port.`,
      );
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${port} ist nicht erlaubt. Setzen Sie PORT auf einen über 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`Die Adresse ${host} gibt es auf diesem Rechner nicht. Prüfen Sie HOST.`);
    }
    throw error;
  }
}

async function drained(http: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  http.closeIdleConnections();
  await Promise.race([closed, timeout()]);
  http.closeAllConnections();
}

function timeout(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, GRACE_MS).unref());
}

interface Built {
  build: ServerBuild | (() => Promise<ServerBuild>);
  assets: Handler;
}

async function productionBuild(): Promise<Built> {
  const file = join(process.cwd(), 'build/server/index.js');
  try {
    return { build: (await import(file)) as ServerBuild, assets: builtAssets() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError('Das Programm ist noch nicht gebaut. Führen Sie zuerst npm run build aus.');
  }
}

async function viteInDevelopment(http: Server): Promise<Built> {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } } });
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    assets: vite.middlewares,
  };
}
