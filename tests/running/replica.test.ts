import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';
import { createDatabase } from '../support/database';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { admin, newDataFolder, newFolder, Process, server, until } from '../support/server-process';
import { Way } from '../support/way';

const SESSION_SECRET = 'x'.repeat(32);

/**
 * A Postgres with a club in it, which `demote` turns into a replica: a server in recovery that
 * follows no primary.
 */
async function primary() {
  const dataDir = join(await newDataFolder(), 'postgres');
  const settings = { fsync: 'off' };
  let running = await startEmbeddedPostgres({ dataDir, settings });
  afterwards(() => running.stop());
  const { db, pool } = connect(running.connectionString);
  await migrate(db, pool);
  await new Factories(db, NO_PASSWORDS).club();
  await db.destroy();
  return {
    url: running.connectionString,
    /** @returns the new connection string */
    async demote(): Promise<string> {
      await running.stop();
      await writeFile(join(dataDir, 'cluster/standby.signal'), '');
      running = await startEmbeddedPostgres({ dataDir, settings });
      return running.connectionString;
    },
  };
}

const promote = async (url: string) => {
  const { db } = connect(url, { max: 1 });
  await sql`select pg_promote()`.execute(db);
  await db.destroy();
};

function expectOneSentence(text: string): void {
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).toMatch(/^[A-ZÄÖÜ].*\.\n$/);
  expect(text).not.toMatch(/\bat \S+:\d+|Error/);
}

describe('a primary that becomes a replica', () => {
  let database: Awaited<ReturnType<typeof primary>>;
  let replica: string;
  beforeAll(async () => {
    database = await primary();
  });

  it('/readyz says that the database has become a replica (I5, issue 10)', async () => {
    const way = new Way(database.url);
    await way.open();
    afterwards(() => way.cut());
    const running = await server({ DATABASE_URL: way.url, SESSION_SECRET }).ready();
    expect(await (await running.get('/readyz')).text()).toBe('ready');
    // The address now leads to a replica, as after a failed failover.
    replica = await database.demote();
    way.lead(replica);
    await until(async () => (await (await running.get('/readyz')).text()) === 'database read-only');
    expect((await running.get('/readyz')).status).toBe(503);
    expect(await running.stop()).toBe(0);
  });

  it('a server on a replica waits for its promotion, and a replica can be backed up (I5, issue 10)', async () => {
    const environment = { DATABASE_URL: replica, SESSION_SECRET };

    const file = join(await newFolder(), 'backup.gz');
    const backup = new Process('build/start/backup.mjs', environment, { parameters: [file] });
    expect([await backup.exit(), backup.stderr]).toEqual([0, '']);
    expect((await stat(file)).size).toBeGreaterThan(0);

    const command = await admin(environment, ['list-users']);
    expect(command.code).toBe(1);
    expectOneSentence(command.stderr);
    expect(command.stderr).toContain('erlaubt nur Lesen');

    const impatient = server({ ...environment, DATABASE_WAIT: '1' });
    expect(await impatient.exit()).toBe(1);
    expectOneSentence(impatient.stderr);
    expect(impatient.stderr).toContain('erlaubt nur Lesen');

    const waiting = server({ ...environment, DATABASE_WAIT: '300' });
    await until(() => waiting.log.some(({ msg }) => msg === 'the start waits for the database'));
    await promote(replica);
    await waiting.ready();
    expect((await waiting.get('/readyz')).status).toBe(200);
    expect(await waiting.stop()).toBe(0);
  });
});

it('a server waits at the start for a database that is away, and stops at once if told to (I2, I6, issue 10)', async () => {
  const { url } = await createDatabase();
  const way = new Way(url);
  await way.open();
  way.cut();
  const environment = { DATABASE_URL: way.url, SESSION_SECRET, DATABASE_WAIT: '300' };
  const waiting = server(environment);
  const unwanted = server(environment);
  for (const each of [waiting, unwanted])
    await until(() => each.log.some(({ msg }) => msg === 'the start waits for the database'));
  const [told] = waiting.log.filter(({ msg }) => msg === 'the start waits for the database');
  expect(told.reason).toContain('nimmt keine Verbindung an');
  expect(await unwanted.stop()).toBe(0);
  await way.open();
  afterwards(() => way.cut());
  await waiting.ready();
});

it('a killed migration is finished at the next start, and a broken one explained in a sentence (I2, issue 10)', async () => {
  const { url, db } = await createDatabase({ empty: true });
  // Simulates a slow migration: every new table waits.
  await sql`create function wait_here() returns event_trigger language plpgsql as
    'begin if tg_tag = ''CREATE TABLE'' and (select count(*) from pg_class where relname = ''members'') > 0 then perform pg_sleep(300); end if; end'`.execute(
    db,
  );
  await sql`create event trigger wait_here on ddl_command_end execute function wait_here()`.execute(
    db,
  );
  const sleeping = async () =>
    (
      await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
        and wait_event = 'PgSleep'`.execute(db)
    ).rows;
  const environment = { DATABASE_URL: url, SESSION_SECRET, DATABASE_WAIT: '0' };
  const end = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and wait_event = 'PgSleep'`.execute(db);

  const broken = server(environment);
  await until(async () => (await sleeping()).length > 0);
  await end();
  expect(await broken.exit()).toBe(1);
  expectOneSentence(broken.stderr);

  const killed = server(environment);
  await until(async () => (await sleeping()).length > 0);
  await killed.kill();
  await end();
  await sql`drop event trigger wait_here`.execute(db);
  const next = await server(environment).ready();
  expect((await next.get('/readyz')).status).toBe(200);
  expect(next.log.find(({ msg }) => msg === 'migrated')?.steps).toContain('0004-members');
});
