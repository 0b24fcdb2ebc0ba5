import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { type RawResponse, sendRaw } from '../support/raw-request';

const app = testApp();
const secure = testApp({
  origin: 'https://verein.example',
  secure: true,
  demo: false,
  trustProxy: '1',
});

/** One response of each kind, by name. */
async function everyKind(of: typeof app): Promise<Record<string, RawResponse>> {
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

describe('security headers', () => {
  let kinds: Record<string, RawResponse>;
  beforeAll(async () => {
    kinds = await everyKind(app);
  });

  it('the headers let a browser run nothing but our own, frame nothing and tell nobody (ASVS V3.4)', async () => {
    for (const [kind, { headers }] of Object.entries(kinds)) {
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

  it('each response has a new nonce, and the page uses it (ASVS V3.4.3)', async () => {
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

  it('on https, the headers hold browsers to https for a year, subdomains included (ASVS V3.4.1)', async () => {
    for (const [kind, { headers }] of Object.entries(await everyKind(secure)))
      expect(headers.get('Strict-Transport-Security'), kind).toBe(
        'max-age=31536000; includeSubDomains',
      );
  });

  it('the headers name the media type, and the charset of text and XML (ASVS V4.1.1)', async () => {
    const types: string[] = [];
    for (const [kind, { status, headers, text }] of Object.entries(kinds)) {
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

  it('caches keep nothing but files that everyone gets (ASVS V14.3.2)', async () => {
    const kept: Record<string, string> = {
      asset: 'public, max-age=31536000, immutable',
      picture: 'public, max-age=3600',
      manifest: 'public, max-age=3600',
    };
    for (const [kind, { headers }] of Object.entries(kinds))
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

  it('a server fault has the same headers and shows only a reference (B7, ASVS V16.5.1)', async () => {
    const { passwords } = app.services;
    const { verify } = passwords;
    passwords.verify = () => Promise.reject(new Error('geheime Einzelheit'));
    try {
      const body = { email: 'a@verein.example', password: 'x' };
      for (const response of [
        await app.visitor().submit('/app/login', body),
        await app.visitor().call('POST', '/login/browser', body),
      ]) {
        expect(response.status).toBe(500);
        expect(response.text).not.toMatch(/geheime Einzelheit|\.ts:|node_modules/);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
      }
    } finally {
      passwords.verify = verify;
    }
    expect(app.errors.splice(0)).toHaveLength(2);
  });
});
