import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect, type Database } from '#db/connection';
import { keepHouse } from '~/server/housekeeping';
import { Browser } from '../support/browser';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { seeded } from '../support/random';
import { startReplicated } from '../support/replication';
import { server, until } from '../support/server-process';
import { Way } from '../support/way';
import { holds, isDone, lost, prepare, startLoad } from './load';

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

it('a failover under load loses nothing that was confirmed', async () => {
  const mailbox = await openMailbox();
  afterwards(mailbox.close);
  const postgres = await startReplicated();
  const way = new Way(postgres.primary);
  await way.open();
  afterwards(() => way.cut());
  const running = await server({
    DATABASE_URL: way.url,
    SESSION_SECRET: 'x'.repeat(32),
    SMTP_URL: mailbox.url,
    RATE_LIMITS: 'off',
  }).ready();
  const readiness = async () => (await running.get('/readyz')).status;
  const club = await on(postgres.primary, prepare);
  const load = startLoad(club, () => running.origin, seeded(SEED));
  const reader = startReader(running.origin, club.editor);
  const { ledger } = load;
  const confirmedMore = (count: number) => {
    const before = ledger.confirmed;
    return until(() => ledger.confirmed > before + count);
  };

  await confirmedMore(100);
  await until(() => ledger.accounts.size > 0);
  await postgres.killPrimary();
  const killed = Date.now();
  way.lead(postgres.standby);
  // A standby serves reads but accepts no writes, so a balancer must send nobody there (I5).
  await until(async () => (await (await running.get('/readyz')).text()) === 'database read-only');
  expect(await readiness()).toBe(503);
  expect((await running.call('POST', '/registration', NEWCOMER)).status).toBe(503);
  await postgres.promote();
  await until(async () => (await readiness()) === 200);
  const outage = Date.now() - killed;
  await confirmedMore(100);
  await load.stop();
  const statuses = await reader.stop();

  const found = await on(postgres.standby, async (db) => {
    await releaseJobs(db);
    await until(() => isDone(db));
    return holds(db);
  });
  expect(await running.stop()).toBe(0);
  process.stdout.write(
    `fail-over: seed ${SEED}, ready again after ${outage} ms, ${ledger.tried} writes tried, ${ledger.confirmed} confirmed, ` +
      `${mailbox.mails.length} mails for ${ledger.accounts.size} accounts; screens ${JSON.stringify(statuses)}\n`,
  );
  expect(ledger.wrong).toEqual([]);
  expect(lost(ledger, found)).toEqual([]);
  for (const { max, taken } of found.limited) expect(taken).toBeLessThanOrEqual(max);
  const mailed = new Set(mailbox.mails.map(({ to }) => [to].flat()[0]?.text));
  expect([...ledger.accounts].filter((each) => !mailed.has(each))).toEqual([]);
  // A logged-in user sees the list or the outage page, never the log-in.
  expect(Object.keys(statuses).filter((each) => each !== '200' && each !== '503')).toEqual([]);
});

const NEWCOMER = {
  firstName: 'Eva',
  lastName: 'Zuvor',
  email: 'eva@verein.example',
  password: 'Geheim-und-lang',
};

async function on<Result>(url: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const { db } = connect(url, { max: 2 });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Requests a screen in a loop and counts the statuses. */
function startReader(origin: string, token: string) {
  const visitor = new Browser(origin);
  visitor.cookies.set('session', token);
  const statuses: Record<string, number> = {};
  let going = true;
  const reading = (async () => {
    while (going) {
      const response = await visitor.get('/app/members').catch(() => null);
      const status = response?.status ?? 'none';
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (!response) return;
    }
  })();
  return {
    async stop() {
      going = false;
      await reading;
      return statuses;
    },
  };
}

/** Releases the jobs of workers that lost the primary, as happens after a quarter of an hour. */
async function releaseJobs(db: Database): Promise<void> {
  await sql`update graphile_worker._private_jobs
    set run_at = now(), locked_at = locked_at - interval '1 hour'`.execute(db);
  await keepHouse(db, { auditDays: 365 });
}
