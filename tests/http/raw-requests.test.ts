import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createListener } from '~/server/listener';
import { testApp } from '../support/app';
import { getBytes, sendBytes, sendRaw, statusOf } from '../support/raw-request';

const app = testApp();

const raw = (bytes: string, of: { origin: string } = app) => sendBytes(of, bytes);

describe('form methods', () => {
  it('a form is submitted by POST alone: any other method does nothing (A4)', async () => {
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

describe('Allow', () => {
  it('a method that a screen does not take is answered with those that it takes (RFC 9110, 15.5.6)', async () => {
    const visitor = app.visitor();
    const screens = [
      ['OPTIONS', '/app/login', 'GET, HEAD, POST'],
      ['PUT', '/app/login', 'GET, HEAD, POST'],
      ['OPTIONS', '/app/imprint', 'GET, HEAD'],
      ['POST', '/app/imprint', 'GET, HEAD'],
      ['POST', '/app/calendar/abc.ics', 'GET, HEAD'],
    ] as const;
    for (const [method, path, allow] of screens) {
      const { status, headers } = await visitor.send(path, { method });
      expect([method, path, status, headers.get('Allow')]).toEqual([method, path, 405, allow]);
    }
  });
});

describe("Node's own responses", () => {
  const kinds: Record<string, [request: string, status: number]> = {
    'a head that cannot be read': ['NONSENSE\r\n\r\n', 400],
    'two lengths': [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    'a head that is too long': [getBytes('/', `Host: localhost\r\nX: ${'a'.repeat(20_000)}`), 431],
    'an expectation': [
      getBytes('/app/login', 'Host: localhost\r\nExpect: 200-ok\r\nAccept: text/html'),
      417,
    ],
  };

  it.each(Object.entries(kinds))(
    "Node's own response to %s is a German page with its reference and the security headers (B7, ASVS V3.4)",
    async (_kind, [request, status]) => {
      const response = await raw(request);
      expect(statusOf(response)).toBe(status);
      const [, reference] = /X-Request-Id: (\w{16})\r\n/.exec(response) ?? [];
      expect(response).toContain(`<code>${reference}</code>`);
      expect(response).toContain('<html lang="de">');
      for (const header of [
        "Content-Security-Policy: default-src 'none'",
        'X-Content-Type-Options: nosniff',
        'X-Frame-Options: DENY',
        'Cache-Control: no-store',
        'Permissions-Policy: ',
      ])
        expect(response.toLowerCase(), header).toContain(`\r\n${header.toLowerCase()}`);
    },
  );

  it("Node's own responses carry HSTS on https (ASVS V3.4.1)", async () => {
    const http = createListener({ secure: true });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const response = await raw('NONSENSE\r\n\r\n', { origin: `http://127.0.0.1:${port}` });
    http.close();
    expect(response).toContain(
      '\r\nStrict-Transport-Security: max-age=31536000; includeSubDomains\r\n',
    );
  });

  it('Node does not request a body that it would refuse (RFC 9110, 10.1.1)', async () => {
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

  it('Node hangs up on a client that sends many requests and reads no response', async () => {
    const responses = await raw(
      getBytes('/healthz').replace('Connection: close\r\n', '').repeat(500),
    );
    expect(responses.split('HTTP/1.1 200').length - 1).toBeLessThan(500);
    expect((await app.visitor().get('/healthz')).status).toBe(200);
  });
});

describe('oversized input', () => {
  const body = new URLSearchParams({ email: 'x'.repeat(2_000_000) });

  it('oversized input gets a German page that looks like all others, with its reference (B7)', async () => {
    const person = await app.as(await app.make.user());
    for (const [visitor, path] of [
      [app.visitor(), '/app/login'],
      [person, '/app/account/name'],
    ] as const) {
      const response = await visitor.send(path, { method: 'POST', body });
      expect(response.status).toBe(413);
      expect(response.page).toContain('Anfrage zu groß');
      expect(response.page).toContain('Gespeichert wurde nichts.');
      expect(response.page).toContain(`Referenz: ${response.headers.get('X-Request-Id')}`);
      expect(response.text).toMatch(/<link rel="stylesheet"/);
      expect(response.page).toContain('Zur Übersicht');
    }
  });

  it("the page's script gets the same status and reference for oversized input", async () => {
    const response = await app.visitor().send('/app/login.data', { method: 'POST', body });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      413,
      'text/x-script; charset=utf-8',
    ]);
    expect(response.text).toContain(`"${response.headers.get('X-Request-Id')}"`);
  });
});
