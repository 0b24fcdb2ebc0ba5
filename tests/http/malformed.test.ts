import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '~/api';
import { screenAccess } from '../support/access-table';
import { testApp } from '../support/app';
import { type Contract, contractOf } from '../support/contract';
import { lasting } from '../support/lasting-scenes';
import { type RawRequest, sendRaw } from '../support/raw-request';
import { callOf, methodOf, pathOf, requests, type Sample } from '../support/requests';
import { mightyScene } from '../support/roles';

/** FUZZ_SEED repeats a run, FUZZ_RUNS makes it longer. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_120);
const numRuns = Number(process.env.FUZZ_RUNS ?? 12);

const app = testApp();
let contract: Contract;
let sent = 0;
beforeAll(async () => {
  contract = await contractOf(app);
});

type Fields = Record<string, unknown>;
const isFields = (body: unknown): body is Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
const served = Object.entries(requests);
const writes = served.filter(([request]) => !request.startsWith('GET'));
/**
 * Bodies, paths and methods are read before a call is known: the first call is sent everything, each
 * other only the first of its list, which tell whether something reads them for it in another way.
 */
const sentTo = <Item>(all: readonly Item[], nth: number) => (nth === 0 ? all : all.slice(0, 4));

const lastingScene = lasting(() => mightyScene(app));

/**
 * A valid request about new objects by a user with every permission, so that only its form can be
 * the reason for a refusal.
 */
async function valid(request: string) {
  const here = await lastingScene();
  const sample = (await requests[request]?.(here)) ?? {};
  return { sample, headers: { Cookie: `session=${here.token}` } };
}

async function send(raw: RawRequest) {
  sent += 1;
  return sendRaw(app.origin, { ...raw, path: `/api${raw.path}` });
}

