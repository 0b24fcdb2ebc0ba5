import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { STRICT_POLICY } from '~/server/headers';
import { DARK, LIGHT } from '~/ui/colors';
import { testApp } from '../support/app';
import { getBytes, sendBytes, sendRaw, statusOf } from '../support/raw-request';

const app = testApp();
const behindProxy = testApp({ trustProxy: '1' });

const raw = (bytes: string, of: { origin: string } = app) => sendBytes(of, bytes);

describe('request targets', () => {
  it('a request with an invalid Host is refused with 400 and without a stack (RFC 9112, 3.2)', async () => {
    const bad = [
      'localhost/app/login?',
      'a b@c',
      'u:p@localhost',
      'localhost:99999',
      '',
      'a,b',
      '[::1',
      'x:y',
    ];
    for (const host of bad) {
      const response = await raw(getBytes('/app/login', `Host: ${host}\r\nAccept: text/html`));
      expect([host, statusOf(response)]).toEqual([host, 400]);
      expect(response).toContain('<html lang="de">');
      expect(response).not.toMatch(/\bat .*\.(m?js|ts):/);
    }
    expect(statusOf(await raw(getBytes('/app/login', 'X-A: no host')))).toBe(400);
    expect(
      statusOf(await raw(getBytes('/app/login', 'Host: localhost\r\nHost: evil.example'))),
    ).toBe(400);
    for (const host of ['verein.example', 'localhost:3000', '127.0.0.1', '[::1]:80', 'my_host'])
      expect([host, statusOf(await raw(getBytes('/app/login', `Host: ${host}`)))]).toEqual([
        host,
        200,
      ]);
  });

  it('a request with an invalid X-Forwarded-Host from the proxy is refused, too', async () => {
    const withHost = (host: string) =>
      getBytes('/app/login', `Host: localhost\r\nX-Forwarded-Host: ${host}`);
    expect(statusOf(await raw(withHost('verein.example/app?'), behindProxy))).toBe(400);
    expect(statusOf(await raw(withHost('verein.example, a b'), behindProxy))).toBe(400);
    expect(statusOf(await raw(withHost('verein.example'), behindProxy))).toBe(200);
    // Without a proxy, forwarded headers are ignored.
    expect(statusOf(await raw(withHost('verein.example/app?')))).toBe(200);
  });

  it('neither a folder, a hidden file nor a file outside the served folders can be requested (ASVS V5.3.2, V13.4.1, V13.4.3)', async () => {
    for (const path of [
      '/package.json',
      '/../package.json',
      '/assets/../../../package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..\\..\\..\\package.json',
      '/assets/%2e%2e%5c%2e%2e%5cpackage.json',
      '/assets//etc/passwd',
      '/.env',
      '/.git/config',
      '/.git/HEAD',
      '/assets/',
      '/build/server/index.js',
      '/server.ts',
      '/favicon.svg%00.html',
    ]) {
      const { status, text } = await sendRaw(app.origin, { method: 'GET', path });
      expect([path, status]).toEqual([
        path,
        expect.toSatisfy((code: number) => code === 404 || code === 400),
      ]);
      expect(text, path).not.toMatch(/"dependencies"|root:|\[core\]|createHttp/);
    }
  });

  it('uploaded files are dropped from multipart forms and refused by calls (ASVS V5.1.1, V5.2.1)', async () => {
    const parts = new FormData();
    parts.append('email', 'a@verein.example');
    parts.append('password', new Blob(['x'.repeat(1000)]), '../../evil.exe');
    const person = await app.as(await app.make.user());
    const statuses = [];
    for (const [visitor, path] of [
      [app.visitor(), '/app/login'],
      [person, '/app/account/name'],
      [person, '/api/organization'],
    ] as const)
      statuses.push((await visitor.send(path, { method: 'POST', body: parts })).status);
    expect(statuses).toEqual([422, 422, 415]);
  });

  it('a request target may be a path, an absolute URL or *, and each gets a response (RFC 9112, 3.2)', async () => {
    expect(statusOf(await raw(getBytes('http://localhost/app/login')))).toBe(200);
    expect(statusOf(await raw(getBytes('http://evil.example/app/../app/login')))).toBe(200);
    for (const target of ['*', 'ftp://localhost/app/login', 'http:///app/login', 'http://a b/'])
      expect([target, statusOf(await raw(getBytes(target)))]).toEqual([target, 400]);
    const all = await raw('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(statusOf(all)).toBe(204);
    expect(all).toMatch(/\r\nAllow: GET, /);
  });

  it('the end of a body and of each header is unambiguous (ASVS V4.2.1)', async () => {
    const head = 'POST /api/login/browser HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    const codings = [
      'gzip, chunked',
      'identity',
      'xchunked',
      'chunked\r\nTransfer-Encoding: chunked',
    ];
    for (const coding of [...codings, 'chunked\r\nContent-Length: 3'])
      expect(
        statusOf(await raw(`${head}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`)),
        coding,
      ).toBe(400);
    expect(statusOf(await raw(`${head}X-A: b\nX-C: d\r\n\r\n`))).toBe(400);
    const old = head.replace('1.1', '1.0');
    expect(statusOf(await raw(`${old}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`))).toBe(400);
  });

  it('/metrics is served only in exactly this spelling and to an address of this machine, not through a proxy (I5, ASVS V13.4.5)', async () => {
    const status = async (target: string, headers = 'Host: localhost') =>
      statusOf(await raw(getBytes(target, headers)));
    expect(await status('/metrics')).toBe(200);
    for (const target of [
      '/METRICS',
      '/metrics/',
      '//metrics',
      '/app/../metrics',
      '/app/..\\metrics',
      '/%6detrics',
    ])
      expect([target, await status(target)]).toEqual([target, 404]);
    for (const header of [
      'X-Forwarded-For: 127.0.0.1',
      'X-Forwarded-Proto: https',
      'X-Real-IP: 127.0.0.1',
      'Forwarded: for=127.0.0.1',
      'X-Forwarded-Server: a',
      'Via: 1.1 a',
      'CF-Ray: 1',
    ])
      expect([header, await status('/metrics', `Host: localhost\r\n${header}`)]).toEqual([
        header,
        404,
      ]);
    expect(await status('/metrics', 'Host: verein.example')).toBe(404);
  });

  it('a path of more than 2,000 characters is refused before it is matched', async () => {
    const long = ['/'.repeat(3000), '\\'.repeat(3000), 'a/'.repeat(1500), '%2f'.repeat(1000)];
    for (const begin of ['/app/', '/app/login', '/api/', '/api/event/', '/assets/', '/']) {
      for (const rest of long) {
        const response = await raw(getBytes(`${begin}${rest}x`));
        expect([begin, rest.slice(0, 3), statusOf(response)]).toEqual([
          begin,
          rest.slice(0, 3),
          404,
        ]);
        expect(response.length).toBeLessThan(4000);
      }
    }
    expect(statusOf(await raw(getBytes(`/app/login?search=${'a'.repeat(10_000)}`)))).toBe(200);
  });

  it('a page that refuses such a path has the look of the house, by a style that its policy names, and nothing else (B7)', async () => {
    const headers = { Accept: 'text/html' };
    const {
      status,
      text,
      page,
      headers: sent,
    } = await app.visitor().send(`/app/${'a'.repeat(3000)}`, { headers });
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(status).toBe(404);
    expect(page).toContain('Zur Übersicht');
    for (const { paper, ink } of [LIGHT, DARK]) {
      expect(style).toContain(`background:${paper};color:${ink}`);
    }
    expect(sent.get('Content-Security-Policy')).toBe(`${STRICT_POLICY};style-src 'sha256-${hash}'`);
  });

  it('an internal URL of Remix is 404, and nothing is logged', async () => {
    for (const path of [
      '/app/login?_data=root',
      '/app/?%5Fdata=shell',
      '/api/user/self/info.data',
      '/API/user/self/info.data',
      '/%61pi/user/self/info.data',
      '/api/docs.data',
      '/api.data',
    ]) {
      const { status } = await sendRaw(app.origin, { method: 'GET', path });
      expect([path, status]).toEqual([path, 404]);
    }
  });

  it('an unsatisfiable range returns 416 without a stack', async () => {
    const response = await app
      .visitor()
      .get('/favicon.svg', { Range: 'bytes=9999999-', Accept: 'text/html' });
    expect([response.status, response.page]).toEqual([416, expect.stringContaining('Referenz')]);
  });
});

