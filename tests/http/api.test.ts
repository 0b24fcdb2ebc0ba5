import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp({ rateLimits: true });

describe('sessions (G3)', () => {
  it('if a cookie and a Bearer token are sent, only the token counts (G3)', async () => {
    const browser = await app.as(await app.make.user());
    const headers = { Authorization: 'Bearer unknown' };
    const { json } = await browser.call('GET', '/user/self/info', undefined, headers);
    expect(json).toEqual({ loggedIn: false });
  });

  it('a cross-site write with the cookie is refused with 403, and nothing else is (G3)', async () => {
    const user = await app.make.user();
    const write = async (headers: Record<string, string>) => {
      const browser = await app.as(user);
      return (await browser.call('POST', '/organization', { name: 'Verein' }, headers)).status;
    };
    expect(await write({ Origin: 'https://evil.example' })).toBe(403);
    expect(await write({ Origin: 'null' })).toBe(403);
    expect(await write({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
    expect(await write({ 'Sec-Fetch-Site': 'same-site', Origin: app.origin })).toBe(403);
    expect(await write({ Origin: app.origin })).toBe(200);
    expect(await write({ 'Sec-Fetch-Site': 'same-origin' })).toBe(200);

    const foreign = {
      Origin: 'https://app.example',
      Authorization: `Bearer ${await app.make.session(user, undefined, 'mobile')}`,
    };
    expect(
      (await app.visitor().call('POST', '/organization', { name: 'Verein' }, foreign)).status,
    ).toBe(200);
    const browser = await app.as(user);
    const read = await browser.call('GET', '/user/self/admin', undefined, {
      Origin: 'https://evil.example',
    });
    expect(read.status).toBe(200);
    expect(read.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('aborted requests', () => {
  it('a client that hangs up leaves no error in the log', async () => {
    const token = await app.make.session(await app.make.user());
    const sent = request(`${app.origin}/api/organization`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `session=${token}` },
    });
    sent.on('error', () => {});
    sent.write('{"name":');
    await new Promise((resolve) => setTimeout(resolve, 50));
    sent.destroy();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(app.errors).toEqual([]);
  });
});
