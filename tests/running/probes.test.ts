import bcrypt from 'bcryptjs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { codeOf, giveFactor, wrongCode } from '../support/authenticator';
import { Browser } from '../support/browser';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS, PASSWORD } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { type ServerProcess, server, until } from '../support/server-process';
import { Way } from '../support/way';

const SESSION_SECRET = 'x'.repeat(32);

async function database() {
  const made = await createDatabase();
  return made;
}

async function readiness(running: ServerProcess): Promise<[number, string]> {
  const response = await running.get('/readyz');
  return [response.status, await response.text()];
}

/** Once it is no longer ready: the last answer holds for a second. */
async function laterReadiness(running: ServerProcess): Promise<[number, string]> {
  await until(async () => (await readiness(running))[0] !== 200);
  return readiness(running);
}

/** Opens the connection to the database and waits until the server is ready and sends mails. */
async function worksAgain(way: Way, running: ServerProcess, db: Database) {
  await way.open();
  await until(async () => (await readiness(running))[0] === 200);
  await running.register('spaeter@verein.example');
  await until(async () => {
    const { rows } = await sql`select 1 from graphile_worker.jobs`.execute(db);
    return rows.length === 0;
  });
}

describe('a server', () => {
  let db: Database;
  let running: ServerProcess;
  beforeAll(async () => {
    const made = await database();
    db = made.db;
    running = await server({ DATABASE_URL: made.url, SESSION_SECRET, LOG_LEVEL: 'info' }).ready();
  });

  it('/healthz, /readyz and /metrics respond without a session (I5)', async () => {
    const health = await running.get('/healthz');
    expect([health.status, await health.text()]).toEqual([200, 'ok']);
    expect(await readiness(running)).toEqual([200, 'ready']);
    await running.get('/app/login?redirect=/app/events');
    const metrics = await running.get('/metrics');
    expect(metrics.headers.get('Content-Type')).toContain('text/plain');
    const text = await metrics.text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",area="app",status="200"\} 1\b/,
    );
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/);
    expect(text).toMatch(/db_pool_connections\{state="used"\} \d+/);
    expect(text).toContain('queue_jobs{state="failed"} 0');
    expect(text).toContain('waiting_list_forgotten_total 0');
    await sql`select graphile_worker.add_job('nothing', run_at => now() + interval '1 hour')`.execute(
      db,
    );
    expect(await (await running.get('/metrics')).text()).toContain('queue_jobs{state="waiting"} 1');
  });

  it('a server logs who was refused what, by id (I5, ASVS V16.3.2)', async () => {
    const make = new Factories(db, NO_PASSWORDS);
    const { organization } = await make.club();
    const user = await make.userOf(organization);
    const visitor = new Browser(running.origin);
    visitor.cookies.set('session', await make.session(user, organization));
    expect(
      (
        await visitor.call('POST', '/member', {
          organization: organization.uuid,
          firstName: 'A',
          lastName: 'B',
        })
      ).status,
    ).toBe(403);
    expect((await visitor.get('/app/members/new')).location).toBe('/app/');
    expect((await visitor.get('/app/events')).status).toBe(200);
    await until(() => running.log.filter(({ msg }) => msg === 'refused').length >= 2);
    const refused = running.log.filter(({ msg }) => msg === 'refused');
    expect(refused.map((line) => [line.user, line.status])).toEqual([
      [user.uuid, 403],
      [user.uuid, 403],
    ]);
    const lines = running.log.filter(({ msg }) => msg === 'request');
    for (const { requestId } of refused)
      expect(lines.some((line) => line.requestId === requestId)).toBe(true);
  });

  it('a server logs each log-in and each attempt to get around a control (I5, ASVS V16.3.1, V16.3.3)', async () => {
    const make = new Factories(db, {
      ...NO_PASSWORDS,
      hash: (password) => bcrypt.hash(password, 4),
    });
    const user = await make.user({ email: 'da@verein.example' });
    const pending = await make.user({ email: 'noch-nicht@verein.example', activated: false });
    const visitor = new Browser(running.origin);
    const credentials = { email: user.email, password: PASSWORD };
    expect((await visitor.call('POST', '/login/browser', credentials)).status).toBe(200);
    expect((await visitor.call('POST', '/login/mobile', credentials)).status).toBe(200);
    const secured = await make.user({ email: 'sicher@verein.example' });
    const secret = await giveFactor({ db, config: { secret: SESSION_SECRET } }, secured);
    const withCode = (code?: string) =>
      visitor.call('POST', '/login/mobile', { ...credentials, email: secured.email, code });
    for (const code of [undefined, wrongCode(secret)])
      expect((await withCode(code)).status).toBe(401);
    expect((await withCode(codeOf(secret))).status).toBe(200);
    const unconfirmed = { ...credentials, email: pending.email };
    expect((await visitor.call('POST', '/login/browser', unconfirmed)).status).toBe(403);
    for (let time = 0; time < 6; time++)
      await visitor.submit('/app/account/deletion', { password: 'Falsch' });
    // Refused input, a foreign site, and a path that would start a log line.
    expect((await visitor.submit('/app/account/name', {})).status).toBe(422);
    expect(
      (await visitor.submit('/app/account/name', {}, { Origin: 'https://evil.example' })).status,
    ).toBe(403);
    await visitor.get('/app/%0a%7B%22level%22:60,%22msg%22:%22forged%22%7D');
    await until(() => running.log.some(({ path }) => path?.includes('forged')));
    const lines = running.log;
    const of = (said: string) =>
      lines
        .filter(({ msg }) => msg === said)
        .map(({ user: who, by, factor, requestId }) => ({ who, by, factor, requestId }));
    const known = { who: user.uuid, requestId: expect.stringMatching(/^[\da-f]{16}$/) };
    expect(of('a log-in succeeded')).toEqual([
      { ...known, by: 'browser', factor: 'none' },
      { ...known, by: 'app', factor: 'none' },
      { ...known, who: secured.uuid, by: 'app', factor: 'totp' },
    ]);
    const other = { ...known, who: secured.uuid };
    expect(of('a log-in needs its second factor')).toEqual([other]);
    expect(of('a second factor was wrong')).toEqual([other]);
    expect(of('a log-in to an unconfirmed account')).toEqual([{ ...known, who: pending.uuid }]);
    expect(of('an own password was wrong')).toEqual(Array(5).fill(known));
    expect(of('an own password came too early')).toEqual([known]);
    const statuses = lines.filter(({ msg }) => msg === 'request').map(({ status }) => status);
    for (const status of [403, 422, 429]) expect(statuses).toContain(status);
    expect(lines.filter(({ msg, level }) => msg === 'forged' || level === 60)).toEqual([]);
    for (const line of lines)
      expect([typeof line.time, typeof line.level]).toEqual(['number', 'number']);
    // Milliseconds since 1970 are independent of time zones (ASVS V16.2.2).
    expect(Math.abs(lines.at(-1).time - Date.now())).toBeLessThan(600_000);
    expect(running.stdout).not.toMatch(/verein\.example|Falsch/);
  });

  // Nothing can come after it.
  it('a server is not ready while migrations are missing (I5)', async () => {
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
      db,
    );
    expect(await laterReadiness(running)).toEqual([503, 'migrations pending']);
  });
});

