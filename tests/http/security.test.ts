import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { registrant } from '../support/accounts';
import { testApp } from '../support/app';
import type { Answer } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { type RawAnswer, sendRaw } from '../support/raw-request';

const app = testApp();
const secure = testApp({
  origin: 'https://verein.example',
  secure: true,
  demo: false,
  trustProxy: '1',
});

/** One answer of each kind, by what it is. */
async function everyKind(of: typeof app): Promise<Record<string, RawAnswer>> {
  const raw = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    sendRaw(of.origin, { method, path, headers, body });
  const { text } = await raw('GET', '/app/login');
  const asset = /\/assets\/[^"]+\.css/.exec(text)?.[0] ?? 'none';
  return {
    page: await raw('GET', '/app/login'),
    'page that is not there': await raw('GET', '/app/nowhere'),
    'path outside': await raw('GET', '/nowhere'),
    'front door': await raw('GET', '/'),
    'redirect of a screen': await raw('GET', '/app/account'),
    'redirect of a data request': await raw('GET', '/app/account.data'),
    'data request': await raw('GET', '/app/login.data'),
    'refused form': await raw(
      'POST',
      '/app/login',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      'a=b',
    ),
    'foreign form': await raw('POST', '/app/login', { 'Sec-Fetch-Site': 'cross-site' }, ''),
    call: await raw('GET', '/api/user/self/info'),
    'refused call': await raw('GET', '/api/user/self/admin'),
    'call that is not there': await raw('GET', '/api/nowhere'),
    'call by a wrong method': await raw('DELETE', '/api/user/self/info'),
    preflight: await raw('OPTIONS', '/api/user/self/info', { Origin: 'https://evil.example' }),
    document: await raw('GET', '/api/openapi.json'),
    asset: await raw('GET', asset),
    picture: await raw('GET', '/favicon.svg'),
    manifest: await raw('GET', '/app/manifest.webmanifest'),
    'asset that is not there': await raw('GET', '/assets/none.js'),
    'too large': await raw('POST', '/app/login', { 'Content-Length': '2000000' }, ''),
    trace: await raw('TRACE', '/app/login'),
    health: await raw('GET', '/healthz'),
    metrics: await raw('GET', '/metrics'),
  };
}

describe('the headers of every kind of answer', () => {
  it('let a browser run nothing but our own, frame nothing and tell nobody (ASVS V3.4)', async () => {
    for (const [kind, { headers }] of Object.entries(await everyKind(app))) {
      const csp = headers.get('Content-Security-Policy') ?? '';
      expect(csp, kind).toMatch(/default-src 'none'/);
      expect(csp, kind).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}'(;|$)/);
      for (const rule of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(csp, kind).toContain(rule);
      expect(csp, kind).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('X-Content-Type-Options'), kind).toBe('nosniff');
      expect(headers.get('X-Frame-Options'), kind).toBe('DENY');
      expect(headers.get('Referrer-Policy'), kind).toBe('strict-origin-when-cross-origin');
      expect(headers.get('Cross-Origin-Opener-Policy'), kind).toBe('same-origin');
      expect(headers.get('Cross-Origin-Resource-Policy'), kind).toBe('same-origin');
      expect(headers.get('Permissions-Policy'), kind).toContain('camera=(), ');
      expect(headers.get('Strict-Transport-Security'), kind).toBeNull();
      expect(headers.get('Access-Control-Allow-Origin'), kind).toBeNull();
      expect(headers.get('X-Powered-By'), kind).toBeNull();
      expect(headers.get('Server'), kind).toBeNull();
    }
  });

  it('take a new nonce each time, and the page uses it (ASVS V3.4.3)', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 3; time++) {
      const { headers, text } = await app.visitor().get('/api/docs');
      const [, nonce = ''] =
        /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '') ?? [];
      for (const [, attributes = ''] of text.matchAll(/<script((?![^>]*src=)[^>]*)>/g))
        expect(attributes).toContain(`nonce="${nonce}"`);
      expect(text).not.toMatch(/\son\w+="|\sstyle="|<style(?![^>]*nonce)/);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('hold browsers to https on https, for a year and with subdomains (ASVS V3.4.1)', async () => {
    for (const [kind, { headers }] of Object.entries(await everyKind(secure)))
      expect(headers.get('Strict-Transport-Security'), kind).toBe(
        'max-age=31536000; includeSubDomains',
      );
  });

  it('name the type of what is in it, and of texts and XML the character set (ASVS V4.1.1)', async () => {
    const types: string[] = [];
    for (const [kind, { status, headers, text }] of Object.entries(await everyKind(app))) {
      const type = headers.get('Content-Type') ?? '';
      if (text === '') continue;
      expect(type, `${kind}, ${status}`).toMatch(
        /^(text\/|image\/svg\+xml|application\/([\w-]+\+)?json)/,
      );
      if (!/json/.test(type)) expect(type, kind).toMatch(/; charset=utf-8(;|$)/i);
      else expect(() => JSON.parse(text), kind).not.toThrow();
      types.push(type.replace(/;.*/, ''));
    }
    for (const type of [
      'text/html',
      'text/css',
      'text/x-script',
      'image/svg+xml',
      'application/problem+json',
    ])
      expect(types).toContain(type);
  });

  it('keep nothing but files that everyone gets (ASVS V14.3.2)', async () => {
    const kept: Record<string, string> = {
      asset: 'public, max-age=31536000, immutable',
      picture: 'public, max-age=3600',
      manifest: 'public, max-age=3600',
    };
    for (const [kind, { headers }] of Object.entries(await everyKind(app)))
      expect(headers.get('Cache-Control'), kind).toBe(kept[kind] ?? 'no-store');
    const person = await app.as(await app.make.user());
    for (const path of [
      '/app/account',
      '/app/account.data',
      '/app/account/data',
      '/api/user/self/info',
      '/app/login',
    ])
      expect((await person.get(path)).headers.get('Cache-Control'), path).toBe('no-store');
  });

  it('stand on a fault of ours too, which shows a reference and nothing else (B7, ASVS V16.5.1)', async () => {
    const { passwords } = app.services;
    const { verify } = passwords;
    passwords.verify = () => Promise.reject(new Error('geheime Einzelheit'));
    try {
      const body = { email: 'a@verein.example', password: 'x' };
      for (const answer of [
        await app.visitor().submit('/app/login', body),
        await app.visitor().call('POST', '/login/browser', body),
      ]) {
        expect(answer.status).toBe(500);
        expect(answer.text).not.toMatch(/geheime Einzelheit|\.ts:|node_modules/);
        expect(answer.headers.get('Cache-Control')).toBe('no-store');
        expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      }
    } finally {
      passwords.verify = verify;
    }
    expect(app.errors.splice(0)).toHaveLength(2);
  });
});

