import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { contractOf } from '../support/contract';

const app = testApp({ rateLimits: true });

describe('sessions (G3)', () => {
  it('a session is sent as cookie or Bearer token; if both are sent, only the token counts (G3)', async () => {
    const user = await app.make.user();
    const browser = await app.as(user);
    const token = await app.make.session(user, undefined, 'mobile');
    const sessionOf = async (visitor: typeof browser, headers = {}) =>
      (await visitor.call('GET', '/user/self/info', undefined, headers)).json;

    expect(await sessionOf(browser)).toEqual({ loggedIn: true, uuid: user.uuid });
    expect(await sessionOf(app.visitor(), { Authorization: `Bearer ${token}` })).toEqual({
      loggedIn: true,
      uuid: user.uuid,
    });
    expect(await sessionOf(browser, { Authorization: 'Bearer unknown' })).toEqual({
      loggedIn: false,
    });
  });

  it('a call without a session returns 401 with WWW-Authenticate and a problem document (G3)', async () => {
    const response = await app.visitor().call('GET', '/user/self/admin');
    expect(response.status).toBe(401);
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    (await contractOf(app)).check('GET /user/self/admin', response);
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
    const browser = await app.as(await app.make.user());
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
        setTimeout(() => controller.error(new Error('gone')), 50);
      },
    });
    const headers = { 'Content-Type': 'application/json' };
    await expect(
      browser.send('/api/organization', {
        method: 'POST',
        body,
        headers,
        duplex: 'half',
      } as RequestInit & {
        headers: Record<string, string>;
      }),
    ).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(app.errors).toEqual([]);
  });
});
