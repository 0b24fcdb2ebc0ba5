import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { restoreBackup } from '#db/backup/restore';
import { connect, type Database } from '#db/connection';
import { explainDatabase } from '~/server/database-error';
import { keepHouse } from '~/server/housekeeping';
import { createDatabase, undoLastStep } from '../support/database';
import { afterwards } from '../support/leftovers';
import { openMailbox } from '../support/mailbox';
import { operate } from '../support/operator';
import { admin, newFolder, Process, server, until } from '../support/server-process';

const SESSION_SECRET = 'x'.repeat(32);

interface Owned {
  readonly db: Database;
  readonly ownerUrl: string;
  readonly role: string;
}

/** The SQL as the command prints it. */
async function byCommand({ ownerUrl, role }: Owned): Promise<string> {
  const printed = await admin({ DATABASE_OWNER_URL: ownerUrl, AUDIT_DAYS: '30' }, [
    'database-roles',
    role,
  ]);
  expect(printed).toMatchObject({ code: 0, stderr: '' });
  return printed.stdout;
}

/** The same, without a process. */
const byFunction = ({ db, role }: Pick<Owned, 'db' | 'role'>): Promise<string> =>
  operate(db, ['database-roles', role], { environment: { AUDIT_DAYS: '30' } });

/** A database whose second user may do what the printed SQL says. */
async function withRoles(print: (owned: Owned) => Promise<string> = byFunction) {
  const { url: ownerUrl, db, pool } = await createDatabase();
  const role = `app_${randomBytes(6).toString('hex')}`;
  const apply = async () => {
    await pool.query(await print({ db, ownerUrl, role }));
  };
  await apply();
  await sql`alter role ${sql.id(role)} password 'app'`.execute(db);
  const url = new URL(ownerUrl);
  [url.username, url.password] = [role, 'app'];
  afterwards(async () => {
    await sql`drop owned by ${sql.id(role)} cascade`.execute(db);
    await sql`drop role ${sql.id(role)}`.execute(db);
  });
  return { role, url: url.href, ownerUrl, db, pool, apply };
}

it('the printed role runs a server: sign-up, mail, queue, housekeeping, backup (ASVS V13.2.2)', async () => {
  const { url, ownerUrl, db } = await withRoles(byCommand);
  const mailbox = await openMailbox();
  afterwards(mailbox.close);
  const environment = {
    DATABASE_URL: url,
    SESSION_SECRET,
    SMTP_URL: mailbox.url,
    ORIGIN: 'http://verein.example',
    MAIL_FROM: 'post@verein.example',
  };
  const running = await server(environment).ready();
  await running.register('anna@verein.example').catch((error) => {
    throw new Error(JSON.stringify(running.log.filter(({ level }) => level >= 40)), {
      cause: error,
    });
  });
  await until(() => mailbox.mails.length > 0);
  const code = /auth\/verify\/([\w-]{43})/.exec(mailbox.mails[0]?.text ?? '')?.[1] ?? '';
  expect((await running.call('POST', `/registration/verify/${code}`, {})).status).toBeLessThan(300);
  expect((await running.get('/readyz')).status).toBe(200);
  const app = connect(url, { max: 2 });
  afterwards(() => app.db.destroy());
  await operate(app.db, ['grant-admin', 'anna@verein.example']);
  await keepHouse(app.db, { auditDays: 30 });
  const file = join(await newFolder(), 'backup.gz');
  const backup = new Process(
    'build/start/backup.mjs',
    { DATABASE_URL: url },
    { parameters: [file] },
  );
  expect([await backup.exit(), backup.stderr]).toEqual([0, '']);
  // To restore takes the owner.
  const refused = restoreBackup(app.db, app.pool, file, { force: true, dataDir: '/nonexistent' });
  await expect(refused).rejects.toMatchObject({ code: '42501' });
  const sentence = await refused.catch((error) =>
    explainDatabase(error, { databaseUrl: url, ownerUrl }, true),
  );
  expect(sentence).toContain('Setzen Sie DATABASE_OWNER_URL');
  const owner = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
  const restored = new Process('build/start/restore.mjs', owner, { parameters: [file, '--force'] });
  expect([await restored.exit(), restored.stderr]).toEqual([0, '']);
  const wrong = running.log.filter(({ level }) => level >= 40);
  expect(wrong).toEqual([]);
  expect(await running.stop()).toBe(0);
  expect(await db.selectFrom('users').select(['email', 'activated', 'admin']).execute()).toEqual([
    { email: 'anna@verein.example', activated: true, admin: true },
  ]);
});

