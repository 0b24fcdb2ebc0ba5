import { type Migration, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '#db/connection';
import { migrate, migrations } from '#db/migrate';
import { Browser } from '../support/browser';
import { createDatabase, undoLastStep } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { untilWaiting } from '../support/gate';
import { server, until } from '../support/server-process';

const TABLES = ['poll_answers', 'answers', 'events', 'members', 'organizations', 'users'];

/** A step that takes one table after the other, in another order than requests do, and dawdles. */
function lockingStep(column: string): Migration {
  return {
    async up(db: Database) {
      for (const table of [...TABLES, 'sessions']) {
        await sql.raw(`alter table ${table} add column ${column} text`).execute(db);
        await sql`select pg_sleep(0.05)`.execute(db);
      }
    },
  };
}

it.concurrent('a server under load answers every request while another migrates its database (issue 27)', async () => {
  const { url, db, patient } = await createDatabase();
  const environment = { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32), RATE_LIMITS: 'off' };
  const running = await server(environment).ready();
  const make = new Factories(db, NO_PASSWORDS);
  const { organization } = await make.club();
  const event = (await make.event(organization, { max: 50 })).uuid;
  const visitors = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(async () => {
      const visitor = new Browser(running.origin);
      const user = await make.userOf(organization, ['EDIT_MEMBERS']);
      visitor.cookies.set('session', await make.session(user, organization));
      return visitor;
    }),
  );
  const answers: Record<string, number> = {};
  const count = () => Object.values(answers).reduce((sum, each) => sum + each, 0);
  let going = true;
  const load = visitors.map(async (visitor) => {
    const sends = [
      () => visitor.call('PUT', '/event/register-user', { event }),
      () => visitor.get('/app/events'),
      () => visitor.call('PUT', '/event/unregister-user', { event }),
      () => visitor.get('/app/members'),
      () =>
        visitor.call('POST', '/member', {
          organization: organization.uuid,
          firstName: 'Max',
          lastName: 'Muster',
        }),
    ];
    for (let at = 0; going; at++) {
      const response = await sends[at % sends.length]?.();
      const answer = `${response?.status} ${response?.headers.get('Retry-After')}`;
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  });
  const { pool } = patient;
  const made: string[] = [];
  const steps: Record<string, Migration> = { ...migrations };
  for (const column of ['first', 'second', 'third', 'fourth', 'fifth']) {
    const before = count();
    await until(() => count() > before + 25);
    const name = `9001-${made.length}-${column}`;
    steps[name] = lockingStep(column);
    made.push(...(await migrate(patient.db, pool, steps)));
  }
  going = false;
  await Promise.all(load);
  process.stdout.write(`five migrations under load: ${JSON.stringify(answers)}\n`);
  expect(made).toHaveLength(5);
  expect(answers['200 null']).toBeGreaterThan(100);
  expect(Object.keys(answers).filter((each) => !['200 null', '503 5'].includes(each))).toEqual([]);
  expect(running.log.filter(({ msg }) => msg === 'a request failed')).toEqual([]);
  expect(await running.stop()).toBe(0);
});

it.concurrent('a read that loses a deadlock is answered 503, as one that waits too long (issue 27)', async () => {
  const { url, db, pool } = await createDatabase();
  // The first to wait is the first to look for a deadlock, and loses it, on a busy machine, too.
  await sql
    .raw(`alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '4s'`)
    .execute(db);
  const running = await server({ DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32) }).ready();
  const make = new Factories(db, NO_PASSWORDS);
  const { organization, admin } = await make.club();
  const visitor = new Browser(running.origin);
  visitor.cookies.set('session', await make.session(admin, organization));
  const read = () => visitor.call('GET', `/member?organization=${organization.uuid}`);
  expect((await read()).status).toBe(200);
  await db.transaction().execute(async (trx) => {
    await sql`set local deadlock_timeout = '1h'`.execute(trx);
    await sql`lock table organizations in access exclusive mode`.execute(trx);
    const reading = read();
    await untilWaiting({ pool });
    await sql`lock table sessions in access exclusive mode`.execute(trx);
    const response = await reading;
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(response.json).toMatchObject({ detail: expect.stringContaining('so viel los') });
  });
  expect(running.log.filter(({ level }) => level > 30)).toMatchObject([
    { msg: expect.stringContaining('SMTP_URL') },
    { level: 40, code: '40P01', msg: 'a request met an outage' },
  ]);
  expect((await read()).status).toBe(200);
  expect(await running.stop()).toBe(0);
});

it.concurrent('a server that cannot migrate for somebody who holds a table says so in a sentence (I2)', async () => {
  const { url, db, pool } = await createDatabase();
  await undoLastStep(pool);
  const environment = { DATABASE_URL: url, SESSION_SECRET: 'x'.repeat(32), DATABASE_WAIT: '0' };
  await db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
    await sql`lock table members in access share mode`.execute(trx);
    const starting = server(environment);
    expect(await starting.exit()).toBe(1);
    expect(starting.stderr).toBe(
      `Der Postgres-Server ${new URL(url).host} gibt Tabellen nicht frei, weil andere sie zu lange benutzen (eine Sicherung, ein offenes psql?): ` +
        'Warten Sie, bis sie fertig sind, oder beenden Sie sie, und versuchen Sie es noch einmal. ' +
        'Was angefangen war, hat keine Wirkung gehabt und wird nachgeholt.\n',
    );
  });
  expect(await (await server(environment).ready()).stop()).toBe(0);
});