describe('a server whose database can be cut off', () => {
  const METRICS_TOKEN = 'a-token-for-the-metrics';
  let db: Database;
  let way: Way;
  let running: ServerProcess;
  beforeAll(async () => {
    const made = await database();
    db = made.db;
    way = new Way(made.url);
    await way.open();
    afterwards(() => way.cut());
    running = await server({
      DATABASE_URL: way.url,
      SESSION_SECRET,
      METRICS_TOKEN,
      RATE_LIMITS: 'off',
    }).ready();
  });

  it('with METRICS_TOKEN set, /metrics responds only to requests that carry it (I5)', async () => {
    const status = async (authorization?: string) =>
      (
        await fetch(`${running.origin}/metrics`, {
          headers: {
            Connection: 'close',
            ...(authorization ? { Authorization: authorization } : {}),
          },
        })
      ).status;
    expect(await status()).toBe(404);
    expect(await status('Bearer a-token-for-the-metricz')).toBe(404);
    expect(await status(`Bearer ${METRICS_TOKEN}`)).toBe(200);
  });

  it('a server is ready while all connections are busy, and many probes share one query (I5, issue 10)', async () => {
    const make = new Factories(db, NO_PASSWORDS);
    const { organization } = await make.club();
    const event = await make.event(organization, { max: 10 });
    const people = await Promise.all(Array.from({ length: 20 }, () => make.userOf(organization)));
    const visitors = await Promise.all(
      people.map(async (user) => {
        const visitor = new Browser(running.origin);
        visitor.cookies.set('session', await make.session(user, organization));
        return visitor;
      }),
    );
    let completed = 0;
    const queries = way.counting('kysely_migration');
    await db.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`select from events where uuid = ${event.uuid} for update`.execute(trx);
      for (const visitor of visitors)
        visitor.call('PUT', '/event/register-user', { event: event.uuid }).then(() => completed++);
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length >= 5;
      });
      const ready = await Promise.all(Array.from({ length: 100 }, () => readiness(running)));
      expect(completed).toBe(0);
      expect(ready.filter(([status]) => status !== 200)).toEqual([]);
    });
    expect(queries()).toBeGreaterThan(0);
    expect(queries()).toBeLessThan(20);
  });

  it('a server survives losing its database, is not ready meanwhile, and sends mails afterwards (I5)', async () => {
    way.cut();
    expect(await laterReadiness(running), running.stdout).toEqual([503, 'database unreachable']);
    expect((await running.get('/healthz')).status).toBe(200);
    expect(
      (await running.call('POST', '/login/browser', { email: 'a@b.de', password: 'x' })).status,
    ).toBe(503);
    await worksAgain(way, running, db);
  });
});

