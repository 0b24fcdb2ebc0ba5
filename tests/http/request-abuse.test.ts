import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { registrant } from '../support/accounts';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';

const app = testApp();

describe('writes', () => {
  const WAYS: Record<string, { headers: Record<string, string>; refused: boolean }> = {
    'of our own page': { headers: { 'Sec-Fetch-Site': 'same-origin' }, refused: false },
    'typed by the person': { headers: { 'Sec-Fetch-Site': 'none' }, refused: false },
    'of a program': { headers: {}, refused: false },
    'of another host of the domain': { headers: { 'Sec-Fetch-Site': 'same-site' }, refused: true },
    'of a foreign site': { headers: { 'Sec-Fetch-Site': 'cross-site' }, refused: true },
    'of a foreign site, said by Origin': {
      headers: { Origin: 'https://evil.example' },
      refused: true,
    },
    'of a sandboxed frame': { headers: { Origin: 'null' }, refused: true },
    'of another port': { headers: { Origin: 'http://localhost:1' }, refused: true },
    'that claims our own Origin against its fetch metadata': {
      headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'own' },
      refused: true,
    },
  };

  it.each(Object.entries(WAYS))(
    'a write %s is judged the same as a form, data request, call and log-in (G3)',
    async (_way, { headers, refused }) => {
      const user = await app.make.user();
      const person = await app.as(user);
      const sent = headers.Origin === 'own' ? { ...headers, Origin: app.origin } : headers;
      const body = new URLSearchParams({ firstName: 'A', lastName: 'B' });
      const form = await person.send('/app/account/name', { method: 'POST', body, headers: sent });
      const data = await person.send('/app/account/name.data', {
        method: 'POST',
        body,
        headers: sent,
      });
      const call = await person.call('DELETE', '/login/browser', undefined, sent);
      const login = await app.visitor().send('/app/login', {
        method: 'POST',
        body: new URLSearchParams({ email: user.email, password: PASSWORD }),
        headers: sent,
      });
      expect([form.status, call.status, login.status]).toEqual(
        refused ? [403, 403, 403] : [303, 204, 303],
      );
      expect(data.status === 403).toBe(refused);
    },
  );
});

describe('request bounds', () => {
  it('a body is bounded before it is read, with declared length or chunked (ASVS V4.2, V5.2.1)', async () => {
    const chunked = (path: string, type: string, chunks: number) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
        let response = '';
        socket.on('data', (part) => {
          response += part;
          if (!response.includes('\r\n\r\n')) return;
          resolve(response);
          socket.destroy();
        });
        socket.on('error', (error) =>
          response ? resolve(response) : reject(new Error(`${path}: ${error.message}`)),
        );
        socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`);
        socket.write('Transfer-Encoding: chunked\r\n\r\n');
        for (let at = 0; at < chunks; at++) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
        socket.write('0\r\n\r\n');
      });
    const form = 'application/x-www-form-urlencoded';
    // The limit depends on the normalized path that Remix sees.
    for (const path of [
      '/app/login',
      '/app/login.data',
      '/api/../app/login',
      '/API/..\\app/%2e/login',
    ]) {
      expect(await chunked(path, form, 1), path).toMatch(/^HTTP\/1\.1 422 /);
      expect(await chunked(path, form, 20), path).toMatch(/^HTTP\/1\.1 413 /);
    }
    expect(await chunked('/api/login/browser', 'application/json', 20)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await chunked('/%61pi/login/browser', 'application/json', 20)).toMatch(
      /^HTTP\/1\.1 404 /,
    );
  });

  it('only the call and the form that bring a table may be larger than 1 MiB (G4, O5)', async () => {
    const { organization } = await app.make.club();
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    const unknown = '00000000-0000-0000-0000-000000000000';
    for (const path of [
      `/api/member/import/${unknown}`,
      `/app/members/import/${unknown}/columns`,
      `/app/members/import/${unknown}.data`,
    ]) {
      const body = 'x'.repeat(1.5 * 1024 * 1024);
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await editor.send(path, { method: 'POST', body, headers })).status, path).toBe(413);
    }
    for (const [path, most] of [
      [`/member/import/${unknown}`, 1],
      ['/member/import', 8],
    ] as const) {
      const { json } = await editor.call('POST', path, 'x'.repeat(most * 1024 * 1024));
      expect([path, json.detail]).toEqual([path, `Höchstens ${most} MiB je Anfrage.`]);
    }
  });

  it('field names cannot pollute a prototype (ASVS V15.3.6)', async () => {
    const person = await app.as(await app.make.user());
    for (const name of [
      '__proto__[x]',
      '__proto__.x',
      'constructor.prototype.x',
      'constructor',
      'toString',
      '[0]',
    ]) {
      const form = await person.submit('/app/account/name', {
        firstName: 'A',
        lastName: 'B',
        [name]: 'evil',
      });
      expect([303, 400, 422], name).toContain(form.status);
    }
    const body = JSON.parse(
      '{"firstName":"A","lastName":"B","__proto__":{"x":"evil"},"email":"c@d.de","password":"e"}',
    );
    await app.visitor().call('POST', '/registration', body);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('an e-mail address is checked in linear time (ASVS V1.3.12)', async () => {
    for (const email of [
      `${'@'.repeat(200_000)} @`,
      `a@${'.a'.repeat(200_000)}!`,
      'a'.repeat(400_000),
    ]) {
      for (const path of ['/login/browser', '/login/password/reset', '/registration']) {
        const started = Date.now();
        const fields = { ...registrant(email), email };
        await app
          .visitor()
          .call('POST', path, path === '/registration' ? fields : { email, password: 'x' });
        expect(Date.now() - started, `${path} ${email.slice(0, 3)}`).toBeLessThan(1500);
      }
    }
  });

  it('an e-mail address with separators of a mail header cannot be registered (ASVS V1.3.11)', async () => {
    for (const email of [
      'x,bar@verein.example',
      'x<bar@verein.example',
      '"x"@verein.example',
      'x;y@verein.example',
    ]) {
      const response = await app.visitor().submit('/app/auth/register', registrant(email));
      expect(response.status, email).toBe(422);
    }
  });
});
