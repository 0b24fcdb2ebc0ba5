import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { connect } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { type Config, readConfig } from '~/config.server';
import { withDatabase } from '~/server/command';
import { asOwner, type OpenDatabase } from '~/server/database';
import { createDatabase } from '../support/database';
import { operate } from '../support/operator';
import { admin, newDataFolder, newFolder, Process, server } from '../support/server-process';

const ANNA = 'anna@verein.example';

describe.concurrent('operator', () => {
  it('operator commands work beside a running server, which sees their effect at once, and leave their lines in the log (I4)', async () => {
    const DATA_DIR = await newDataFolder();
    const run = (parameters: string[], input?: string) => admin({ DATA_DIR }, parameters, input);
    // A club may begin with its first user.
    expect(await run(['create-user', ANNA, 'Anna', 'Lindner'], 'Geheim-und-lang\n')).toEqual({
      code: 0,
      stdout: `${ANNA} angelegt.\n`,
      stderr: '',
    });
    const running = await server({ DATA_DIR }).ready();
    const mobile = await running.call('POST', '/login/mobile', {
      email: ANNA,
      password: 'Geheim-und-lang',
    });
    const { sessionId } = (await mobile.json()) as { sessionId: string };
    const ask = async (path: string) => {
      const headers = { Authorization: `Bearer ${sessionId}` };
      return (await fetch(`${running.origin}/api/user/self/${path}`, { headers })).json();
    };
    expect(await ask('admin')).toEqual({ admin: false });
    expect(await run(['grant-admin', ANNA.toUpperCase()])).toMatchObject({ code: 0 });
    expect(await ask('admin')).toEqual({ admin: true });
    // Neither of the commands stopped the server's database.
    expect((await running.get('/readyz')).status).toBe(200);
    const postgres = await startEmbeddedPostgres({ dataDir: join(DATA_DIR, 'postgres') });
    const { db } = connect(postgres.connectionString, { max: 2 });
    expect(await operate(db, ['list-users', 'lindner'])).toBe(
      `${ANNA}\tAnna Lindner\tSystemadministrator\n`,
    );
    expect(await operate(db, ['revoke-admin', ANNA])).toBe(
      `${ANNA} ist nicht mehr Systemadministrator.\n`,
    );
    expect(await ask('admin')).toEqual({ admin: false });
    expect(await operate(db, ['end-sessions', ANNA])).toBe(`1 Sitzung(en) von ${ANNA} beendet.\n`);
    expect(await ask('info')).toEqual({ loggedIn: false });
    const log = db.selectFrom('audit_log').where('request_id', 'like', 'admin-%').orderBy('id');
    expect((await log.select('action').execute()).map(({ action }) => action)).toEqual([
      'Benutzer durch den Betreiber angelegt',
      'Durch den Betreiber Systemadministrator geworden',
      'Durch den Betreiber kein Systemadministrator mehr',
      'Sitzungen durch den Betreiber beendet',
    ]);
    await db.destroy();
    await postgres.stop();
    expect(await running.stop()).toBe(0);
    // The commands also work without the server.
    expect((await run(['list-users'])).stdout).toBe(`${ANNA}\tAnna Lindner\n`);
  });

  it("without DATA_DIR commands open the server's folder, never the demo's (I4)", async () => {
    const cwd = await newFolder();
    for (const [folder, version] of [
      ['data', '14'],
      ['data/demo', '13'],
    ]) {
      const cluster = join(cwd, `${folder}/postgres/cluster`);
      await mkdir(cluster, { recursive: true });
      await writeFile(join(cluster, 'PG_VERSION'), `${version}\n`);
    }
    for (const [name, parameters] of [
      ['admin', ['list-users']],
      ['backup', ['backup.gz']],
      ['restore', ['backup.gz']],
    ] as const) {
      const command = new Process(
        `build/start/${name}.mjs`,
        {},
        { cwd, parameters: [...parameters] },
      );
      expect(await command.exit()).toBe(1);
      expect(command.stderr).toContain(`${cwd}/data/postgres stammt von Postgres 14`);
    }
  });

  it('a failing operator command says what is wrong, changes nothing and exits with 1 or 2 (I4, T1)', async () => {
    const { url: DATABASE_URL, db } = await createDatabase();
    const run = (parameters: string[], environment = {}) =>
      admin({ DATABASE_URL, ...environment }, parameters);

    const unknown = await run(['grant-admin', 'niemand@verein.example']);
    expect(unknown).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Es gibt keinen Benutzer mit der Adresse niemand@verein.example.\n',
    });
    for (const parameters of [['toString'], ['grant-admin'], ['end-sessions', ANNA, 'zu viel']]) {
      const { code, stderr } = await run(parameters);
      expect(code).toBe(2);
      expect(stderr).toContain('npm run admin -- <Befehl>');
    }
    expect(await run(['test-mail', ANNA])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SMTP_URL fehlt: '),
    });
    const create = (given: string[], input: string, environment = {}) =>
      operate(db, ['create-user', ...given], { environment, input });
    const bad = await create(['keine-adresse', 'Anna', ' '], '').catch((error: Error) => error);
    for (const wrong of ['E-Mail-Adresse', 'Nachname', 'Passwort'])
      expect(bad).toMatchObject({ message: expect.stringContaining(wrong) });
    expect(bad).toMatchObject({ message: expect.not.stringContaining('Vorname') });
    const list = join(await newFolder(), 'list.txt');
    await writeFile(list, `${createHash('sha1').update('vier alte Igel').digest('hex')}:3\n`);
    for (const [password, environment, told] of [
      ['kurz', { PASSWORD_MIN_LENGTH: '12' }, 'Das Passwort braucht mindestens 12 Zeichen.'],
      ['AnnaLindner26', { PASSWORD_MIN_LENGTH: '8' }, 'Dieses Passwort ist zu bekannt.'],
      [
        'vier alte Igel',
        { BREACHED_PASSWORDS_FILE: list },
        'Dieses Passwort wurde anderswo schon einmal gestohlen. Bitte nehmen Sie ein anderes.',
      ],
      [
        'vier junge Igel',
        { BREACHED_PASSWORDS_FILE: `${list}.alt` },
        `Die Konfiguration ist fehlerhaft:\n  - BREACHED_PASSWORDS_FILE: Die Datei ${list}.alt ist nicht lesbar (ENOENT)`,
      ],
    ] as const) {
      const refused = create([ANNA, 'Anna', 'Lindner'], password, environment);
      await expect(refused).rejects.toMatchObject({ message: told });
    }
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([]);

    for (const input of ['\u0003', '\u0004'])
      await expect(
        operate(db, ['create-user', ANNA, 'Anna', 'Lindner'], { input, isTTY: true }),
      ).rejects.toMatchObject({ message: 'Abgebrochen: Es ist kein Benutzer angelegt.' });
    expect(await create([ANNA, 'Anna', 'Lindner'], 'x')).toBe(`${ANNA} angelegt.\n`);
    await expect(create([ANNA.toUpperCase(), 'Anna', 'Zwei'], 'x')).rejects.toMatchObject({
      message: `Es gibt schon einen Benutzer mit der Adresse ${ANNA.toUpperCase()}.`,
    });
    // A name may contain anything but must not control the terminal.
    await db.updateTable('users').set({ first_name: 'An\u001b[31mna' }).execute();
    expect(await operate(db, ['list-users'])).toBe(`${ANNA}\tAn\ufffd[31mna Lindner\n`);

    // A search is taken as it is written, and says so if it finds too many.
    await sql`insert into users (email, first_name, last_name, password_hash)
      select 'a_' || n || '@verein.example', 'Ada', 'Ast', '' from generate_series(1, 1001) n`.execute(
      db,
    );
    expect(await operate(db, ['list-users', 'A_7@'])).toContain('a_7@');
    expect(await operate(db, ['list-users', '%'])).toBe('');
    const many = await operate(db, ['list-users', '_']);
    expect(many.split('\n').slice(999)).toEqual([
      expect.stringContaining('@'),
      'Es gibt weitere: Suchen Sie genauer.',
      '',
    ]);

    const away = await run(['list-users'], { DATABASE_URL: 'postgres://x:y@127.0.0.1:1/x' });
    expect(away.code).toBe(1);
    expect(away.stderr).toContain('nimmt keine Verbindung an');
  });

  it('a command names what fails in its database and the setting to correct, and warns beside its output (I4)', async () => {
    const { url } = await createDatabase();
    const spelled = (change: (url: URL) => void) => {
      const changed = new URL(url);
      change(changed);
      return changed.href;
    };
    const withoutPassword = spelled((each) => (each.password = ''));
    const wrong = spelled((each) => (each.password = 'falsch'));
    const configured = (DATABASE_URL: string, DATABASE_OWNER_URL = '') =>
      readConfig({ DATABASE_URL, DATABASE_OWNER_URL }, { secretRequired: false });
    const failing = (config: Config, work: (opened: OpenDatabase) => Promise<unknown>) =>
      expect(withDatabase(config, {}, work)).rejects;
    const nothing = () => Promise.resolve();
    await failing(configured(withoutPassword), nothing).toThrow(
      /verlangt ein Passwort: Schreiben Sie es in DATABASE_URL, /,
    );
    await failing(asOwner(configured(url, wrong)), nothing).toThrow(
      'weist Benutzer oder Passwort ab: Berichtigen Sie DATABASE_OWNER_URL (',
    );
    await failing(configured(wrong, url), nothing).toThrow('Berichtigen Sie DATABASE_URL (');
    const occupied = ({ db }: OpenDatabase) =>
      sql`do $$ begin raise exception using errcode = '55P03'; end $$`.execute(db);
    await failing(configured(url), occupied).toThrow('gibt Tabellen nicht frei');

    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await withDatabase(configured(url), {}, async ({ pool, disconnect }) => {
      pool.emit('error', new Error('cut off'));
      const closed = disconnect();
      pool.emit('error', new Error('at the end'));
      await closed;
    }).catch(() => {});
    const lines = said.mock.calls.map(([line]) => String(line)).filter((line) => line[0] === '{');
    said.mockRestore();
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['cut off']);
  });
});
