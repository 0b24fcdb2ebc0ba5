import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerBuild } from '@remix-run/node';
import type { Handler } from 'express';
import type { Logger } from 'pino';
import type { Build } from '~/bridge/remix-handler';
import type { Config } from '~/config.server';
import { checkBreachedPasswords } from '~/features/accounts/breached-passwords.server';
import { countLostFactors } from '~/features/factors/reseal.server';
import type { Services } from '~/kernel/services.server';
import { builtAssets } from './assets';
import { prepareDataFolder } from './data-folder';
import { type OpenDatabase, openDatabase } from './database';
import { prepareDemo, refuseDemoUsers } from './demo';
import { startHousekeeping } from './housekeeping';
import { createHttp } from './http';
import { keptSecret } from './kept-secret';
import { createLimits } from './limits';
import { BACKLOG, createListener } from './listener';
import { watch } from './metrics';
import { createPasswords } from './passwords';
import { type Queue, startQueue } from './queue';
import { watchShortages } from './shortages';
import { StartError } from './start-error';
import { createTables } from './tables';

interface RunningServer {
  readonly port: number;
  /** Stops taking requests and jobs, finishes those under way, then leaves the database (I6). */
  stop(): Promise<void>;
}

interface StartOptions {
  dev?: boolean;
  /** Aborts when the start is no longer wanted; whatever has been started is stopped again. */
  unwanted?: AbortSignal;
}

/** How long requests and jobs under way may take to finish. */
const GRACE_MS = 10_000;

/** The parts of a server that need stopping, as far as they have been started. */
interface Parts {
  database?: OpenDatabase;
  passwords?: ReturnType<typeof createPasswords>;
  tables?: ReturnType<typeof createTables>;
  queue?: Queue;
  stopHousekeeping?: () => void;
  stopLooking?: () => void;
  /** Ends the HTTP server, once it listens. */
  drain?: () => Promise<void>;
}

/**
 * Starts everything: database, migrations, queue, HTTP.
 * @throws StartError if an operator can fix it
 */