describe.concurrent('probes and log', () => {
  it('a server prints lines of JSON and nothing else, libraries and Node included (I5, issue 10)', async () => {
    const { url, db } = await database();
    const way = new Way(url);
    await way.open();
    afterwards(() => way.cut());
    const running = await server({
      DATABASE_URL: way.url,
      SESSION_SECRET,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'trace',
    }).ready();
    // A worker that cannot report the end of its job exits, and graphile-worker prints a trace.
    way.cutAt('complete_job');
    way.cutAt('_private_jobs');
    await running.register('ab@verein.example').catch(() => {});
    await until(() => running.log.some(({ msg }) => msg.startsWith('the queue lost the database')));
    await worksAgain(way, running, db);
    expect(await running.stop()).toBe(0);
    expect(running.stderr).toBe('');
    expect(running.stdout.split('\n').filter((line) => line && !line.startsWith('{'))).toEqual([]);
  });

  it.each([
    ['listens for', 'LISTEN "jobs:insert"'],
    ['names its', '_private_tasks as tasks where identifier'],
    ['asks for', 'where jobs.is_available'],
  ])('a server survives losing its database when it first %s jobs (I5)', async (_, words) => {
    const { url, db } = await database();
    const way = new Way(url);
    await way.open();
    afterwards(() => way.cut());
    way.cutAt(words);
    // graphile-worker's cron asks in the same moment, and its error would end the process.
    const asked = way.counting('as known_crontabs');
    const running = await server({
      DATABASE_URL: way.url,
      SESSION_SECRET,
      RATE_LIMITS: 'off',
    }).ready();
    // It starts looking for jobs at about the time it reports being ready.
    await until(() => running.log.some(({ msg }) => msg.startsWith('the queue lost the database')));
    await worksAgain(way, running, db);
    expect(running.log.filter(({ level }) => level >= 60)).toEqual([]);
    expect(asked()).toBe(0);
  });

  it('a server logs no address, code, password or query (I5)', async () => {
    const { url, db } = await database();
    const environment = {
      DATABASE_URL: url,
      SESSION_SECRET,
      LOG_LEVEL: 'trace',
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const running = await server(environment).ready();
    await running.register('geheim@verein.example');
    await running.get('/app/login?redirect=/app/geheime-frage');
    const code = 'Code-der-nicht-ins-Log-gehoert';
    await running.get(`/app/auth/verify/${code}`);
    await running.get(`/app/auth/password-reset/${code}.data`);
    await running.call('POST', `/registration/verify/${code}`, {});
    const tooEarly = () => running.log.filter(({ msg }) => msg === 'a log-in came too early');
    // On a busy machine a try may come only after the delay of those before it.
    for (let time = 0; time < 12 && tooEarly().length === 0; time++)
      await running.call('POST', '/login/browser', {
        email: 'geheim@verein.example',
        password: 'Geheim-falsch',
      });
    // An error that quotes the row it concerns.
    await sql`alter table users add check (first_name <> 'Jörg') not valid`.execute(db);
    await expect(running.register('fehler@verein.example')).rejects.toThrow('500');
    await until(() => running.log.some(({ msg }) => msg === 'a job failed; it is tried again'));
    const text = running.stdout + running.stderr;
    expect(running.log.find(({ msg }) => msg === 'a request failed')?.err.code).toBe('23514');
    for (const secret of [
      'geheim@',
      'fehler@',
      'geheime-frage',
      code,
      'Geheim-und-lang',
      'Geheim-falsch',
      'Müller',
      SESSION_SECRET,
    ])
      expect(text).not.toContain(secret);
    expect(text).toContain('"path":"/app/auth/verify/…"');
    // A log-in is logged with its outcome and the id of the account.
    const failed = running.log.filter(({ msg }) => msg === 'a log-in failed');
    expect(failed.length).toBeGreaterThanOrEqual(5);
    expect(failed[0]?.user).toMatch(/^[\da-f-]{36}$/);
    expect(tooEarly()).toHaveLength(1);
  });
});
