import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect, type Database } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { Browser } from '../support/browser';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { processesOf, signalIfThere } from '../support/postgres-processes';
import { rowsOf } from '../support/rows';
import { newDataFolder, type ServerProcess, server, until } from '../support/server-process';
import { Way } from '../support/way';

/**
 * The longest that a request may take, whatever the database does. The promise is 15 s; a busy
 * machine gets twice that.
 */
const PATIENCE_MS = 30_000;

/** As long as callers whom nobody waits for any more need to use up every attempt to connect. */
const FREEZE_MS = 52_000;

/** A server whose connection to the database can be frozen, and a visitor with every permission. */
async function begin() {
  const { url, db } = await createDatabase();
  const way = new Way(url);
  await way.open();
  afterwards(() => way.cut());
  const running = await serverOn(way.url).ready();
  return { db, way, running, ...(await visits(running, db)) };
}

const serverOn = (url: string) =>
  server({
    DATABASE_URL: url,
    SESSION_SECRET: 'x'.repeat(32),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
  });

/** The ways in which a visitor with every permission uses a server. */
async function visits(running: ServerProcess, db: Database) {
  const make = new Factories(db, NO_PASSWORDS);
  const { organization, admin } = await make.club();
  const visitor = new Browser(running.origin);
  visitor.cookies.set('session', await make.session(admin, organization));
  const member = (name: string) => ({
    organization: organization.uuid,
    firstName: 'Max',
    lastName: name,
  });
  const ways = {
    screen: () => visitor.get('/app/members'),
    'data of a screen': () => visitor.get('/app/members.data'),
    form: () => visitor.submit('/app/members/new', { firstName: 'Max', lastName: 'Muster' }),
    call: () => visitor.call('GET', `/member?organization=${organization.uuid}`),
    'writing call': () => visitor.call('POST', '/member', member('Muster')),
  };
  return { make, organization, visitor, member, ways };
}

/** Resolves to null if the response takes longer than PATIENCE_MS. */
function inTime<T>(response: Promise<T>): Promise<T | null> {
  let tooLate: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    tooLate = setTimeout(resolve, PATIENCE_MS, null);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(tooLate));
}