export async function startServer(
  config: Config,
  log: Logger,
  { dev = false, unwanted }: StartOptions = {},
): Promise<RunningServer> {
  const parts: Parts = {};
  const stop = () => stopInOrder(parts, log);
  try {
    const port = await startParts(parts, config, log, { dev, unwanted });
    unwanted?.throwIfAborted();
    log.info({ port, origin: config.origin }, 'ready');
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  parts: Parts,
  given: Config,
  log: Logger,
  { dev = false, unwanted }: StartOptions,
): Promise<number> {
  const listener = createListener({
    secure: given.secure,
    behindProxy: given.trustProxy !== 'false',
    log,
  });
  await checkBreachedPasswords(given);
  if (given.ownerUrl !== null)
    log.warn('DATABASE_OWNER_URL is set for the server, which never needs it: give it to commands');
  const { build, assets, http } = await application(dev, listener);
  await prepareDataFolder(given.dataDir);
  const config = { ...given, secret: given.secret || (await keptSecret(given.dataDir)) };
  unwanted?.throwIfAborted();

  const shortages = watchShortages(log);
  parts.stopLooking = shortages.stop;
  const waiting = { waitMs: config.databaseWaitMs, unwanted, onFailure: shortages.note };
  parts.database = await openDatabase(config, log, waiting);
  const { db, pool, maintenance, probed, pooled } = parts.database;
  unwanted?.throwIfAborted();

  parts.passwords = createPasswords({ processes: config.processes });
  parts.tables = createTables();
  const limits = createLimits(pool, config.rateLimits, config.mostADay);
  watch(pool, db);
  const { passwords, tables } = parts;
  const services: Services = { config, db, log, passwords, limits, tables };
  if (config.demo) await prepareDemo(services);
  else {
    await refuseDemoUsers(services);
    warnOfLostMails(config, log);
  }
  if (!config.imprintUrl)
    log.info(
      'IMPRINT_URL is not set: § 5 DDG requires the name, address and representatives of the operator',
    );
  if (!config.privacyUrl)
    log.info('PRIVACY_URL is not set: Art. 13 GDPR wants more than the built-in page can say');
  unwanted?.throwIfAborted();

  const drain = drainable(http);
  let open = true;
  http.on(
    'request',
    createHttp(services, { build, assets, probed, shortages, isOpen: () => open }),
  );
  await warnOfLostFactors(db, config, log);
  parts.queue = startQueue({ ...services, pool, pooled }, GRACE_MS);
  parts.stopHousekeeping = startHousekeeping({ ...services, db: maintenance });
  await listen(http, config);
  parts.drain = () => {
    open = false;
    return drain(config.shutdownDelayMs, GRACE_MS);
  };
  return (http.address() as AddressInfo).port;
}

/** Warns an operator whose mails reach nobody, or lead nowhere. */
function warnOfLostMails({ smtpUrl, dataDir, origin, mailFrom }: Config, log: Logger): void {
  if (!smtpUrl)
    log.warn(
      { folder: dataDir },
      'SMTP_URL is not set: mails are kept in the outbox, nobody gets them',
    );
  else if (/\/\/localhost[: ]|@localhost$/.test(`${origin} ${mailFrom.address}`))
    log.warn('ORIGIN or MAIL_FROM is not set: mails link to localhost, or come from there');
}

/** Warns an operator who has replaced SESSION_SECRET without keeping the former one. */
async function warnOfLostFactors(db: OpenDatabase['db'], config: Config, log: Logger) {
  const lost = await countLostFactors(db, config);
  if (lost > 0)
    log.error(
      { factors: lost },
      'second factors were sealed by another SESSION_SECRET: set that as OLD_SESSION_SECRET',
    );
}

/** Stops the parts that accept work before those that it needs. A failing part does not stop the others. */
async function stopInOrder(
  { drain, queue, stopHousekeeping, stopLooking, passwords, tables, database }: Parts,
  log: Logger,
): Promise<void> {
  stopHousekeeping?.();
  stopLooking?.();
  const steps = [
    // Together, as requests and jobs share the same grace period.
    () => Promise.all([drain?.(), queue?.stop()]),
    () => Promise.all([passwords?.close(), tables?.close()]),
    () => database?.disconnect(),
    () => database?.leave(),
  ];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'a part of the server did not stop cleanly');
    }
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
  build: Build;
  assets: Handler;
}

async function application(dev: boolean, http: Server): Promise<Application> {
  if (dev) return { http, ...(await viteInDevelopment(http)) };
  const file = join(process.cwd(), 'build/server/index.js');
  try {
    return { http, build: (await import(file)) as ServerBuild, assets: builtAssets() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Any other file missing from the build is our fault, so leave the error as it is.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${file}'`)) throw error;
    throw new StartError(
      'Das Programm ist noch nicht gebaut: Führen Sie zuerst npm run build aus.',
    );
  }
}

async function viteInDevelopment(http: Server) {
  const { createServer: createVite } = await import('vite');
  const ours = process.listeners('SIGTERM');
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } } });
  for (const listener of process.listeners('SIGTERM')) {
    // Remix's plugin runs a second Vite, which would end the process before Postgres is stopped.
    if (!ours.includes(listener)) process.off('SIGTERM', listener);
  }
  // A browser's open web socket would keep the HTTP server from closing.
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => vite.close());
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
    assets: vite.middlewares,
  };
}

/**
 * Prepares a server to stop without dropping a request (I6). Call it before adding other request
 * listeners.
 * @returns stops the server: for `delayMs` it still serves, but closes each connection with its
 *   next response, so that balancers go elsewhere. Then it accepts no connections, closes idle
 *   ones, and resolves when the last response is sent. Requests are cut off after `graceMs`.
 */
function drainable(http: Server): (delayMs: number, graceMs: number) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let closing = false;
  http.on('request', (_request, response) => {
    if (closing) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async (delayMs, graceMs) => {
    closing = true;
    await sleep(delayMs);
    const closed = new Promise<void>((resolve) => http.close(() => resolve()));
    for (const response of underWay) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
    http.closeIdleConnections();
    await Promise.race([
      closed,
      new Promise<void>((resolve) => setTimeout(resolve, graceMs).unref()),
    ]);
    http.closeAllConnections();
  };
}
