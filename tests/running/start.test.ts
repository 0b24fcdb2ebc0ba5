import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, inject, it } from 'vitest';
import type { Database } from '#db/connection';
import { DEMO_PASSWORD, seedDemo } from '#db/demo';
import { ForeignDatabaseError } from '#db/migrate';
import { readConfig } from '~/config.server';
import { openDatabase } from '~/server/database';
import { prepareDemo, refuseDemoUsers } from '~/server/demo';
import { createPasswords } from '~/server/passwords';
import { StartError } from '~/server/start-error';
import { backUp, bringBack, command, contents, fill } from '../support/backup';
import { createDatabase } from '../support/database';
import { QUICK_HASHES } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { schemaOf } from '../support/schema';
import {
  admin,
  newDataFolder,
  newFolder,
  type ServerProcess,
  server,
  until,
} from '../support/server-process';

const SESSION_SECRET = 'x'.repeat(32);
const SILENT = pino({ level: 'silent' });

/** The message an operator reads when the server refuses to start. */
async function refusal(process: ServerProcess): Promise<string> {
  expect(await process.exit()).toBe(1);
  expect(process.log.some(({ msg }) => msg === 'ready')).toBe(false);
  // Skips Node's warnings about settings.
  return process.stderr.replace(/^\(node:\d+\) [\s\S]*?was created\)\n/, '');
}

/** Expects one sentence on one line without implementation details. */
function expectOneSentence(text: string): void {
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  expect(text).toMatch(/^[A-ZÄÖÜ].*\.\n$/);
  expect(text).not.toMatch(/\bat \S+:\d+|Error/);
}

/** A TCP server that accepts connections and never responds. */
async function silentServer(): Promise<number> {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  afterwards(() => silent.close());
  return (silent.address() as { port: number }).port;
}