it.concurrent('a silent database yields 503, and every connection works again once it speaks (issue 10)', async () => {
  const { db, way, running, ways } = await begin();
  const all = Object.entries(ways);
  // Use every connection, so that the freeze affects them all.
  await Promise.all(Array.from({ length: 40 }, (_, at) => all[at % all.length]?.[1]()));
  way.freeze();
  const started = Date.now();
  let slowest = 0;
  const responses = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const [name, send] = all[at % all.length] ?? [];
      const response = await inTime(send?.() ?? Promise.reject());
      slowest = Math.max(slowest, Date.now() - started);
      return [name, response?.status, response?.headers.get('Retry-After')];
    }),
  );
  const again = Date.now();
  await Promise.all(
    all.map(async ([name, send]) => expect((await inTime(send()))?.status, name).toBe(503)),
  );
  process.stdout.write(
    `frozen: the slowest of 60 responses took ${slowest} ms, five more at once ${Date.now() - again} ms\n`,
  );
  expect(responses.filter(([, status]) => status !== 503)).toEqual([]);
  expect(responses.filter(([, , retry]) => retry !== '5')).toEqual([]);

  way.thaw();
  await until(async () => (await ways.screen()).status === 200);
  // More requests than connections, so each connection must work again.
  const later = await Promise.all(Array.from({ length: 60 }, () => inTime(ways.call())));
  expect(later.filter((response) => response?.status !== 200)).toEqual([]);
  await running.register('spaeter@verein.example');
  await until(async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs`.execute(db);
    return rows.length === 0;
  });
  expect(running.running).toBe(true);
  expect(await running.stop()).toBe(0);
});

it.concurrent('steady traffic on a frozen Postgres gets 503 for as long as it is frozen (issue 27)', async () => {
  const dataDir = join(await newDataFolder(), 'postgres');
  const embedded = await startEmbeddedPostgres({ dataDir });
  afterwards(() => embedded.stop());
  const running = await serverOn(embedded.connectionString).ready();
  const { db } = connect(embedded.connectionString, { max: 2 });
  const { ways } = await visits(running, db);
  await db.destroy();
  const sends = Object.values(ways);
  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen) signalIfThere(pid, 'SIGCONT');
  };
  afterwards(thaw);
  // Use every connection, so that the freeze affects them all.
  await Promise.all(Array.from({ length: 40 }, (_, at) => sends[at % sends.length]?.()));

  frozen = processesOf(dataDir);
  for (const pid of frozen) signalIfThere(pid, 'SIGSTOP');
  const started = Date.now();
  const now = () => Date.now() - started;
  const requests: { sent: number; took?: number; outcome?: string }[] = [];
  const sent: Promise<unknown>[] = [];
  // More than the connections that the server tries to open at that time.
  for (let at = 0; now() < FREEZE_MS; at++) {
    const request: (typeof requests)[number] = { sent: now() };
    requests.push(request);
    const send = sends[at % sends.length] ?? ways.call;
    sent.push(
      send().then(({ status, headers }) => {
        request.took = now() - request.sent;
        request.outcome = `${status} ${headers.get('Retry-After')}`;
      }),
    );
    await sleep(100);
  }
  // The promise is 15 s; a busy machine gets more.
  const due = requests.filter((request) => request.sent < FREEZE_MS - 20_000);
  const wrong = due.filter(({ outcome }) => outcome !== '503 5');
  thaw();
  const thawed = now();
  await until(async () => (await ways.screen()).status === 200);
  const back = now() - thawed;
  await Promise.all(sent);
  const slowest = Math.max(...requests.map(({ took = 0 }) => took));
  process.stdout.write(
    `frozen for ${thawed} ms: ${requests.length} requests, the slowest took ${slowest} ms; 200 again after ${back} ms\n`,
  );
  expect(due.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
  expect(running.running).toBe(true);
  expect(await running.stop()).toBe(0);
});

it.concurrent('a commit whose reply never comes is reported as having an unknown outcome (issue 10)', async () => {
  const { db, way, visitor, member } = await begin();
  way.freezeAt('commit');
  const response = await inTime(visitor.call('POST', '/member', member('Ungewiss')));
  expect(response?.status).toBe(503);
  expect(response?.json).toMatchObject({ detail: expect.stringContaining('steht nicht fest') });
  // The commit has in fact taken place.
  await until(async () => {
    const rows = await rowsOf(db, 'members', { last_name: 'Ungewiss' }, ['uuid']);
    return rows.length === 1;
  });
});

it.concurrent('waiting too long for a lock or a slow statement yields 503 and has no effect (issue 10)', async () => {
  const { db, visitor, make, organization, member, ways } = await begin();
  const event = await make.event(organization, { max: 10 });
  const user = await make.userOf(organization);
  const other = new Browser(visitor.origin);
  other.cookies.set('session', await make.session(user, organization));
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`select from events where uuid = ${event.uuid} for update`.execute(trx);
    const response = await inTime(other.call('PUT', '/event/register-user', { event: event.uuid }));
    expect([response?.status, response?.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(response?.json).toMatchObject({ detail: expect.stringContaining('zu lange') });
  });
  expect(await rowsOf(db, 'answers', { answer: 'yes' }, ['member_uuid'])).toEqual([]);

  await sql`create function dawdle() returns trigger language plpgsql as
    'begin perform pg_sleep(60); return new; end'`.execute(db);
  await sql`create trigger dawdle before insert on members for each row execute function dawdle()`.execute(
    db,
  );
  const slow = await inTime(visitor.call('POST', '/member', member('Langsam')));
  expect([slow?.status, slow?.headers.get('Retry-After')]).toEqual([503, '5']);
  await sql`drop function dawdle cascade`.execute(db);
  expect((await ways.screen()).page).not.toContain('Langsam');
});
