import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { api } from '~/api';
import { selectionPath } from '~/paths/shell';
import { testApp } from '../support/app';
import { linkOn } from '../support/html';
import { lasting } from '../support/lasting-scenes';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { mightyScene } from '../support/roles';
import { changeRows, insertRows } from '../support/rows';
import { addressOf, visits } from '../support/screens';

const app = testApp();

const entries = async (after = 0) =>
  app.db.selectFrom('audit_log').selectAll().where('id', '>', after).orderBy('id').execute();
const lastEntry = async () => (await entries()).at(-1)?.id ?? 0;

describe('audit entries', () => {
  const calls = Object.keys(requests).filter((request) => api[callOf(request)]?.operation.writes);
  /** Forms that only read: previews open links, but press no buttons (decision 21). */
  const SHOW_ONLY = [
    'POST /app/invite/:code/:proof',
    'POST /app/events/:event/series',
    'POST /app/events/:event/series/change',
    'POST /app/messages/new',
  ];
  /** Changes nothing for the club before the import is started (O5). */
  const READS_TABLE = /^POST (\/app)?\/members?\/import(\/:import\/columns)?$/;
  const forms = Object.keys(visits)
    .filter((visit) => visit.startsWith('POST '))
    .filter((screen) => !SHOW_ONLY.includes(screen) && !READS_TABLE.test(screen));

  it('every operation that changes something is covered by this file', () => {
    const writes = Object.entries(api).filter(([, { operation }]) => operation.writes);
    expect(new Set(calls.map(callOf)).size).toBe(writes.length);
    expect(forms.length).toBeGreaterThan(30);
  });

  const next = lasting(() => mightyScene(app));

  it.each(calls.filter((call) => !READS_TABLE.test(call)))(
    'the call %s leaves exactly one audit entry when it succeeds',
    async (request) => {
      const here = await next();
      const sample = await requests[request]?.(here);
      if (!sample) throw new Error(`no request for ${request}`);
      const before = await lastEntry();
      const call = callOf(request);
      const { status } = await here.visitor.call(methodOf(call), pathOf(call, sample), sample.body);
      expect([200, 202, 204]).toContain(status);
      expect(await entries(before)).toMatchObject([{ operation: api[call]?.operation.summary }]);
    },
  );

  it.each(forms)('the form %s leaves exactly one audit entry when it succeeds', async (screen) => {
    const here = await next();
    const visit = await visits[screen]?.(here);
    if (!visit) throw new Error(`no visit for ${screen}`);
    const before = await lastEntry();
    const { status } = await here.visitor.submit(addressOf(screen, visit.params), visit.fields);
    expect([200, 303]).toContain(status);
    expect(await entries(before)).toHaveLength(1);
  });

  it('the audit log never contains passwords, codes, tokens or addresses', async () => {
    const { rows } = await sql<{ secret: string; action: string }>`
      select action from audit_log where action ~* '@|geheim-und-lang|[A-Za-z0-9_-]{40,}'`.execute(
      app.db,
    );
    expect((await entries()).length).toBeGreaterThan(50);
    expect(rows).toEqual([]);
  });

  it('a refused operation leaves no audit entry', async () => {
    const { visitor, organization } = await mightyScene(app);
    const before = await lastEntry();
    await visitor.submit('/app/members/new', {
      organization: organization.uuid,
      firstName: '',
      lastName: '',
    });
    await visitor.call('DELETE', `/event/${crypto.randomUUID()}`);
    expect(await entries(before)).toEqual([]);
  });
});

