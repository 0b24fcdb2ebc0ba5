import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp();

interface Sent {
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** Sends a request without decompressing the response. */
function send(
  path: string,
  accepts: string | undefined,
  { method = 'GET', cookie = '' } = {},
): Promise<Sent> {
  const headers = {
    ...(accepts === undefined ? {} : { 'Accept-Encoding': accepts }),
    Cookie: cookie,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(app.origin + path, { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ headers: response.headers, body: Buffer.concat(chunks) });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('compression', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['deflate', undefined, (body: Buffer) => body],
    [undefined, undefined, (body: Buffer) => body],
  ] as const)(
    'a response is compressed as Accept-Encoding %s allows',
    async (accepts, encoding, plain) => {
      for (const path of ['/app/login', '/api/openapi.json']) {
        const { headers, body } = await send(path, accepts);
        expect(headers['content-encoding'], path).toBe(encoding);
        expect(Number(headers['content-length']), path).toBe(body.byteLength);
        expect(headers['transfer-encoding'], path).toBeUndefined();
        expect(headers.vary, path).toContain('Accept-Encoding');
        expect(plain(body).toString(), path).toMatch(
          path === '/app/login' ? /<\/html>/ : /"openapi"/,
        );
      }
    },
  );

  it('a response is not compressed when the headers would outweigh the savings', async () => {
    const { headers, body } = await send('/api/user/self/info', 'gzip, br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body.toString())).toEqual({ loggedIn: false });
  });

  it('a response larger than a Brotli window arrives whole', async () => {
    const organization = await app.make.organization();
    const admin = await app.make.userOf(organization, ['EDIT_MEMBERS']);
    for (let row = 0; row < 100; row++)
      await app.make.member(organization, { firstName: 'ü'.repeat(90), lastName: `Nummer ${row}` });
    const cookie = `session=${await app.make.session(admin, organization)}`;
    const { body } = await send('/app/members', 'br', { cookie });
    const page = brotliDecompressSync(body);
    expect(page.byteLength).toBeGreaterThan(0x10000);
    expect(page.toString().match(/Nummer \d+<\/a>/g)).toHaveLength(100);
  });

  it('a HEAD request gets the same headers and no body', async () => {
    const { headers, body } = await send('/app/login', 'br', { method: 'HEAD' });
    expect(body.byteLength).toBe(0);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers.vary).toContain('Accept-Encoding');
  });
});