describe('the cookies', () => {
  const NAMES = { http: ['session=', 'notice='], https: ['__Host-session=', '__Host-notice='] };

  it.each([
    ['http', app],
    ['https', secure],
  ] as const)(
    'are for this host alone, and not for scripts or other sites, on %s (ASVS V3.3)',
    async (protocol, of) => {
      const user = await of.make.user();
      const visitor = of.visitor();
      const origin = of.config.origin;
      const login = await visitor.submit(
        '/app/login',
        { email: user.email, password: PASSWORD },
        { Origin: origin },
      );
      expect(login.status).toBe(303);
      const saved = await visitor.submit(
        '/app/account/name',
        { firstName: 'A', lastName: 'B' },
        { Origin: origin },
      );
      expect(saved.status).toBe(303);
      const cookies = [...login.headers.getSetCookie(), ...saved.headers.getSetCookie()];
      expect(cookies).toHaveLength(2);
      cookies.forEach((cookie, at) => {
        expect(cookie.startsWith(NAMES[protocol][at] ?? '-'), cookie).toBe(true);
        expect(cookie).toMatch(/; Path=\//);
        expect(cookie).toMatch(/; HttpOnly/);
        expect(cookie).toMatch(/; SameSite=Lax/);
        expect(cookie).not.toMatch(/Domain/i);
        expect(/; Secure/.test(cookie)).toBe(protocol === 'https');
      });
      const next = await visitor.get('/app/account');
      expect(next.page).toContain('Änderungen gespeichert.');
      expect(next.headers.getSetCookie().join()).toMatch(/notice=.*Max-Age=0/);
    },
  );

  it('of another name count for nothing on https, so that no other host can plant one (ASVS V3.3.3)', async () => {
    const token = await secure.make.session(await secure.make.user());
    const asked = (Cookie: string) =>
      secure.visitor().call('GET', '/user/self/info', undefined, { Cookie });
    expect((await asked(`session=${token}`)).json).toEqual({ loggedIn: false });
    expect((await asked(`__Host-session=${token}`)).json.loggedIn).toBe(true);
  });

  it('give a new token at each log-in, and end the session before; a planted one is never taken over (ASVS V7.2.4)', async () => {
    const user = await app.make.user();
    const visitor = app.visitor();
    visitor.cookies.set('session', 'planted');
    const login = () =>
      visitor.call('POST', '/login/browser', { email: user.email, password: PASSWORD });
    await login();
    const first = visitor.cookies.get('session') ?? '';
    expect(first).toMatch(/^[\w-]{43}$/);
    await login();
    expect(visitor.cookies.get('session')).not.toBe(first);
    const old = await app
      .visitor()
      .call('GET', '/user/self/info', undefined, { Cookie: `session=${first}` });
    expect(old.json).toEqual({ loggedIn: false });
  });

  it('give an app a new token at each log-in too, and end the one that it came with (ASVS V7.2.4)', async () => {
    const user = await app.make.user();
    const logIn = async (token?: string) =>
      (
        await app
          .visitor()
          .call(
            'POST',
            '/login/mobile',
            { email: user.email, password: PASSWORD },
            token ? { Authorization: `Bearer ${token}` } : {},
          )
      ).json.sessionId as string;
    const isLoggedIn = async (token: string) =>
      (
        await app
          .visitor()
          .call('GET', '/user/self/info', undefined, { Authorization: `Bearer ${token}` })
      ).json.loggedIn;
    const [first, other] = [await logIn(), await logIn()];
    const second = await logIn(first);
    expect(await Promise.all([first, second, other].map(isLoggedIn))).toEqual([false, true, true]);
    // A browser that asks for an app keeps its own session, which the answer says nothing of.
    const browser = await app.as(user);
    await browser.call('POST', '/login/mobile', { email: user.email, password: PASSWORD });
    expect((await browser.get('/app/account')).status).toBe(200);
  });

  it('give a new token when the password is shown again to change it: a copy of the old one is worth nothing (ASVS V7.2.4, V7.4.3)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const thief = app.visitor();
    const copied = person.cookies.get('session') ?? '';
    thief.cookies.set('session', copied);
    const passwords = { currentPassword: PASSWORD, password: 'neu', passwordRepeat: 'neu' };
    expect((await person.submit('/app/account/password', passwords)).status).toBe(303);
    expect(person.cookies.get('session')).not.toBe(copied);
    expect((await person.get('/app/account')).page).toContain('Passwort geändert.');
    expect((await thief.get('/app/account')).location).toContain('/app/login');
  });

  it('end a year after the log-in, however much they are used (ASVS V7.3.2)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    await app.db
      .updateTable('sessions')
      .set({ created_at: ago(360), used_at: ago(1) })
      .where('user_uuid', '=', user.uuid)
      .execute();
    expect((await person.get('/app/account')).status).toBe(200);
    const { valid_until } = await app.db
      .selectFrom('sessions')
      .select('valid_until')
      .where('user_uuid', '=', user.uuid)
      .executeTakeFirstOrThrow();
    expect(Math.round((valid_until.getTime() - Date.now()) / 86_400_000)).toBe(5);
  });
});