it('the role changes no table and no entry of the audit log, makes nothing and reads no files (ASVS V13.2.2, V16.4.2)', async () => {
  const { url, db, role, apply } = await withRoles();
  // It may run any number of times.
  await apply();
  const insert = (days: number) => sql`insert into audit_log (at, operation, action, request_id)
    values (now() - make_interval(days => ${days}), 'Test', ${`vor ${days} Tagen`}, '1')`;
  for (const days of [0, 2, 29, 31]) await insert(days).execute(db);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  afterwards(() => client.end());
  for (const statement of [
    'drop table members',
    'alter table members disable trigger all',
    'alter table members add column x text',
    'create table mine ()',
    'create table graphile_worker.mine ()',
    'create temporary table mine ()',
    'create schema mine',
    'create role mine',
    `alter role ${role} superuser`,
    'create extension pg_stat_statements',
    'create or replace function expire_audit_log(days integer) returns void language sql as $$ delete from audit_log $$',
    'update audit_log set action = action',
    'delete from audit_log',
    'truncate audit_log',
    'delete from kysely_migration',
    'delete from graphile_worker.migrations',
    "set session_replication_role = 'replica'",
    "copy users to '/tmp/users'",
    "select pg_read_file('/etc/passwd')",
    'select * from pg_authid',
  ])
    await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  // It adds entries, and lets old ones go, but not sooner than the owner has said.
  await insert(1).execute(connected(url));
  await client.query('select expire_audit_log(0)');
  const { rows } = await client.query('select action from audit_log order by at');
  expect(rows.map(({ action }) => action)).toEqual([
    'vor 29 Tagen',
    'vor 2 Tagen',
    'vor 1 Tagen',
    'vor 0 Tagen',
  ]);
});

function connected(url: string) {
  const { db } = connect(url, { max: 1 });
  afterwards(() => db.destroy());
  return db;
}

it('a server of that role does not migrate and says what to do; the command does, as the owner (ASVS V13.2.2)', async () => {
  const { url, ownerUrl, pool } = await withRoles();
  await undoLastStep(pool);
  const refused = server({ DATABASE_URL: url, SESSION_SECRET, DATABASE_WAIT: '0' });
  expect(await refused.exit()).toBe(1);
  expect(refused.stderr).toContain('npm run admin -- migrate mit DATABASE_OWNER_URL');
  const done = await admin({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }, ['migrate']);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  const running = await server({ DATABASE_URL: url, SESSION_SECRET }).ready();
  expect((await running.get('/readyz')).status).toBe(200);
  expect(await running.stop()).toBe(0);
  expect(running.log.filter(({ msg }) => msg.includes('DATABASE_OWNER_URL'))).toEqual([]);
});

it("a server that could read the owner's password warns of it and does not use it (ASVS V13.2.2)", async () => {
  const { url } = await withRoles();
  const DATABASE_OWNER_URL = 'postgres://niemand:geheim@127.0.0.1:1/fehlt';
  const running = await server({ DATABASE_URL: url, DATABASE_OWNER_URL, SESSION_SECRET }).ready();
  expect(await running.stop()).toBe(0);
  const told = running.log.filter(({ msg }) => msg.includes('DATABASE_OWNER_URL'));
  expect(told.map(({ level }) => level)).toEqual([40]);
  expect(JSON.stringify(running.log)).not.toContain('geheim');
});

it('tables of later migrations are open to the role, even if its name needs quoting (ASVS V13.2.2)', async () => {
  const { url, db } = await withRoles();
  await sql`create table later (id bigint generated always as identity, word text)`.execute(db);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  afterwards(() => client.end());
  await client.query("insert into later (word) values ('a')");
  expect((await client.query('update later set word = $1 returning id', ['b'])).rowCount).toBe(1);
  for (const refused of ['App', 'a b', "a';--", 'ä'])
    await expect(byFunction({ db, role: refused }), refused).rejects.toThrow(
      'kann keine Rolle heißen',
    );
});

it("no SQL is printed that would take the owner's own rights, or a superuser's, or leave a member's (ASVS V13.2.2)", async () => {
  const { db, role } = await withRoles();
  const { rows } = await sql<{ owner: string }>`select current_user::text as owner`.execute(db);
  const owner = rows[0]?.owner ?? '';
  const refused = 'hat schon die Rechte des Eigentümers';
  await expect(byFunction({ db, role: owner })).rejects.toThrow(refused);
  expect(await byFunction({ db, role })).toContain('commit;');
  await sql`grant ${sql.id(owner)} to ${sql.id(role)}`.execute(db);
  await expect(byFunction({ db, role })).rejects.toThrow(refused);
});
