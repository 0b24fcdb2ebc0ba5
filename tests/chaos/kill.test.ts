import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect } from '#db/connection';
import { findPostmaster } from '#db/embedded/postmaster';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { keepHouse } from '~/server/housekeeping';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { seeded } from '../support/random';
import { newDataFolder, server, until } from '../support/server-process';
import { holds, isDone, lost, prepare, startLoad } from './load';

/** At least so long, and until each has been killed TIMES times. */
const SECONDS = Number(process.env.CHAOS_SECONDS ?? 8);
const TIMES = 2;
const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

it(
  `killing server and Postgres under load for ${SECONDS} s loses nothing that was confirmed`,
  async () => {
    const random = seeded(SEED);
    const mailbox = await openMailbox();
    afterwards(mailbox.close);
    const DATA_DIR = await newDataFolder();
    const postgres = join(DATA_DIR, 'postgres');
    const start = () =>
      server({ DATA_DIR, SMTP_URL: mailbox.url, RATE_LIMITS: 'off', LOG_LEVEL: 'info' }).ready();
    let running = await start();

    /** Connects anew each time, because a killed database may return at another address. */
    async function onDatabase<Result>(
      work: (db: ReturnType<typeof connect>['db']) => Promise<Result>,
    ) {
      const joined = await startEmbeddedPostgres({ dataDir: postgres });
      const { db } = connect(joined.connectionString, { max: 2 });
      try {
        return await work(db);
      } finally {
        await db.destroy();
        await joined.stop();
      }
    }

    const durability = await onDatabase(async (db) => {
      const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'];
      const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name = any(${names}) order by name`.execute(db);
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    });
    expect(durability).toMatchObject({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
    });

    const club = await onDatabase(prepare);
    const load = startLoad(club, () => running.origin, random);
    const { ledger } = load;
    // On a busy machine a server that starts between two kills may confirm nothing of a kind.
    await until(() => ledger.members.size && ledger.answers.size && ledger.accounts.size);
    const kills = { server: 0, postgres: 0, both: 0 };
    const kinds = Object.keys(kills) as (keyof typeof kills)[];
    const isReady = () =>
      running.get('/readyz').then(
        ({ status }) => status === 200,
        () => false,
      );
    let recovery = 0;
    const deadline = Date.now() + SECONDS * 1000;
    for (let nth = 0; nth < TIMES * kinds.length || Date.now() < deadline; nth++) {
      await sleep(200 + random() * 1000);
      const kind = kinds[nth % kinds.length] ?? 'both';
      kills[kind]++;
      const killed = Date.now();
      const postmaster = findPostmaster(join(postgres, 'cluster'));
      if (kind !== 'server' && postmaster) process.kill(postmaster.pid, 'SIGKILL');
      if (kind !== 'postgres') {
        await running.kill();
        running = await start();
      }
      // If only Postgres was killed, the server restarts it.
      await until(isReady);
      recovery = Math.max(recovery, Date.now() - killed);
    }
    await load.stop();
    expect(running.running).toBe(true);
    expect(await running.stop()).toBe(0);

    // Jobs of a killed worker are released after a quarter of an hour: pretend it has passed.
    await onDatabase(async (db) => {
      await sql`update graphile_worker._private_jobs
      set run_at = now(), locked_at = locked_at - interval '1 hour'`.execute(db);
      await keepHouse(db, { auditDays: 365 });
    });
    running = await start();
    const found = await onDatabase(async (db) => {
      await until(() => isDone(db));
      return holds(db);
    });
    expect(await running.stop()).toBe(0);

    const received = mailbox.mails.map(({ to, messageId }) => ({
      to: [to].flat()[0]?.text ?? '',
      messageId,
    }));
    const mailed = new Map<string, Set<string | undefined>>();
    for (const { to, messageId } of received)
      mailed.set(to, (mailed.get(to) ?? new Set()).add(messageId));
    process.stdout.write(
      `chaos: seed ${SEED}, ${SECONDS} s, kills ${JSON.stringify(kills)}, longest recovery ${recovery} ms, ` +
        `${ledger.tried} writes tried, ${ledger.confirmed} confirmed (${ledger.members.size} members, ${ledger.events.size} events, ` +
        `${ledger.places.size} places known, ${ledger.answers.size} answers, ${ledger.accounts.size} accounts), ` +
        `${received.length} mails, ${received.length - mailed.size} repeated; ${JSON.stringify(durability)}\n`,
    );

    expect(ledger.wrong).toEqual([]);
    expect(lost(ledger, found)).toEqual([]);
    for (const { max, counted, taken } of found.limited) {
      expect(taken).toBe(counted);
      expect(taken).toBeLessThanOrEqual(max);
    }
    expect(
      [...ledger.accounts].filter((each) => !mailed.has(each)),
      'mails lost',
    ).toEqual([]);
    // A mail that is sent twice has the same id.
    expect([...mailed].filter(([, ids]) => ids.size !== 1)).toEqual([]);
  },
  120_000 + SECONDS * 2000,
);
