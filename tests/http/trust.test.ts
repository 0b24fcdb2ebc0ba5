import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noticeCookie, success } from '~/doors/notice.server';
import { seal } from '~/kernel/seal.server';
import { testApp } from '../support/app';

/** Which parts of a request the server reads and trusts. */
const app = testApp();
const behindProxy = testApp({ trustProxy: 'true', rateLimits: true });
const direct = testApp({ rateLimits: true });

describe('request fields', () => {
  it('reads ignore the body and writes ignore the query (ASVS V15.3.7)', async () => {
    const { organization, admin } = await app.make.club({ name: 'TSV Quelle' });
    const other = await app.make.organization({ name: 'Anderer' });
    const person = await app.as(admin, organization);
    const member = { organization: organization.uuid, firstName: 'A', lastName: 'B' };
    const query = new URLSearchParams({ firstName: 'Evil', organization: other.uuid });
    const made = await person.call('POST', `/member?${query}`, member);
    expect([made.status, made.json.firstname ?? made.json.firstName]).toEqual([200, 'A']);
    // Cookies and headers named like a field do not set it.
    const headers = {
      firstName: 'Evil',
      Cookie: `session=${person.cookies.get('session')}; firstName=Evil`,
    };
    const { firstName: _left, ...rest } = member;
    expect((await person.call('POST', `/member?${query}`, rest, headers)).status).toBe(422);
    const form = await person.submit('/app/account/name?firstName=Evil', { lastName: 'B' });
    expect(form.status).toBe(422);
  });

  it('a field in the path overrides query and body (ASVS V15.3.7)', async () => {
    const { organization, admin } = await app.make.club({ name: 'TSV Pfad' });
    const { organization: foreign } = await app.make.club({ name: 'TSV Fremd' });
    const person = await app.as(admin, organization);
    const path = `/organization/${organization.uuid}/motd?organization=${foreign.uuid}`;
    const response = await person.call('PUT', path, { motd: 'Hier', organization: foreign.uuid });
    expect(response.status).toBe(200);
    const rows = await app.db.selectFrom('organizations').select(['uuid', 'motd']).execute();
    expect(rows.find(({ uuid }) => uuid === foreign.uuid)?.motd ?? '').toBe('');
    const read = await person.call(
      'GET',
      `/organization/${organization.uuid}?organization=${foreign.uuid}`,
    );
    expect(read.json.uuid).toBe(organization.uuid);
  });

  it('of a repeated field the last counts in query and JSON; a form is refused (ASVS V15.3.7)', async () => {
    const { organization, admin } = await app.make.club({ name: 'TSV Doppelt' });
    const person = await app.as(admin, organization);
    const list = `/member?organization=${organization.uuid}`;
    await person.call('POST', '/member', {
      organization: organization.uuid,
      firstName: 'C',
      lastName: 'D',
    });
    expect((await person.call('GET', `${list}&limit=0&limit=1`)).json).toHaveLength(1);
    expect((await person.call('GET', `${list}&limit=1&limit=0`)).status).toBe(422);
    const form = await person.submit('/app/account/name', { firstName: ['A', 'B'], lastName: 'C' });
    expect(form.status).toBe(422);
  });
});

describe('forwarded headers', () => {
  /** Counts wrong passwords, each with other forwarded headers, until one comes too early. */
  async function triesUntilLate(of: typeof app, claims: (time: number) => string): Promise<number> {
    const user = await of.make.user();
    for (let time = 1; time <= 12; time++) {
      const body = { email: user.email, password: 'falsch' };
      const headers = { 'X-Forwarded-For': claims(time) };
      if ((await of.visitor().call('POST', '/login/browser', body, headers)).status === 429)
        return time;
    }
    return Number.POSITIVE_INFINITY;
  }

  it('forwarded headers count only from a proxy, and lists only as far as the proxy saw (ASVS V4.1.3, V15.3.4)', async () => {
    expect(await triesUntilLate(direct, (time) => `192.0.2.${time}`)).toBe(6);
    expect(await triesUntilLate(behindProxy, (time) => `192.0.2.${time}, 198.51.100.1`)).toBe(6);
    expect(
      await triesUntilLate(behindProxy, (time) => `198.51.100.2, 192.0.2.${time}`),
    ).toBeGreaterThan(12);
  });

  it('a proxy that writes the port after the address makes no network of each connection (ASVS V15.3.4)', async () => {
    expect(await triesUntilLate(behindProxy, (time) => `198.51.100.3:${50_000 + time}`)).toBe(6);
    expect(await triesUntilLate(behindProxy, (time) => `[2001:db8::${time}]:${4000 + time}`)).toBe(
      6,
    );
  });
});

describe('sealed notices (ASVS V9.1.1)', () => {
  /** The log-in screen as shown with this notice cookie. */
  const shown = async (cookie: string) =>
    (await app.visitor().get('/app/login', { Cookie: `notice=${cookie}` })).page;
  const text = 'Rufen Sie 0190 an';

  it('a notice that is altered, open, signed or sealed with another key or for another purpose is not shown (ASVS V9.1.1, V9.2.2)', async () => {
    const made = await noticeCookie(success({ title: text }), app.config);
    const [, value = ''] = /^notice=([^;]+)/.exec(made) ?? [];
    expect(await shown(value)).toContain(text);
    // It may name a person, and a browser keeps it on disk.
    expect(Buffer.from(value, 'base64url').toString()).not.toContain(text);
    const bytes = Buffer.from(value, 'base64url');
    const changed = Buffer.from(bytes);
    changed[bytes.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const json = JSON.stringify(success({ title: text }));
    const data = Buffer.from(json).toString('base64url');
    const hmac = createHmac('sha256', app.config.secret).update(data).digest('base64url');
    for (const forged of [
      json,
      data,
      `${data}.${hmac}`,
      changed.toString('base64url'),
      seal(json, 'y'.repeat(32)),
      seal(json, app.config.secret),
    ])
      expect(await shown(encodeURIComponent(forged)), forged).not.toContain(text);
  });
});

describe('a notification that can be undone', () => {
  it('a cookie that is ours but offers anything else to undo is not shown (B6)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const notice = { id: crypto.randomUUID(), kind: 'success', title: 'Getarnt' };
    const value = crypto.randomUUID();
    const signOff = '/app/?index&withdrawal';
    const shown = async (undo: unknown) => {
      const made = noticeCookie({ ...notice, undo } as never, app.config);
      browser.cookies.set('notice', /^notice=([^;]+)/.exec(made)?.[1] ?? '');
      const { page } = await browser.get('/app/');
      browser.cookies.delete('notice');
      return page.includes('Getarnt');
    };
    expect(await shown(undefined)).toBe(true);
    expect(await shown({ action: signOff, field: 'event', value })).toBe(true);
    for (const undo of [
      { action: 'https://boese.example/', field: 'event', value },
      { action: '//boese.example', field: 'event', value },
      { action: '/api/event/unregister-user', field: 'event', value },
      { action: '/app/../api/x', field: 'event', value },
      { action: signOff, field: 'event', value: 'x"><script>' },
      { action: signOff, field: 'event', value, method: 'get' },
      'javascript:alert(1)',
    ])
      expect(await shown(undo), JSON.stringify(undo)).toBe(false);
  });
});
