import type { Logger } from 'pino';
import type { Config } from '~/config.server';
import { checkBreachedPasswords } from '~/features/accounts/breached-passwords.server';
import { countLostFactors } from '~/features/factors/reseal.server';
import type { Services } from '~/kernel/services.server';
import { application } from './application';
import { prepareDataFolder } from './data-folder';
import { type OpenDatabase, openDatabase } from './database';
import { prepareDemo, refuseDemoUsers } from './demo';
import { startHousekeeping } from './housekeeping';
import { createHttp } from './http';
import { keptSecret } from './kept-secret';
import { createLimits } from './limits';
import { createListener, drainable, listen } from './listener';
import { watch } from './metrics';
import { createPasswords } from './passwords';
import { type Queue, startQueue } from './queue';
import { watchShortages } from './shortages';
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
  const http = createListener({
    secure: given.secure,
    behindProxy: given.trustProxy !== 'false',
    log,
  });
  await checkBreachedPasswords(given);
  remindOfSettings(given, log);
  const { build, assets } = await application(dev, http);
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
  else await refuseDemoUsers(services);
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
  const port = await listen(http, config);
  parts.drain = () => {
    open = false;
    return drain(config.shutdownDelayMs, GRACE_MS);
  };
  return port;
}

/** Reminds an operator of settings that a server should have, or not have. */
function remindOfSettings(config: Config, log: Logger): void {
  const { ownerUrl, demo, smtpUrl, dataDir, origin, mailFrom, imprintUrl, privacyUrl } = config;
  if (ownerUrl !== null)
    log.warn('DATABASE_OWNER_URL is set for the server, which never needs it: give it to commands');
  if (!demo && !smtpUrl)
    log.warn(
      { folder: dataDir },
      'SMTP_URL is not set: mails are kept in the outbox, nobody gets them',
    );
  else if (!demo && /\/\/localhost[: ]|@localhost$/.test(`${origin} ${mailFrom.address}`))
    log.warn('ORIGIN or MAIL_FROM is not set: mails link to localhost, or come from there');
  if (!imprintUrl)
    log.info(
      'IMPRINT_URL is not set: § 5 DDG requires the name, address and representatives of the operator',
    );
  if (!privacyUrl)
    log.info('PRIVACY_URL is not set: Art. 13 GDPR wants more than the built-in page can say');
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
