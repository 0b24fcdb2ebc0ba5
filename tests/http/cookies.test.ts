import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';

const app = testApp();
const secure = testApp({
  origin: 'https://verein.example',
  secure: true,
  demo: false,
  trustProxy: '1',
});

describe('cookies', () => {
  const NAMES = {
    http: ['session=', 'device=', 'notice='],
    https: ['__Host-session=', '__Host-device=', '__Host-notice='],
  };

  it.each([
    ['http', app],
    ['https', secure],
  ] as const)(
    'cookies are bound to this host and hidden from scripts and other sites on %s (ASVS V3.3)',
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
      expect(cookies).toHaveLength(3);
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

  it('on https, cookies without the host prefix are ignored, so no other host can plant one (ASVS V3.3.3)', async () => {
    const token = await secure.make.session(await secure.make.user());
    const infoWith = (Cookie: string) =>
      secure.visitor().call('GET', '/user/self/info', undefined, { Cookie });
    expect((await infoWith(`session=${token}`)).json).toEqual({ loggedIn: false });
    expect((await infoWith(`__Host-session=${token}`)).json.loggedIn).toBe(true);
  });

  it('each log-in issues a new token, ends the old session and never adopts a planted one (ASVS V7.2.4)', async () => {
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

  it('each log-in of an app issues a new token, too, and ends the one it came with (ASVS V7.2.4)', async () => {
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
    // A browser that logs an app in keeps its own session.
    const browser = await app.as(user);
    await browser.call('POST', '/login/mobile', { email: user.email, password: PASSWORD });
    expect((await browser.get('/app/account')).status).toBe(200);
  });
});
