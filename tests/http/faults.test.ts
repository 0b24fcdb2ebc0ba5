import { format } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { loggablePath } from '~/doors/loggable';
import { captureConsole, createLog } from '~/server/log';
import { testApp } from '../support/app';

const app = testApp();

describe('error screens', () => {
  it('the error screens of a cross-site form and of an unreadable one show a reference (B7)', async () => {
    const person = await app.as(await app.make.user());
    const foreign = await person.submit(
      '/app/account/name',
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    const malformed = await person.submit('/app/account/name', { __intent__: 'no intent' });
    expect([foreign.status, malformed.status]).toEqual([403, 400]);
    for (const response of [foreign, malformed])
      expect(response.page).toContain(`Referenz: ${response.headers.get('X-Request-Id')}`);
    expect(malformed.page).toContain('Gespeichert wurde nichts.');
  });
});

describe('titles', () => {
  it.each([
    ['the frame', 'members', '/app/account'],
    ['a screen', 'events', '/app/events'],
  ])('the page of %s that cannot be loaded has a title (B7)', async (_what, table, path) => {
    const { organization, admin } = await app.make.club();
    const person = await app.as(admin, organization);
    await app.pool.query(`alter table ${table} rename to broken`);
    const response = await person.get(path).finally(async () => {
      await app.pool.query(`alter table broken rename to ${table}`);
      app.errors.splice(0);
    });
    expect(response.status).toBe(500);
    expect(response.page).toContain('Noch einmal versuchen Zur Übersicht');
    const title = table === 'members' ? 'Etwas ist schiefgegangen' : 'Veranstaltungen';
    expect(response.text).toContain(`<title>${title} · Vereinsheim</title>`);
  });
});

describe('outages', () => {
  /** Runs `act` while no connection is available. The errors that it logs are expected. */
  async function withoutDatabase<Answered>(run: () => Promise<Answered>): Promise<Answered> {
    const { connect: working } = app.pool;
    app.pool.connect = (() =>
      Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))) as never;
    try {
      return await run();
    } finally {
      app.pool.connect = working;
      app.errors.splice(0);
    }
  }

  it('while the database is down, screens and their data return 503, Retry-After and a reference (B7)', async () => {
    const person = await app.as(await app.make.user());
    const [page, data, unknown] = await withoutDatabase(async () => [
      await person.get('/app/account'),
      await person.get('/app/account.data'),
      await person.get('/app/nowhere'),
    ]);
    for (const response of [page, data, unknown]) {
      expect([response?.status, response?.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(response?.text).toContain(response?.headers.get('X-Request-Id'));
    }
    expect(unknown?.page).not.toContain('Seite nicht gefunden');
    expect(page?.page).not.toContain('Ihre Eingabe');
  });

  it('while the database is down, a submitted form claims neither a failed load nor a save', async () => {
    const { organization, admin } = await app.make.club();
    const person = await app.as(admin, organization);
    const fields = { name: 'Neu', organization: organization.uuid };
    const [page, data] = await withoutDatabase(async () => [
      await person.submit('/app/admin/organization', fields),
      await person.submit('/app/admin/organization.data', fields),
    ]);
    for (const response of [page, data]) {
      expect([response?.status, response?.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(response?.text).toContain(response?.headers.get('X-Request-Id'));
    }
    expect(page?.page).toContain('Ob Ihre Eingabe gespeichert wurde, ist nicht sicher.');
    expect(page?.page).not.toMatch(/Fehler beim Laden|liegt bei uns/);
  });
});

describe('server faults', () => {
  it("a server fault puts its reference into the screen's data and one line into the log (B7)", async () => {
    const person = await app.as(await app.make.user());
    const { connect: working } = app.pool;
    app.pool.connect = (() => Promise.reject(new Error('geheime Einzelheit'))) as never;
    const response = await person.get('/app/account.data').finally(() => {
      app.pool.connect = working;
    });
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('geheime');
    const logged = app.errors.splice(0) as Array<{ requestId: string }>;
    expect(logged.length).toBeGreaterThan(0);
    for (const { requestId } of logged) expect(response.text).toContain(requestId);
  });
});

describe('the demo', () => {
  it('the demo listens on this machine only unless HOST says otherwise: its mails are open to all (I1)', () => {
    expect(readConfig({}, { demo: true }).host).toBe('127.0.0.1');
    expect(readConfig({ HOST: '0.0.0.0' }, { demo: true }).host).toBe('0.0.0.0');
    expect(readConfig({}).host).toBe('0.0.0.0');
  });
});

describe('the log', () => {
  const own = { ...console };
  const warnings = process.listeners('warning');
  afterEach(() => {
    Object.assign(console, own);
    process.removeAllListeners('warning');
    for (const each of warnings) process.on('warning', each as never);
  });

  it('the log turns what libraries print into JSON lines without addresses, queries and codes (ASVS V16.2.5)', () => {
    const lines: string[] = [];
    captureConsole(createLog('info', { write: (line) => lines.push(line) }));
    const { error, warn } = console;
    error('No route matches URL "/app/x?email=a@b.de"', new Error('an@verein.example'));
    warn('%s at /app/auth/verify/GEHEIM\nnext line', 'React');
    process.emit('warning', new Error('post@verein.example'));
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toMatch(/verein\.example|a@b\.de|GEHEIM/);
    expect(format(lines[1])).toContain('React at /app/auth/verify/…');
  });

  it('the log never contains the code of a link, however its URL is spelled', () => {
    expect(loggablePath('/app/%61uth/verify/GEHEIM')).toBe('/app/auth/verify/…');
    expect(loggablePath('/app/auth%2Fverify%2FGEHEIM')).not.toContain('GEHEIM');
    expect(loggablePath('//app//auth//verify//GEHEIM')).not.toContain('GEHEIM');
    expect(loggablePath(`/app/${'a'.repeat(14_000)}`).length).toBeLessThan(600);
  });
});
