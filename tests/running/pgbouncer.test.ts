import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { connect } from '#db/connection';
import { isPooled } from '#db/pooler';
import { Browser } from '../support/browser';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { newFolder, server, until } from '../support/server-process';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(
  (path) => existsSync(path),
);

/** True if PgBouncer is installed; prints a note if not. */
function havePgBouncer(): boolean {
  if (!PROGRAM) process.stdout.write('PgBouncer is not installed: its tests are skipped\n');
  return PROGRAM !== undefined;
}

/**
 * Starts a PgBouncer in transaction mode in front of this database.
 * @returns the connection string through it
 */
async function startPgBouncer(database: string): Promise<string> {
  const folder = await newFolder();
  const url = new URL(database);
  const port = await freePort();
  await writeFile(
    join(folder, 'users.txt'),
    `"${url.username}" "${decodeURIComponent(url.password)}"\n`,
  );
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 5
`,
  );
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn(PROGRAM ?? '', [...asRoot, join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  });
  afterwards(() => child.kill('SIGKILL'));
  url.port = String(port);
  await until(async () => {
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return url.href;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

const SESSION_SECRET = 'x'.repeat(32);

it.runIf(havePgBouncer())(
  'a server works behind PgBouncer in transaction mode and leaves no state on its connections (issue 10)',
  async () => {
    const { url, db } = await createDatabase({ empty: true });
    const mailbox = await openMailbox();
    afterwards(mailbox.close);
    const DATABASE_URL = await startPgBouncer(url);
    // Two servers migrate at once.
    const environment = { DATABASE_URL, SESSION_SECRET, SMTP_URL: mailbox.url, RATE_LIMITS: 'off' };
    const [first, second] = [1, 2].map(() => server(environment));
    if (!first || !second) throw new Error('no servers');
    await first.ready();
    await second.ready();
    const steps = [first, second].flatMap((each) =>
      each.log.filter(({ msg }) => msg === 'migrated'),
    );
    expect(steps).toHaveLength(1);
    const { rows: locks } = await sql`select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      db,
    );
    expect(locks).toEqual([]);

    const make = new Factories(db, NO_PASSWORDS);
    const { organization, admin } = await make.club();
    const visitor = new Browser(first.origin);
    visitor.cookies.set('session', await make.session(admin, organization));
    const member = (name: string) => ({
      organization: organization.uuid,
      firstName: 'Max',
      lastName: name,
    });
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        visitor.call('POST', '/member', member(`Muster ${at}`)),
      ),
    );
    expect(made.filter(({ status }) => status !== 200)).toEqual([]);
    await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        (at % 2 ? first : second).register(`post${at}@verein.example`),
      ),
    );
    await until(() => mailbox.mails.length >= 6);
    expect(mailbox.mails).toHaveLength(6);

    await sql`create function dawdle() returns trigger language plpgsql as
      'begin perform pg_sleep(60); return new; end'`.execute(db);
    await sql`create trigger dawdle before insert on members for each row execute function dawdle()`.execute(
      db,
    );
    const slow = await visitor.call('POST', '/member', member('Langsam'));
    expect([slow.status, slow.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(slow.json).toMatchObject({ detail: expect.stringContaining('zu lange') });

    // The next client of these connections finds Postgres' defaults and gets no notifications.
    const { pool, db: others } = connect(DATABASE_URL, { max: 5, limits: 'none' });
    expect(await isPooled(pool)).toBe(true);
    const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
    for (const client of clients) {
      await client.query('begin');
      const { rows } = await client.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           array(select pg_listening_channels()) as channels`,
      );
      expect(rows).toEqual([{ statement: '0', lock: '0', channels: [] }]);
    }
    for (const client of clients) client.release(true);
    await others.destroy();
    const wrong = [first, second].flatMap((each) => each.log.filter(({ level }) => level >= 50));
    expect(wrong.filter(({ msg }) => msg !== 'a request failed')).toEqual([]);
    for (const each of [first, second]) expect(await each.stop()).toBe(0);
  },
);

it('no pooler is detected where there is none', async () => {
  const { pool } = await createDatabase();
  expect(await isPooled(pool)).toBe(false);
});