describe.concurrent('failed start', () => {
  it('a failed start names every mistake in the configuration at once and exits with code 1 (I2)', async () => {
    const text = await refusal(
      server({
        PORT: '99999',
        ORIGIN: 'verein.example',
        DATABASE_URL: 'mysql://localhost/verein',
        DATABASE_OWNER_URL: 'postgres://db.verein.example/verein',
        SMTP_URL: 'localhost:25',
        MAIL_FROM: 'Vorstand',
        SESSION_SECRET: 'kurz',
        APP_NAME: 'x'.repeat(61),
        IMPRINT_URL: 'javascript:alert(1)',
        PRIVACY_URL: '/datenschutz',
        ORGANIZATION_FOUNDING: 'nobody',
        PASSWORD_MIN_LENGTH: '0',
        PASSWORD_WORDS: 'x'.repeat(5001),
        TRUST_PROXY: '10.0.0.0/33',
        LOG_LEVEL: 'laut',
        RATE_LIMITS: 'vielleicht',
        AUDIT_DAYS: 'ewig',
        DATABASE_WAIT: 'lange',
      }),
    );
    expect(text).toBe(`Die Konfiguration ist fehlerhaft:
  - PORT muss eine ganze Zahl von 0 bis 65535 sein
  - ORIGIN muss eine Adresse wie https://verein.example sein
  - DATABASE_URL muss eine Adresse wie postgres://user:password@host:5432/name sein
  - SMTP_URL muss eine Adresse wie smtp://user:password@host:587 sein
  - MAIL_FROM muss ein Absender wie Vereinsheim <post@verein.example> sein
  - SESSION_SECRET muss mindestens 32 Zeichen haben
  - APP_NAME darf höchstens 60 Zeichen haben
  - IMPRINT_URL muss eine Adresse wie https://verein.example/impressum sein
  - PRIVACY_URL muss eine Adresse wie https://verein.example/datenschutz sein
  - ORGANIZATION_FOUNDING muss everyone oder administrators sein
  - PASSWORD_MIN_LENGTH muss eine ganze Zahl von 1 bis 72 sein
  - PASSWORD_WORDS darf höchstens 5000 Zeichen haben
  - TRUST_PROXY muss die Zahl der Proxys sein, oder ihre Adressen wie 127.0.0.1, 10.0.0.0/8
  - LOG_LEVEL muss fatal, error, warn, info, debug, trace oder silent sein
  - RATE_LIMITS muss on oder off sein
  - AUDIT_DAYS muss eine ganze Zahl von 1 bis 3650 sein
  - DATABASE_WAIT muss eine ganze Zahl von 0 bis 3600 sein
  - DATABASE_OWNER_URL muss ?sslmode=verify-full enthalten, denn db.verein.example ist ein anderer Rechner (im eigenen Netz, das sonst niemand mitliest: PLAINTEXT_HOSTS=db.verein.example)
`);
  });

  it('an unsorted file of stolen passwords ends the start with a message (I2, ASVS V6.2.12)', async () => {
    const folder = await newFolder();
    const file = join(folder, 'unsorted.txt');
    await writeFile(file, `${'F'.repeat(40)}:1\n${'0'.repeat(40)}:1\n`);
    const DATA_DIR = join(folder, 'data');
    expect(await refusal(server({ DATA_DIR, BREACHED_PASSWORDS_FILE: file }))).toBe(
      `Die Konfiguration ist fehlerhaft:\n  - BREACHED_PASSWORDS_FILE: Die Datei ${file} muss aus Zeilen mit SHA-1-Werten bestehen, nach diesen sortiert (docs/operating.md, Passwords)\n`,
    );
  });

  it('servers that share a database are asked for a common secret (I3)', async () => {
    const text = await refusal(server({ DATABASE_URL: inject('postgres') }));
    expect(text).toContain('SESSION_SECRET fehlt');
  });

  it('an unreadable .env ends the start with a message (I3)', async () => {
    const folder = await newFolder();
    await mkdir(join(folder, '.env'));
    const text = await refusal(server({ DATA_DIR: join(folder, 'data') }, { cwd: folder }));
    expect(text).toContain('.env ist nicht lesbar');
  });

  it('a start without a build says that the program is not built (I2)', async () => {
    const folder = await newFolder();
    const text = await refusal(server({ DATA_DIR: join(folder, 'data') }, { cwd: folder }));
    expectOneSentence(text);
    expect(text).toContain('npm run build');
  });

  it('a taken port ends the start with a message and leaves no database running (I2)', async () => {
    const folder = await newDataFolder();
    const port = await silentServer();
    const text = await refusal(server({ PORT: String(port), DATA_DIR: folder }));
    expectOneSentence(text);
    expect(text).toContain(`Port ${port} ist schon belegt`);
    await expect(readFile(join(folder, 'postgres/cluster/postmaster.pid'))).rejects.toThrow(
      'ENOENT',
    );
  });

  it('a host that is not on this machine ends the start with a message (I2)', async () => {
    const { url: DATABASE_URL } = await createDatabase();
    const text = await refusal(server({ DATABASE_URL, SESSION_SECRET, HOST: '192.0.2.1' }));
    expectOneSentence(text);
    expect(text).toContain('192.0.2.1');
  });

  it('a data folder that is a file or not writable ends the start with a message, with DATABASE_URL, too (I2)', async () => {
    const folder = await newFolder();
    const file = join(folder, 'file');
    await writeFile(file, 'not a folder');
    const isFile = await refusal(server({ DATA_DIR: file }));
    expectOneSentence(isFile);
    expect(isFile).toContain(`${file} ist kein Ordner`);
    // Not even root can create a folder there.
    const closed = process.platform === 'linux' ? '/proc/vereinsheim' : '/dev/vereinsheim';
    const DATABASE_URL = inject('postgres');
    const isClosed = await refusal(server({ DATA_DIR: closed, DATABASE_URL, SESSION_SECRET }));
    expectOneSentence(isClosed);
    expect(isClosed).toContain(`In den Datenordner ${closed} kann dieser Benutzer nicht schreiben`);
  });

  const changed = (change: (url: URL) => void): string => {
    const url = new URL(inject('postgres'));
    change(url);
    return url.href;
  };

  /** What a server says of this database; how it ends with it, is in the test below. */
  async function refusalOf(DATABASE_URL: string): Promise<string> {
    const opening = openDatabase(readConfig({ DATABASE_URL, SESSION_SECRET }), SILENT);
    const error = await opening.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartError);
    return `${(error as StartError).message}\n`;
  }

  it.each<[string, (url: URL) => void, string]>([
    ['is not there', (url) => (url.port = '1'), 'nimmt keine Verbindung an'],
    ['has no socket', (url) => (url.search = '?host=/nirgendwo'), 'nimmt keine Verbindung an'],
    [
      'has no such name',
      (url) =>
        Object.assign(url, { hostname: 'nirgendwo.invalid', search: '?sslmode=verify-full' }),
      'kennt das Netz nicht',
    ],
    [
      'has no such database',
      (url) => (url.pathname = '/gibtsnicht'),
      'Die Datenbank gibtsnicht gibt es auf',
    ],
    [
      'speaks no TLS',
      (url) => (url.search = '?sslmode=require'),
      'werden sich über TLS nicht einig',
    ],
  ])(
    'a failed start says in one sentence that the Postgres server %s (I2)',
    async (_, change, sentence) => {
      const text = await refusalOf(changed(change));
      expectOneSentence(text);
      expect(text).toContain(sentence);
      expect(text).not.toContain(new URL(inject('postgres')).password);
    },
  );

  it('a failed start says in one sentence that the Postgres server refuses the password, which it prints nowhere (I2)', async () => {
    const password = 'streng-geheim';
    const DATABASE_URL = changed((url) => (url.password = password));
    const process = server({ DATABASE_URL, SESSION_SECRET, DATABASE_WAIT: '0' });
    const text = await refusal(process);
    expectOneSentence(text);
    expect(text).toContain('weist Benutzer oder Passwort ab');
    expect(text + process.stdout).not.toContain(password);
  });

  it('a start gives up on a Postgres server that never answers (I2)', async () => {
    const port = await silentServer();
    const text = await refusalOf(changed((url) => (url.port = String(port))));
    expectOneSentence(text);
    expect(text).toContain('antwortet nicht');
  });

  it('a failed start says that the database user may not create tables (I2)', async () => {
    const { db, url } = await createDatabase({ empty: true });
    await sql`create role running_guest login password 'gast'`.execute(db);
    const guest = new URL(url);
    guest.username = 'running_guest';
    guest.password = 'gast';
    const text = await refusalOf(guest.href);
    expectOneSentence(text);
    expect(text).toContain('keine Tabellen anlegen');
  });

  it('a failed start leaves the database of a newer version untouched (I2)', async () => {
    const { db, url } = await createDatabase();
    await sql`insert into kysely_migration values ('9999-future', now()::text)`.execute(db);
    const text = await refusalOf(url);
    expectOneSentence(text);
    expect(text).toContain('neueren oder anderen Version');
  });
});

