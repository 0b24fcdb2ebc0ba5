import { type AddressInfo, connect } from 'node:net';
import { format } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '~/config.server';
import { loggablePath } from '~/doors/loggable';
import { createListener } from '~/server/listener';
import { captureConsole, createLog } from '~/server/log';
import { testApp } from '../support/app';
import { sendRaw } from '../support/raw-request';

const app = testApp();
const behindProxy = testApp({ trustProxy: '1' });
const limited = testApp({ rateLimits: true });
const limitedBehindProxy = testApp({ rateLimits: true, trustProxy: '1' });

/** Sends bytes as they are. @returns all that is answered until the server hangs up */
function raw(bytes: string, of: { origin: string } = app): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(of.origin).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (part) => (answer += part));
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });
}

const get = (target: string, headers = 'Host: localhost') =>
  `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;
const statusOf = (answer: string) => Number(answer.split(' ')[1]);

describe('what a request is for', () => {
  it('is told by host[:port], or it is 400 without a stack (RFC 9112, 3.2)', async () => {
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
      const answer = await raw(get('/app/login', `Host: ${host}\r\nAccept: text/html`));
      expect([host, statusOf(answer)]).toEqual([host, 400]);
      expect(answer).toContain('<html lang="de">');
      expect(answer).not.toMatch(/\bat .*\.(m?js|ts):/);
    }
    expect(statusOf(await raw(get('/app/login', 'X-A: no host')))).toBe(400);
    expect(statusOf(await raw(get('/app/login', 'Host: localhost\r\nHost: evil.example')))).toBe(
      400,
    );
    for (const host of ['verein.example', 'localhost:3000', '127.0.0.1', '[::1]:80', 'my_host'])
      expect([host, statusOf(await raw(get('/app/login', `Host: ${host}`)))]).toEqual([host, 200]);
  });

  it('is told by the X-Forwarded-Host of a proxy only if that is one, too', async () => {
    const asked = (host: string) =>
      get('/app/login', `Host: localhost\r\nX-Forwarded-Host: ${host}`);
    expect(statusOf(await raw(asked('verein.example/app?'), behindProxy))).toBe(400);
    expect(statusOf(await raw(asked('verein.example, a b'), behindProxy))).toBe(400);
    expect(statusOf(await raw(asked('verein.example'), behindProxy))).toBe(200);
    // Nobody's word counts without a proxy.
    expect(statusOf(await raw(asked('verein.example/app?')))).toBe(200);
  });

  it('comes from whom the trusted proxy says, and never from whom it claims itself (ASVS V4.1.3)', async () => {
    const fail = (of: typeof app, claimed: string) =>
      of.visitor().send('/api/login/browser', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': claimed,
          'X-Real-IP': claimed,
        },
        body: JSON.stringify({ email: 'niemand@verein.example', password: 'falsch' }),
      });
    const statuses = async (of: typeof app, addresses: (at: number) => string) => {
      await of.db.deleteFrom('rate_limits').execute();
      const answers = [];
      for (let at = 1; at <= 6; at++) answers.push((await fail(of, addresses(at))).status);
      return answers;
    };
    const [counted, apart] = [
      [401, 401, 401, 401, 401, 429],
      [401, 401, 401, 401, 401, 401],
    ];
    expect(await statuses(limited, (at) => `198.51.100.${at}`)).toEqual(counted);
    // The proxy adds the last one; what stands before it is the visitor's.
    expect(await statuses(limitedBehindProxy, (at) => `198.51.100.${at}, 203.0.113.9`)).toEqual(
      counted,
    );
    expect(await statuses(limitedBehindProxy, (at) => `203.0.113.9, 198.51.100.${at}`)).toEqual(
      apart,
    );
  });

  it('is no file outside of what is served (ASVS V5.3.2, V13.4.1)', async () => {
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
      '/favicon.svg%00.html',
    ]) {
      const { status, text } = await sendRaw(app.origin, { method: 'GET', path });
      expect([path, status]).toEqual([
        path,
        expect.toSatisfy((code: number) => code === 404 || code === 400),
      ]);
      expect(text, path).not.toMatch(/"dependencies"|root:/);
    }
  });

  it('carries no files: of a form in parts they are left out, and calls take none (ASVS V5.1.1, V5.2.1)', async () => {
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

  it('is a path, an address or *, each of them answered (RFC 9112, 3.2)', async () => {
    expect(statusOf(await raw(get('http://localhost/app/login')))).toBe(200);
    expect(statusOf(await raw(get('http://evil.example/app/../app/login')))).toBe(200);
    for (const target of ['*', 'ftp://localhost/app/login', 'http:///app/login', 'http://a b/'])
      expect([target, statusOf(await raw(get(target)))]).toEqual([target, 400]);
    const all = await raw('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(statusOf(all)).toBe(204);
    expect(all).toMatch(/\r\nAllow: GET, /);
  });

  it('has one reading of where its body ends (ASVS V4.2.1)', async () => {
    const head = 'POST /api/login/browser HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n';
    for (const coding of ['gzip, chunked', 'identity', 'chunked\r\nTransfer-Encoding: chunked'])
      expect(
        statusOf(await raw(`${head}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`)),
        coding,
      ).toBe(400);
    const old = head.replace('1.1', '1.0');
    expect(statusOf(await raw(`${old}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`))).toBe(400);
  });

  it('names the figures only in their own spelling, and by an address of this machine (I5)', async () => {
    const status = async (target: string, headers = 'Host: localhost') =>
      statusOf(await raw(get(target, headers)));
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
      'X-Forwarded-Proto: https',
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

  it('is no path of more than two thousand characters, as comparing those takes too long', async () => {
    const long = ['/'.repeat(3000), '\\'.repeat(3000), 'a/'.repeat(1500), '%2f'.repeat(1000)];
    for (const begin of ['/app/', '/app/login', '/api/', '/api/event/', '/assets/', '/']) {
      for (const rest of long) {
        const answer = await raw(get(`${begin}${rest}x`));
        expect([begin, rest.slice(0, 3), statusOf(answer)]).toEqual([begin, rest.slice(0, 3), 404]);
        expect(answer.length).toBeLessThan(4000);
      }
    }
    expect(statusOf(await raw(get(`/app/login?search=${'a'.repeat(10_000)}`)))).toBe(200);
  });

  it('is nothing where Remix has addresses of its own, quietly', async () => {
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

  it('is a range of a file that has none: 416 without a stack', async () => {
    const answer = await app
      .visitor()
      .get('/favicon.svg', { Range: 'bytes=9999999-', Accept: 'text/html' });
    expect([answer.status, answer.page]).toEqual([416, expect.stringContaining('Referenz')]);
  });
});

describe('where to go after the log-in', () => {
  const screens = ['login', 'auth/register', 'auth/register/confirmation', 'auth/verify/abc'];

  it.each(screens)(
    'does not make the screen %s longer than 64 KiB more than what was asked',
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

  it('is kept if the next request can carry it (B2)', async () => {
    const asked = async (query: string) => {
      const answer = await sendRaw(app.origin, {
        method: 'GET',
        path: `/app/members?search=${query}`,
      });
      return answer.headers.get('Location') ?? '';
    };
    expect(await asked('a'.repeat(1500))).toMatch(
      /^\/app\/login\?redirect=%2Fapp%2Fmembers%3Fsearch%3Da{1500}$/,
    );
    expect(await asked('a'.repeat(14_000))).toBe('/app/login');
  });
});

describe('a form', () => {
  it('is sent by POST alone: by any other method nothing happens (A4)', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    for (const method of ['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      for (const path of [
        '/app/login',
        '/app/auth/register',
        '/app/auth/verify/abc',
        '/app/auth/password-reset',
      ]) {
        const { status } = await sendRaw(app.origin, {
          method,
          path,
          headers,
          body: 'email=a%40b.de',
        });
        expect([method, path, status]).toEqual([method, path, 405]);
      }
    }
  });
});

describe('what Node answers by itself', () => {
  const kinds: Record<string, [request: string, status: number]> = {
    'a head that cannot be read': ['NONSENSE\r\n\r\n', 400],
    'two lengths': [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    'a head that is too long': [get('/', `Host: localhost\r\nX: ${'a'.repeat(20_000)}`), 431],
    'an expectation': [
      get('/app/login', 'Host: localhost\r\nExpect: 200-ok\r\nAccept: text/html'),
      417,
    ],
  };

  it.each(Object.entries(kinds))(
    '%s: a German page with its reference and the security headers (B7, ASVS V3.4)',
    async (_kind, [request, status]) => {
      const answer = await raw(request);
      expect(statusOf(answer)).toBe(status);
      const [, reference] = /X-Request-Id: (\w{16})\r\n/.exec(answer) ?? [];
      expect(answer).toContain(`<code>${reference}</code>`);
      expect(answer).toContain('<html lang="de">');
      for (const header of [
        "Content-Security-Policy: default-src 'none'",
        'X-Content-Type-Options: nosniff',
        'X-Frame-Options: DENY',
        'Cache-Control: no-store',
        'Permissions-Policy: ',
      ])
        expect(answer.toLowerCase(), header).toContain(`\r\n${header.toLowerCase()}`);
    },
  );

  it('is held to https on https (ASVS V3.4.1)', async () => {
    const http = createListener({ secure: true });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const answer = await raw('NONSENSE\r\n\r\n', { origin: `http://127.0.0.1:${port}` });
    http.close();
    expect(answer).toContain(
      '\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n',
    );
  });

  it('does not ask for a body that it would refuse (RFC 9110, 10.1.1)', async () => {
    const head =
      'POST /app/login HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n';
    const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
    expect(await raw(`${head}${type}Content-Length: 3\r\n\r\na=b`)).toMatch(
      /^HTTP\/1\.1 100 .*\r\n\r\nHTTP\/1\.1 422 /,
    );
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
    socket.write(`${head}${type}Content-Length: 300000000\r\n\r\n`);
    const first = await new Promise<string>((resolve) =>
      socket.once('data', (part) => resolve(String(part))),
    );
    socket.destroy();
    expect(first).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('hangs up on who sends many requests and takes no answer', async () => {
    const answers = await raw(get('/healthz').replace('Connection: close\r\n', '').repeat(500));
    expect(answers.split('HTTP/1.1 200').length - 1).toBeLessThan(500);
    expect((await app.visitor().get('/healthz')).status).toBe(200);
  });
});

