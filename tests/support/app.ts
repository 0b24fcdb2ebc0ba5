import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnce } from 'graphile-worker';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, expect } from 'vitest';
import type { Adapter } from '~/bridge/remix-handler';
import { type Config, readConfig } from '~/config.server';
import type { Services } from '~/kernel/services.server';
import { type OutboxMail, readOutbox } from '~/mail/transport.server';
import { application } from '~/server/application';
import { createHttp } from '~/server/http';
import { createLimits } from '~/server/limits';
import { createListener, listen } from '~/server/listener';
import { createPasswords } from '~/server/passwords';
import { queueOptions } from '~/server/queue';
import { createTables } from '~/server/tables';
import { Browser } from './browser';
import { createDatabase } from './database';
import { Factories, QUICK_HASHES } from './factories';
import { afterwards } from './leftovers';

export interface TestApp {
  readonly origin: string;
  readonly config: Config;
  readonly services: Services;
  readonly db: Services['db'];
  readonly pool: pg.Pool;
  /** Connections without timeouts, for inserting thousands of rows on a busy machine. */
  readonly patient: Pick<TestApp, 'db' | 'pool'>;
  /** Inserts users, organisations, members, events and polls. */
  readonly make: Factories;
  /** A new visitor with an empty cookie jar, not logged in. */
  visitor(): Browser;
  /** A visitor logged in as this user, with this organisation active. */
  as(user: { uuid: string }, organization?: { uuid: string }): Promise<Browser>;
  /** The same for a new user of the organisation. */
  asUserOf(...userOf: Parameters<Factories['userOf']>): Promise<Browser>;
  /** Runs the jobs that are due. */
  work(): Promise<void>;
  /** Runs the queue. @returns the mails to this address so far, newest first */
  mailsTo(address: string): Promise<OutboxMail[]>;
  /** Errors in the log. A test takes out those it provokes; any other fails it. */
  readonly errors: unknown[];
}

/** Shared by all files of a worker, as each hashing thread takes a fifth of a second to start. */
let shared: ReturnType<typeof createPasswords> | undefined;
const sharedPasswords = () => (shared ??= createPasswords(QUICK_HASHES));

/**
 * The whole application for a test file: a new database, and the production build behind real HTTP
 * on a free port. Only bcrypt is cheaper. Unexpected errors in the log fail the test.
 * @param adapter the way to Remix, if not ours
 */
export function testApp(overrides: Partial<Config> = {}, adapter?: Adapter): TestApp {
  const app = {} as { -readonly [Key in keyof TestApp]: TestApp[Key] };

  beforeAll(async () => {
    const database = await createDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'vereinsheim-app-'));
    afterwards(() => rm(dataDir, { recursive: true, force: true }));
    const http = createListener();
    const port = await listen(http, { port: 0, host: '127.0.0.1' });
    afterwards(async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    });
    const origin = `http://localhost:${port}`;
    const environment = {
      ORIGIN: origin,
      DATA_DIR: dataDir,
      SESSION_SECRET: 'x'.repeat(32),
      RATE_LIMITS: 'off',
      // Otherwise the arriving mails would depend on the hour.
      QUIET_HOURS: 'off',
    };
    const config = { ...readConfig(environment, { demo: true }), ...overrides };

    app.errors = [];
    const log = pino(
      { level: 'error' },
      { write: (line: string) => app.errors.push(JSON.parse(line)) },
    );
    // A copy: tests replace functions of it.
    const passwords = { ...sharedPasswords() };
    const tables = createTables();
    afterwards(() => tables.close());
    const limits = createLimits(database.pool, config.rateLimits, config.mostADay);
    const { db } = database;
    const services: Services = { config, db, log, passwords, limits, tables };
    const { build, assets } = await application(false, http);
    http.on('request', createHttp(services, { build, assets, isOpen: () => true, adapter }));

    const make = new Factories(db, passwords);
    const visitor = () => new Browser(origin);
    Object.assign(app, {
      origin,
      config,
      services,
      db,
      pool: database.pool,
      patient: database.patient,
      make,
      visitor,
      async as(user: { uuid: string }, organization?: { uuid: string }) {
        const token = await make.session(user, organization);
        const browser = visitor();
        browser.cookies.set('session', token);
        return browser;
      },
      asUserOf: async (...userOf: Parameters<Factories['userOf']>) =>
        app.as(await make.userOf(...userOf), userOf[0]),
      work: () => runOnce(queueOptions({ pool: database.pool, db, config, log })),
      async mailsTo(address: string) {
        await app.work();
        const mails = await readOutbox(config);
        return mails.filter(({ to }) => to === address);
      },
    });
  });

  afterEach(() => {
    const unexpected = app.errors?.splice(0) ?? [];
    expect(unexpected, 'errors in the log').toEqual([]);
  });

  return app;
}