it('a server refuses to start on users whose password everybody knows from the demo, and says what to do (I2)', async () => {
  const { db, url } = await createDatabase();
  const passwords = createPasswords(QUICK_HASHES);
  afterwards(() => passwords.close());
  await seedDemo(db, await passwords.hash(DEMO_PASSWORD), '2026-11-29');
  const all = 'jens@demo.example, lena@demo.example, mia@demo.example, petra@demo.example';
  const text = await refusal(server({ DATABASE_URL: url, SESSION_SECRET }));
  expect(text).toContain(`jeder kennt (${all}, sami@demo.example, uwe@demo.example)`);
  expect(text).toMatch(/^In der Datenbank .*Oder starten Sie diese mit npm run demo, .*\.\n$/);

  const look = () => refuseDemoUsers({ db, passwords, config: readConfig({}) });
  const change = (email: string) => db.updateTable('users').where('email', 'like', email);
  await change('%a@%')
    .set({ password_hash: await passwords.hash('anders') })
    .execute();
  await change('jens@%').set({ activated: false }).execute();
  await expect(look()).rejects.toThrow(
    /\(sami@demo\.example, uwe@demo\.example\).* DATA_DIR=data npm run demo/,
  );
  await db
    .deleteFrom('users')
    .where('email', 'in', ['sami@demo.example', 'uwe@demo.example'])
    .execute();
  await look();

  // The other way round, the demo leaves a club's own data alone.
  await prepareDemo({ db, passwords });
  await change('%').set({ email: sql`'x' || email` }).execute();
  await expect(prepareDemo({ db, passwords })).rejects.toThrow(
    /^Diese Datenbank ist nicht die der Demo, .* DATA_DIR und kein DATABASE_URL/,
  );
});