function rawOf(call: string, sample: Sample, headers: Record<string, string>): RawRequest {
  const raw = { method: methodOf(call), path: pathOf(call, sample), headers };
  if (sample.body === undefined) return raw;
  return {
    ...raw,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(sample.body),
  };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('unreadable bodies', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const bodies: Array<
    [what: string, body: Uint8Array | string, headers: Record<string, string>, status: number]
  > = [
    ['JSON cut off', '{"name":', JSON_TYPE, 400],
    ['no type', '{}', {}, 415],
    ['deeply nested', nested(100_000), JSON_TYPE, 422],
    ['a list', '[1]', JSON_TYPE, 422],
    ['no JSON', 'name=x', JSON_TYPE, 400],
    ['only spaces', '   ', JSON_TYPE, 400],
    ['a comma too many', '{"name":"x",}', JSON_TYPE, 400],
    ['NaN', '{"name":NaN}', JSON_TYPE, 400],
    [
      'invalid UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      JSON_TYPE,
      400,
    ],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le'), JSON_TYPE, 400],
    ['a bare NUL', Buffer.from('{"name":"a\u0000b"}'), JSON_TYPE, 400],
    ['text', '{}', { 'Content-Type': 'text/plain' }, 415],
    ['a form', 'name=x', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['a multipart form', '--x--', { 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
    ['almost the type', '{}', { 'Content-Type': 'application/jsonp' }, 415],
    ['compressed', '{}', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 415],
    ['over 1 MiB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), JSON_TYPE, 413],
    ['a text', '"name"', JSON_TYPE, 422],
    ['null', 'null', JSON_TYPE, 422],
    ['true', 'true', JSON_TYPE, 422],
  ];

  for (const [nth, [request]] of writes.entries()) {
    const call = callOf(request);
    it(`an unreadable body of ${request} is 400, 413, 415 or 422 (G4)`, async () => {
      const { sample, headers: session } = await valid(request);
      for (const [what, body, headers, status] of sentTo(bodies, nth)) {
        const response = await send({
          ...rawOf(call, sample, session),
          headers: { ...session, ...headers },
          body,
        });
        contract.check(call, response, what);
        // Registration reports invalid fields with 200 (G5); deep nesting fails before fields.
        const isFields = status === 422 && what !== 'deeply nested';
        const expected = call === 'POST /registration' && isFields ? 200 : status;
        expect([what, response.status]).toEqual([what, expected]);
      }
    });
  }
});

describe('unreadable paths', () => {
  const segments = [
    'x',
    '%00',
    '%zz',
    '00000000-0000-0000-0000-000000000000',
    '%2F',
    '..%2F..%2Fetc%2Fpasswd',
    '%ff',
    '%E0%A4%A',
    '%',
    '__proto__',
    'constructor',
    '%F0%9F%8E%89',
    '00000000-0000-0000-0000-00000000000g',
    "'%20or%201=1--",
    'a'.repeat(5000),
  ];

  const placed = served.filter(([name]) => name.includes('/:'));
  for (const [nth, [request]] of placed.entries()) {
    const call = callOf(request);
    it(`an unreadable path of ${request} is 404`, async () => {
      const { sample, headers } = await valid(request);
      for (const segment of sentTo(segments, nth)) {
        for (const name of Object.keys(sample.params ?? {})) {
          const raw = rawOf(
            call,
            { ...sample, params: { ...sample.params, [name]: '-here-' } },
            headers,
          );
          const response = await send({ ...raw, path: raw.path.replace('-here-', segment) });
          contract.check(call, response, `${name}=${segment.slice(0, 40)}`);
          expect([name, segment, response.status]).toEqual([name, segment, 404]);
        }
      }
    });
  }

  it('two dots in a path are a step up, as in every URL', async () => {
    const { headers } = await valid('GET /user/self/info');
    for (const [request] of placed) {
      const call = callOf(request);
      const path = pathOf(call, {}).replace(/\/\/|\/$/, '/%2e%2e/');
      const response = await send({ method: methodOf(call), path, headers });
      expect([200, 404, 405, 422], `${call} ${path}`).toContain(response.status);
    }
  });

  it('a path without a call is 404, whatever it looks like', async () => {
    for (const path of [
      '',
      '/',
      '//',
      '/nowhere',
      '/event//',
      '//event',
      '/%2Fevent',
      '/event%2F',
      '/__proto__',
      '/%',
    ]) {
      const response = await send({ method: 'GET', path });
      expect([path, response.status, response.headers.get('Content-Type')?.split(';')[0]]).toEqual([
        path,
        404,
        'application/problem+json',
      ]);
    }
  });
});

describe('odd requests', () => {
  it('a method that no call has is refused with 405 and Allow', async () => {
    for (const [nth, [request]] of served.entries()) {
      const call = callOf(request);
      for (const method of nth === 0
        ? ['PATCH', 'TRACE', 'PROPFIND', 'LINK', 'MKCOL']
        : ['PATCH']) {
        const response = await send({
          method,
          path: pathOf(call, {}).replace(/\/(?=\/|$)/g, '/x'),
        });
        expect([call, method, response.status]).toEqual([call, method, 405]);
        expect(response.headers.get('Allow')?.split(', ')).toContain(methodOf(call));
      }
    }
  });

  it('a query that is long, repeated or named like Object.prototype properties is ignored', async () => {
    const odd = [
      '__proto__=1',
      'constructor=1&constructor=2',
      'toString=1',
      `x=${'y'.repeat(7000)}`,
      '%',
      '&&==',
      'a[b]=c',
    ].join('&');
    for (const [request] of served) {
      const call = callOf(request);
      const { sample, headers } = await valid(request);
      const raw = rawOf(call, sample, headers);
      const path = `${raw.path}${raw.path.includes('?') ? '&' : '?'}${odd}`;
      const response = await send({ ...raw, path });
      contract.check(call, response, odd);
      expect(response.status, `${call} ${response.text}`).toBeLessThan(300);
    }
    const tooLong = await sendRaw(app.origin, {
      method: 'GET',
      path: `/api/user/self/info?x=${'y'.repeat(20_000)}`,
    });
    expect(tooLong.status).toBe(431);
  });

  it('fields named like Object.prototype properties are refused by name; if repeated, the last counts', async () => {
    const odd = ['unknown', '__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    for (const [nth, [request]] of writes.entries()) {
      const call = callOf(request);
      const { sample, headers } = await valid(request);
      for (const field of nth === 0 ? odd : odd.slice(0, 2)) {
        if (!isFields(sample.body ?? {})) continue;
        const body = JSON.stringify(sample.body ?? {}).replace(
          /^\{/,
          `{"${field}":{"x":1}${sample.body ? ',' : ''}`,
        );
        const response = await send({
          ...rawOf(call, sample, headers),
          headers: { ...headers, ...JSON_TYPE },
          body,
        });
        contract.check(call, response, field);
        const expected = call === 'POST /registration' ? 200 : 422;
        expect([call, field, response.status]).toEqual([call, field, expected]);
        if (expected === 422)
          expect(Object.keys(JSON.parse(response.text).errors)).toContain(field);
      }
      if (!isFields(sample.body)) continue;
      const twice = JSON.stringify(sample.body).replace(/^\{("\w+":)/, '{$1[],$1');
      const response = await send({ ...rawOf(call, sample, headers), body: twice });
      contract.check(call, response, 'a field twice');
      expect(response.status, `${call}: the last of two counts`).toBeLessThan(300);
    }
  });
});

describe('odd addresses of screens', () => {
  // What no header takes, and what would lead to another host.
  it.each(['€', '\r\nX: y', '//evil.example', '../../x'])(
    'nothing typed for %j into a path, or for the event that a form leads back to, is a fault or leads away',
    async (typed) => {
      const { admin, organization } = await app.make.club();
      const visitor = await app.as(admin, organization);
      const typedIn = encodeURIComponent(typed);
      const screens = Object.keys(screenAccess).filter((screen) => screen.includes('/:'));
      const back = `/app/events/series/${organization.uuid}/opt-out?event=${typedIn}`;
      for (const screen of [...screens, `GET ${back}`]) {
        const [method, path = ''] = screen.replaceAll(/:\w+/g, typedIn).split(' ');
        const response = await (method === 'GET' ? visitor.get(path) : visitor.submit(path));
        expect(response.status, screen).toBeLessThan(500);
        expect(response.location, screen).toMatch(/^($|\/app\/)/);
      }
    },
  );
});

describe(`random input (seed ${seed})`, () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '\ud800',
      'x'.repeat(300),
      'x'.repeat(50_000),
      '2026-02-30',
      '١',
      'null',
    ),
  );
  const anything: fc.Arbitrary<unknown> = fc.oneof(
    text,
    fc.constantFrom(
      null,
      true,
      -1,
      0,
      0.5,
      2 ** 53,
      -(2 ** 63),
      999_999_999_999_999,
      1_000_000_000_000_000,
    ),
    fc.double(),
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(fc.uuid(), { maxLength: 3 }),
    fc.uuid(),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );

  for (const [request] of served) {
    const call = callOf(request);
    const accepted = Object.keys(api[call]?.operation.input.shape ?? {});
    const change = fc.record({
      params: fc.dictionary(fc.constantFrom(...accepted, '-'), text, { maxKeys: 1 }),
      query: fc.dictionary(fc.constantFrom(...accepted, 'limit', 'cursor', '-'), text, {
        maxKeys: 2,
      }),
      dropped: fc.subarray(accepted, { maxLength: Math.min(1, accepted.length) }),
      fields: fc.dictionary(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...accepted, '-') },
          { weight: 1, arbitrary: text },
        ),
        anything,
        { maxKeys: 2 },
      ),
      whole: fc.option(anything, { freq: 6 }),
    });

    it(`random input to ${request} gets a documented response`, async () => {
      // What was refused has changed nothing, so the same objects serve the next.
      let made: ReturnType<typeof valid> | undefined;
      await fc.assert(
        fc.asyncProperty(change, async ({ params, query, dropped, fields, whole }) => {
          made ??= valid(request);
          const { sample, headers } = await made;
          const known = Object.entries(params).filter(
            ([name, value]) => sample.params?.[name] && value !== '' && !/^\.{1,2}$/.test(value),
          );
          const isRead = methodOf(call) === 'GET';
          const body = isFields(sample.body)
            ? Object.fromEntries(
                Object.entries({ ...sample.body, ...fields }).filter(
                  ([name]) => !dropped.includes(name),
                ),
              )
            : sample.body;
          const changed: Sample = {
            params: {
              ...sample.params,
              ...Object.fromEntries(known.map(([name, value]) => [name, wellFormed(value)])),
            },
            ...(isRead ? { query: { ...sample.query, ...query } } : {}),
            ...(isRead ? {} : { body: whole ?? body }),
          };
          const response = await send(rawOf(call, changed, headers));
          if (!isRead && response.status < 300) made = undefined;
          // 431: Node refuses headers of more than 16 KiB.
          if (response.status !== 431)
            contract.check(call, response, JSON.stringify(changed).slice(0, 500));
        }),
        { seed, numRuns, endOnFailure: true },
      );
    });
  }

  it('enough random requests reach the API to be meaningful', () => {
    process.stdout.write(`malformed: ${sent} requests to ${served.length} calls, seed ${seed}\n`);
    expect(sent).toBeGreaterThan(served.length * (numRuns + 8));
  });
});

/** encodeURIComponent throws on lone surrogates. */
function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\ufffd');
}