describe('what is too large', () => {
  const body = new URLSearchParams({ email: 'x'.repeat(2_000_000) });

  it('is said on a German page in the look of all others, with its reference (B7)', async () => {
    const person = await app.as(await app.make.user());
    for (const [visitor, path] of [
      [app.visitor(), '/app/login'],
      [person, '/app/account/name'],
    ] as const) {
      const answer = await visitor.send(path, { method: 'POST', body });
      expect(answer.status).toBe(413);
      expect(answer.page).toContain('Anfrage zu groß');
      expect(answer.page).toContain('Gespeichert wurde nichts.');
      expect(answer.page).toContain(`Referenz: ${answer.headers.get('X-Request-Id')}`);
      expect(answer.text).toMatch(/<link rel="stylesheet"/);
      expect(answer.page).toContain('Zur Übersicht');
    }
  });

  it("is said to the page's script with the same status and reference", async () => {
    const answer = await app.visitor().send('/app/login.data', { method: 'POST', body });
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      413,
      'text/x-script; charset=utf-8',
    ]);
    expect(answer.text).toContain(`"${answer.headers.get('X-Request-Id')}"`);
  });

  it('is a problem document as a call (G4)', async () => {
    const answer = await app
      .visitor()
      .call('POST', '/login/browser', { email: 'x'.repeat(2_000_000) });
    expect([answer.status, answer.json.title]).toEqual([413, 'Anfrage zu groß']);
  });
});

