import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ServerBuild } from '@remix-run/node';
import type { Handler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '~/config.server';
import type { Services } from '~/kernel/services.server';
import { builtAssets } from './assets';
import { openDatabase } from './database';
import { prepareDemo } from './demo';
import { drainable } from './drain';
import { startHousekeeping } from './housekeeping';
import { createHttp } from './http';
import { keptSecret } from './kept-secret';
import { createLimits } from './limits';
import { BACKLOG, createListener } from './listener';
import { watch } from './metrics';
import { createPasswords } from './passwords';
import { startQueue } from './queue';
import { StartError } from './start-error';

export interface RunningServer {
  readonly port: number;
  /** Stops taking requests and jobs, finishes what runs, then leaves the database (I6). */
  stop(): Promise<void>;
}

interface StartOptions {
  dev?: boolean;
  /** Aborts when the start is no longer wanted: what has been started by then is stopped again. */
  unwanted?: AbortSignal;
}

/** How long requests and jobs under way may take to finish. */
const GRACE_MS = 10_000;

/**
 * Starts everything: database, migrations, queue, HTTP.
 * @throws StartError where an operator can mend it
 */
export async function startServer(
  given: Config,
  log: Logger,
  { dev = false, unwanted }: StartOptions = {},
): Promise<RunningServer> {
  /** What to stop, in this order: the last that was started first. */
  const stops: Array<() => Promise<unknown>> = [];
  const stop = async () => {
    for (const each of stops) {
      await each().catch((error) =>
        log.error({ err: error }, 'a part of the server did not stop cleanly'),
      );
    }
  };
  try {
    const { build, assets, http } = await application(
      dev,
      createListener({ secure: given.secure, behindProxy: given.trustProxy !== 'false', log }),
    );
    const config = { ...given, secret: given.secret || (await keptSecret(given.dataDir)) };
    unwanted?.throwIfAborted();
    const { db, pool, maintenance, probed, pooled, disconnect, leave } = await openDatabase(
      config,
      log,
      {
        waitMs: config.databaseWaitMs,
        unwanted,
      },
    );
    stops.unshift(disconnect, leave);
    unwanted?.throwIfAborted();

    const passwords = createPasswords({ processes: config.processes });
    stops.unshift(() => passwords.close());
    const limits = createLimits(pool, config.rateLimits);
    watch(pool, db);
    const services: Services = { config, db, log, passwords, limits };
    if (config.demo) await prepareDemo(services);
    else if (!config.smtpUrl)
      log.warn(
        { folder: config.dataDir },
        'SMTP_URL is not set: mails are kept in the outbox, nobody gets them',
      );
    unwanted?.throwIfAborted();

    let open = true;
    const drain = drainable(http);
    http.on('request', createHttp(services, { build, assets, probed, isOpen: () => open }));
    const queue = await startQueue({ ...services, pool, pooled }, GRACE_MS);
    stops.unshift(() => queue.stop());
    const stopHousekeeping = startHousekeeping({ ...services, db: maintenance });
    stops.unshift(async () => stopHousekeeping());
    await listen(http, config);
    // Together, so that requests and jobs share the time they are given.
    stops.splice(0, 2, () => {
      open = false;
      stopHousekeeping();
      return Promise.all([drain(config.shutdownDelayMs, GRACE_MS), queue.stop()]);
    });
    unwanted?.throwIfAborted();
    const { port } = http.address() as AddressInfo;
    log.info({ port, origin: config.origin }, 'ready');
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(http: Server, { port, host }: Config): Promise<void> {
  http.listen({ port, host, backlog: BACKLOG });
  try {
    await once(http, 'listening');
  } catch (error) {
    const sentence = whyNotListening((error as NodeJS.ErrnoException).code, port, host);
    throw sentence ? new StartError(sentence, { cause: error }) : error;
  }
}

function whyNotListening(code: string | undefined, port: number, host: string): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} ist schon belegt: Beenden Sie das andere Programm oder setzen Sie PORT auf einen freien Port.`;
  if (code === 'EACCES')
    return `Port ${port} ist diesem Benutzer nicht erlaubt: Setzen Sie PORT auf einen über 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Die Adresse ${host} gibt es auf diesem Rechner nicht: Berichtigen Sie HOST.`;
  return null;
}

interface Application {
  http: Server;
  build: ServerBuild | (() => Promise<ServerBuild>);
  assets: Handler;
}

async function application(dev: boolean, http: Server): Promise<Application> {
  if (dev) return { http, ...(await viteInDevelopment(http)) };
  const file = join(process.cwd(), 'build/server/index.js');
  try {
    return { http, build: (await import(file)) as ServerBuild, assets: builtAssets() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Something else that is missing inside the build is a fault of ours and tells more as it is.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${file}'`)) throw error;
    throw new StartError(
      'Das Programm ist noch nicht gebaut: Führen Sie zuerst npm run build aus.',
    );
  }
}

async function viteInDevelopment(http: Server) {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } } });
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    assets: vite.middlewares,
  };
}