describe('a request that changes something', () => {
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
    '%s is judged as a form, as a data request and as a call (G3)',
    async (_way, { headers, refused }) => {
      const person = await app.as(await app.make.user());
      const sent = headers.Origin === 'own' ? { ...headers, Origin: app.origin } : headers;
      const body = new URLSearchParams({ firstName: 'A', lastName: 'B' });
      const form = await person.send('/app/account/name', { method: 'POST', body, headers: sent });
      const data = await person.send('/app/account/name.data', {
        method: 'POST',
        body,
        headers: sent,
      });
      const call = await person.call('DELETE', '/login/browser', undefined, sent);
      expect([form.status, call.status]).toEqual(refused ? [403, 403] : [303, 204]);
      expect(data.status === 403).toBe(refused);
    },
  );
});

describe('what a request may be', () => {
  it('is bounded, declared or chunked, before it is read (ASVS V4.2, V5.2.1)', async () => {
    const chunked = (path: string, type: string, chunks: number) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
        let answer = '';
        socket.on('data', (part) => {
          answer += part;
          if (!answer.includes('\r\n\r\n')) return;
          resolve(answer);
          socket.destroy();
        });
        socket.on('error', (error) =>
          answer ? resolve(answer) : reject(new Error(`${path}: ${error.message}`)),
        );
        socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`);
        socket.write('Transfer-Encoding: chunked\r\n\r\n');
        for (let at = 0; at < chunks; at++) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
        socket.write('0\r\n\r\n');
      });
    const form = 'application/x-www-form-urlencoded';
    // However the path is spelled, Remix sees one, and that one decides.
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

  it('has one reading: two lengths, a folded header or a bare line feed are refused (ASVS V4.2.1)', async () => {
    const send = (head: string) =>
      new Promise<string>((resolve) => {
        const socket = connect(Number(new URL(app.origin).port), '127.0.0.1');
        let answer = '';
        socket.on('data', (part) => (answer += part));
        socket.on('close', () => resolve(answer));
        socket.on('error', () => resolve(answer));
        socket.end(head);
      });
    const post = 'POST /app/login HTTP/1.1\r\nHost: localhost\r\n';
    for (const head of [
      `${post}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      `${post}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`,
      `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      `${post}X-A: b\nX-C: d\r\n\r\n`,
    ])
      expect(await send(head), head).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('pollutes no prototype, however its fields are named (ASVS V15.3.6)', async () => {
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

  it('is checked in linear time (ASVS V1.3.12)', async () => {
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

  it('registers one address only once, however it is written: no separators of a mail header (ASVS V1.3.11)', async () => {
    for (const email of [
      'x,bar@verein.example',
      'x<bar@verein.example',
      '"x"@verein.example',
      'x;y@verein.example',
    ]) {
      const answer = await app.visitor().submit('/app/auth/register', registrant(email));
      expect(answer.status, email).toBe(422);
    }
  });
});

describe('whether an address has an account', () => {
  /** What an answer says, without what is new each time. */
  const said = ({ status, location, text }: Answer, email: string) => [
    status,
    location,
    text
      .replaceAll(email, '')
      .replace(/"__key" value="\w+/g, '')
      .replace(/nonce="[^"]*"/g, ''),
  ];

  it.each(['/app/login', '/app/auth/password-reset', '/app/auth/register/confirmation'])(
    'nobody learns from %s, by its answer or by its work (A3, A6, ASVS V6.3.8)',
    async (path) => {
      const user = await app.make.user();
      const begun = await app.make.user({ activated: false });
      const answers: unknown[] = [];
      for (const email of [user.email, begun.email, 'nobody@verein.example']) {
        let compared = 0;
        const { passwords } = app.services;
        const { verify } = passwords;
        passwords.verify = (...given) => {
          compared++;
          return verify(...given);
        };
        const jobs = async () =>
          Number(
            (
              (await app.db
                .selectFrom('graphile_worker.jobs' as never)
                .select(({ fn }) => fn.countAll().as('n'))
                .executeTakeFirstOrThrow()) as { n: unknown }
            ).n,
          );
        const before = await jobs();
        const fields: Record<string, string> =
          path === '/app/login' ? { email, password: 'falsch' } : { email };
        try {
          const answer = await app.visitor().submit(path, fields);
          answers.push([said(answer, email), compared, (await jobs()) - before]);
        } finally {
          passwords.verify = verify;
        }
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
      await app.work();
      expect(await app.mailsTo('nobody@verein.example')).toEqual([]);
    },
  );

  it('nobody learns from a registration: the same answer, one hash and one mail (A3)', async () => {
    const user = await app.make.user();
    const answers: unknown[] = [];
    for (const email of [user.email, 'brandnew@verein.example']) {
      const { passwords } = app.services;
      const { hash } = passwords;
      let hashed = 0;
      passwords.hash = (password) => {
        hashed++;
        return hash(password);
      };
      try {
        const form = await app.visitor().submit('/app/auth/register', registrant(email));
        answers.push([said(form, email), hashed, (await app.mailsTo(email)).length]);
      } finally {
        passwords.hash = hash;
      }
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});

describe('what is for the operator or for the demo', () => {
  it('/metrics are read on this machine, not through a proxy (I5, ASVS V13.4.5)', async () => {
    expect((await app.visitor().get('/metrics')).status).toBe(200);
    for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
      const answer = await app.visitor().get('/metrics', { [header]: '127.0.0.1' });
      expect([answer.status, answer.text], header).toEqual([404, 'Not found']);
    }
  });

  it('the pages of the demo are not there in production (ASVS V15.2.3)', async () => {
    for (const path of ['/app/dev/mail', '/app/dev/ui', '/app/dev/mail.data']) {
      expect((await secure.visitor().get(path)).status, path).toBe(404);
    }
    expect((await app.visitor().get('/app/dev/mail')).status).toBe(200);
  });
});

describe('what people typed', () => {
  it('is text in the page, in its attributes and in its script (ASVS V1.2.1, V1.2.3, V3.2.2)', async () => {
    const hostile = `</script><script>alert(1)</script><!-- <img src=x onerror='alert(2)'> " \u2028 '`;
    const { organization, admin } = await app.make.club({ name: hostile, motd: hostile });
    const member = await app.make.member(organization, { firstName: hostile });
    const event = await app.make.event(organization, { name: hostile });
    const person = await app.as(admin, organization);
    const typed = encodeURIComponent(hostile);
    for (const path of [
      '/app/',
      '/app/events',
      `/app/events/${event.uuid}/edit`,
      `/app/members/${member.uuid}/edit`,
      `/app/members?q=${typed}`,
      `/app/members.data?q=${typed}`,
      `/app/nowhere/${typed}?a=${typed}`,
      `/app/invite/${typed}`,
    ]) {
      const { text, headers } = await person.get(path);
      if (headers.get('Content-Type')?.startsWith('text/html')) {
        expect(text, path).not.toMatch(/<script>|<img src=x|<!-- <|"\s*\u2028/);
        // Every script is ours: it carries the nonce, or is a file of our own.
        for (const [, attributes = ''] of text.matchAll(/<script\b([^>]*)>/g))
          expect(attributes, path).toMatch(/nonce="|src="\/assets\//);
      } else expect(headers.get('Content-Type'), path).toBe('text/x-script; charset=utf-8');
    }
    const page = await person.get(`/app/members/${member.uuid}/edit`);
    expect(page.text).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
    expect(page.text).toContain('\\u003c/script\\u003e');
  });
});

describe('a mail', () => {
  it('has one subject and no foreign HTML or link, whatever people are called (ASVS V1.2.1, V1.3.11)', async () => {
    const firstName = '<img src=x onerror=alert(1)>\r\nBcc: evil@verein.example www.evil.example';
    const email = 'victim@verein.example';
    await app.visitor().call('POST', '/registration', { ...registrant(email), firstName });
    const [mail] = await app.mailsTo(email);
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toContain('<img src=x');
    expect(mail?.html).not.toContain('www.evil.example');
    expect(mail?.text).not.toContain('www.evil.example');
  });
});