describe('the audit log screen', () => {
  async function club() {
    const { organization, admin } = await app.make.club();
    const visitor = await app.as(admin, organization);
    const write = (action: string, at = '2030-05-01T12:00:00Z', actor: string = admin.uuid) =>
      insertRows(app.db, 'audit_log', {
        organization_uuid: organization.uuid,
        actor_uuid: actor,
        at,
        operation: 'o',
        action,
        request_id: 'r',
      });
    const shown = async (query = '') => {
      const { text } = await visitor.get(`/app/admin/log${query}`);
      return [...text.matchAll(/<\/p><p class="[^"]*">([^<]*)/g)].map(([, action]) => action);
    };
    return { organization, admin, visitor, write, shown };
  }

  it('the audit log screen shows who did what and when by the club’s clock, newest first (Y8)', async () => {
    const { visitor, organization, admin } = await club();
    await visitor.submit('/app/events/new', {
      organization: organization.uuid,
      name: 'Sommerfest',
      date: '2031-05-01',
      eventType: 'OPEN_EVENT',
    });
    await app.db
      .updateTable('audit_log')
      .set({ at: '2030-03-02T14:05:00Z' })
      .where('action', 'like', '%Sommer%')
      .execute();
    const { text, page } = await visitor.get('/app/admin/log');
    // No line ends before the month, and the space that people type finds it.
    const entry = 'Veranstaltung „Sommerfest“ am 01.\u00a0Mai 2031 angelegt';
    expect(text).toContain(entry);
    expect((await visitor.get('/app/admin/log?q=01. Mai')).text).toContain(entry);
    const who = `${admin.firstName} ${admin.lastName}`;
    expect(page).toContain(`Samstag, 2. März 2030 15:05 Uhr · ${who} Veranstaltung`);
    expect(text).not.toContain('UTC');
    await changeRows(app.db, 'organizations', organization.uuid, { time_zone: 'Pacific/Auckland' });
    expect((await visitor.get('/app/admin/log')).page).toContain('Sonntag, 3. März 2030 03:05 Uhr');
  });

  it('the audit log screen looks names up on reading, so a deleted account shows none', async () => {
    const { visitor, write } = await club();
    await write('Getan', undefined, crypto.randomUUID());
    const { text } = await visitor.get('/app/admin/log');
    expect(text).toContain('gelöschtes Konto');
    expect(text).not.toContain('Automatisch');
  });

  it('the audit log screen shows nothing of other organisations or of accounts, nor who looked at which club (Y8)', async () => {
    const { organization, visitor, shown } = await club();
    const before = await lastEntry();
    expect(before).not.toBe(0);
    await visitor.submit(selectionPath, { organization: organization.uuid });
    expect(await entries(before)).toHaveLength(1);
    expect(await shown()).toEqual([]);
  });

  it('the audit log screen filters by text, person and an inclusive range of the club’s days (Y8)', async () => {
    const { organization, visitor, write, shown } = await club();
    const other = await app.make.user({ firstName: 'Zoë', lastName: 'Özil' });
    await app.make.belongs(other, organization);
    await write('Erstes 100%', '2030-04-30T22:00:00Z');
    await write('Zweites', '2030-05-02T21:59:59Z', other.uuid);
    await write('Drittes', '2030-05-02T22:00:00Z');
    expect(await shown()).toEqual(['Drittes', 'Zweites', 'Erstes 100%']);
    expect(await shown('?q=WEIT')).toEqual(['Zweites']);
    expect(await shown('?q=%25')).toEqual(['Erstes 100%']);
    expect(await shown('?person=zoë+ö')).toEqual(['Zweites']);
    const { text } = await visitor.get('/app/admin/log');
    const [, ofName] = /href="\/app\/admin\/log(\?person=[^"]+)">Zoë Özil</.exec(text) ?? [];
    expect(await shown(ofName)).toEqual(['Zweites']);
    expect(await shown('?from=2030-05-01')).toEqual(['Drittes', 'Zweites', 'Erstes 100%']);
    expect(await shown('?from=2030-05-02')).toEqual(['Drittes', 'Zweites']);
    expect(await shown('?until=2030-05-02')).toEqual(['Zweites', 'Erstes 100%']);
    expect(await shown('?from=2030-05-02&until=2030-05-02&q=&person=')).toEqual(['Zweites']);
    expect(await shown('?q=nichts')).toEqual([]);
  });

  it('the audit log screen says at the field that a day cannot be read, and keeps what was typed', async () => {
    const { visitor, write, shown } = await club();
    await write('Erstes', '2030-05-01T00:00:00Z');
    await write('Zweites', '2030-05-02T00:00:00Z');
    const { status, text, page } = await visitor.get(
      '/app/admin/log?from=gestern&until=2030-05-01',
    );
    expect(status).toBe(200);
    expect(page).toMatch(/Von „gestern“: Kein gültiges Datum\./);
    expect(page.match(/Kein gültiges Datum/g)).toHaveLength(1);
    expect(text).toMatch(
      /<input(?=[^>]*value="gestern")(?=[^>]*aria-invalid="true")[^>]*name="from"/,
    );
    expect(await shown('?from=gestern&until=2030-05-01')).toEqual(['Erstes']);
    expect(await shown('?from=31.02.2030')).toHaveLength(2);
    expect(await shown('?from=2.5.2030'), 'as people write days').toEqual(['Zweites']);
    expect((await visitor.get(`/app/admin/log?until=${'9'.repeat(500)}`)).status).toBe(200);
  });

  it('the audit log screen pages forwards and back and keeps the filter', async () => {
    const { visitor, write, shown } = await club();
    for (let number = 1; number <= 120; number++) await write(`Nummer ${number}`);
    await write('Anderes');
    const link = async (query: string, rel: 'next' | 'prev') =>
      linkOn(await visitor.get(`/app/admin/log${query}`), rel).replace('/app/admin/log', '');
    const second = await link('?q=Nummer', 'next');
    const third = await link(second, 'next');
    expect((await shown('?q=Nummer')).at(0)).toBe('Nummer 120');
    expect((await shown(second)).at(0)).toBe('Nummer 70');
    expect(await shown(third)).toHaveLength(20);
    expect(await link(third, 'next')).toBe('');
    expect((await shown(await link(third, 'prev'))).at(-1)).toBe('Nummer 21');
  });
});