describe('redirect targets', () => {
  const screens = ['login', 'auth/register', 'auth/register/confirmation', 'auth/verify/abc'];

  it.each(screens)(
    'a long redirect parameter makes the screen %s at most 64 KiB longer than itself',
    async (screen) => {
      for (const each of ["'", '"', '<', '&', '%25', '%ff', '%3c', ';']) {
        for (const data of ['', '.data']) {
          const path = `/app/${screen}${data}?redirect=/${each.repeat(14_000 / each.length)}`;
          const { status, text } = await sendRaw(app.origin, { method: 'GET', path });
          expect([path.slice(0, 60), status]).toEqual([path.slice(0, 60), 200]);
          expect(text.length, path.slice(0, 60)).toBeLessThan(path.length + 64 * 1024);
        }
      }
    },
  );

  it('the target of a log-in is kept if the next request can carry it (B2)', async () => {
    const loginPath = async (query: string) => {
      const response = await sendRaw(app.origin, {
        method: 'GET',
        path: `/app/members?search=${query}`,
      });
      return response.headers.get('Location') ?? '';
    };
    expect(await loginPath('a'.repeat(1500))).toMatch(
      /^\/app\/login\?redirect=%2Fapp%2Fmembers%3Fsearch%3Da{1500}$/,
    );
    expect(await loginPath('a'.repeat(14_000))).toBe('/app/login');
  });
});