describe('an error screen', () => {
  it('of a form from a foreign site and of one that cannot be read has its reference (B7)', async () => {
    const person = await app.as(await app.make.user());
    const foreign = await person.submit(
      '/app/account/name',
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
    );
    const malformed = await person.submit('/app/account/name', { __intent__: 'no intent' });
    expect([foreign.status, malformed.status]).toEqual([403, 400]);
    for (const answer of [foreign, malformed])
      expect(answer.page).toContain(`Referenz: ${answer.headers.get('X-Request-Id')}`);
    expect(malformed.page).toContain('Gespeichert wurde nichts.');
  });
});

describe('while the database is away', () => {
  /** Runs something while no connection can be had; what that logs is expected. */
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

  it('screens and their data say 503, when to come back, and the reference of that request (B7)', async () => {
    const person = await app.as(await app.make.user());
    const [page, data, unknown] = await withoutDatabase(async () => [
      await person.get('/app/account'),
      await person.get('/app/account.data'),
      await person.get('/app/nowhere'),
    ]);
    for (const answer of [page, data, unknown]) {
      expect([answer?.status, answer?.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(answer?.text).toContain(answer?.headers.get('X-Request-Id'));
    }
    expect(unknown?.page).not.toContain('Seite nicht gefunden');
    expect(page?.page).not.toContain('Ihre Eingabe');
  });

  it('a form that was submitted is not said to have failed to load, nor to be saved or not', async () => {
    const { organization, admin } = await app.make.club();
    const person = await app.as(admin, organization);
    const fields = { name: 'Neu', organization: organization.uuid };
    const [page, data] = await withoutDatabase(async () => [
      await person.submit('/app/admin/organization', fields),
      await person.submit('/app/admin/organization.data', fields),
    ]);
    for (const answer of [page, data]) {
      expect([answer?.status, answer?.headers.get('Retry-After')]).toEqual([503, '5']);
      expect(answer?.text).toContain(answer?.headers.get('X-Request-Id'));
    }
    expect(page?.page).toContain('Ob Ihre Eingabe gespeichert wurde, ist nicht sicher.');
    expect(page?.page).not.toMatch(/Fehler beim laden|liegt bei uns/);
  });

  it("a log-in that comes at a busy time says when to come back, to the page's script too", async () => {
    const { passwords } = app.services;
    const { hasRoom } = passwords;
    passwords.hasRoom = () => false;
    try {
      const fields = { email: 'a@verein.example', password: 'x' };
      for (const path of ['/app/login', '/app/login.data']) {
        const answer = await app.visitor().submit(path, fields);
        expect([path, answer.status, answer.headers.get('Retry-After')]).toEqual([path, 503, '10']);
      }
    } finally {
      passwords.hasRoom = hasRoom;
    }
  });
});

describe('a fault of ours', () => {
  it("has its reference in a screen's data too, and one line in the log (B7)", async () => {
    const person = await app.as(await app.make.user());
    const { connect: working } = app.pool;
    app.pool.connect = (() => Promise.reject(new Error('geheime Einzelheit'))) as never;
    const answer = await person.get('/app/account.data').finally(() => {
      app.pool.connect = working;
    });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('geheime');
    const logged = app.errors.splice(0) as Array<{ requestId: string }>;
    expect(logged.length).toBeGreaterThan(0);
    for (const { requestId } of logged) expect(answer.text).toContain(requestId);
  });
});

describe('the demo', () => {
  it('listens on this machine only, unless HOST says otherwise: its mails are open to all (I1)', () => {
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

  it('has what libraries print as lines of JSON, without addresses, queries and codes (ASVS V16.2.5)', () => {
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

  it('has no code of a link, however its address is spelled', () => {
    expect(loggablePath('/app/%61uth/verify/GEHEIM')).toBe('/app/auth/verify/…');
    expect(loggablePath('/app/auth%2Fverify%2FGEHEIM')).not.toContain('GEHEIM');
    expect(loggablePath('//app//auth//verify//GEHEIM')).not.toContain('GEHEIM');
    expect(loggablePath(`/app/${'a'.repeat(14_000)}`).length).toBeLessThan(600);
  });
});