describe.concurrent('a database that is not ours', () => {
  const others: Record<string, (db: Database) => Promise<unknown>> = {
    'of a pre-release': (db) =>
      sql`update kysely_migration set name = '0001-accounts' where name = '0001-users'`.execute(db),
    'of another program': async (db) => {
      await sql`create table users (id integer primary key, name text)`.execute(db);
      await sql`insert into users values (1, 'Anna')`.execute(db);
    },
  };
  it.for(Object.entries(others))(
    'a database %s is refused by start, commands and restore, and stays as it is (I2)',
    async ([whose, prepare]) => {
      const own = await createDatabase();
      await fill(own.db);
      const file = await backUp(own);
      const other = whose === 'of a pre-release' ? own : await createDatabase({ empty: true });
      const { db, pool, url } = other;
      await prepare(db);
      const state = async () => [
        await schemaOf(db),
        await contents(pool),
        (
          await sql`select relname from pg_class where relname like 'kysely%' order by 1`.execute(
            db,
          )
        ).rows,
      ];
      const before = await state();
      const refused = [await refusal(server({ DATABASE_URL: url, SESSION_SECRET }))];
      // They say it in the same way of any.
      if (other === own)
        refused.push(
          (await admin({ DATABASE_URL: url }, ['migrate'])).stderr,
          (await command('restore', { DATABASE_URL: url }, ['--force', file])).stderr,
        );
      for (const text of refused) {
        expectOneSentence(text);
        expect(text).toContain('stammt von einer Vorabversion oder einem anderen Programm');
      }
      await expect(bringBack(other, file)).rejects.toBeInstanceOf(ForeignDatabaseError);
      expect(await state()).toEqual(before);
    },
  );
});

describe.concurrent('start', () => {
  it('several servers that start on one empty database migrate it once, make no demo data, and warn without SMTP_URL that nobody gets mails (I2)', async () => {
    const { url, db } = await createDatabase({ empty: true });
    const servers = [1, 2, 3].map(() => server({ DATABASE_URL: url, SESSION_SECRET }));
    for (const each of servers) await each.ready();
    const steps = servers.flatMap((each) => each.log.filter(({ msg }) => msg === 'migrated'));
    expect(steps).toHaveLength(1);
    const { rows } = await sql<{
      name: string;
    }>`select name from kysely_migration order by name`.execute(db);
    expect(steps[0]?.steps).toEqual(rows.map(({ name }) => name));
    for (const table of ['users', 'organizations', 'members', 'events'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    for (const each of servers) {
      expect((await each.get('/readyz')).status).toBe(200);
      expect((await each.get('/app/dev/mail')).status).toBe(404);
      expect(each.log.find(({ msg }) => msg.startsWith('SMTP_URL is not set'))?.level).toBe(40);
    }
  });

  it('a start reads a .env file, also one of Windows with its mark, and the environment wins over it unless it is empty (I3)', async () => {
    const folder = await newFolder();
    const { url } = await createDatabase();
    await symlink(join(process.cwd(), 'build'), join(folder, 'build'));
    await writeFile(
      join(folder, '.env'),
      `\ufeffAPP_NAME="TSV Neustadt"\nDATABASE_URL=${url}\nSESSION_SECRET=${SESSION_SECRET}\nORIGIN=https://falsch.example\n`,
    );
    const environment = { ORIGIN: 'https://verein.example', APP_NAME: '' };
    const running = await server(environment, { cwd: folder }).ready();
    expect(running.log.find(({ msg }) => msg === 'ready')?.origin).toBe('https://verein.example');
    expect(await (await running.get('/app/login')).text()).toContain('TSV Neustadt');
  });

  it('the servers of a data folder share one secret and keep it for their next start (I3)', async () => {
    const folder = await newDataFolder();
    const both = [1, 2].map(() => server({ DATA_DIR: folder }));
    for (const each of both) await each.ready();
    const secret = await readFile(join(folder, 'session-secret'), 'utf8');
    expect(secret.length).toBeGreaterThanOrEqual(32);
    // The second server shares the database of the first and outlives it.
    const [first, second] = both as [ServerProcess, ServerProcess];
    expect(await first.stop()).toBe(0);
    expect((await second.get('/readyz')).status).toBe(200);
    expect(await second.stop()).toBe(0);
    await until(() =>
      readFile(join(folder, 'session-secret'), 'utf8').then((kept) => kept === secret),
    );
  });
});
