import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '~/api';
import { generateClient } from '../support/api-client';
import { testApp } from '../support/app';
import { accountWithFactor, giveFactor, wrongCode } from '../support/authenticator';
import { provedAgo } from '../support/confirmation';
import { type Contract, contractOf } from '../support/contract';
import { PASSWORD } from '../support/factories';
import { lasting } from '../support/lasting-scenes';
import { callOf, methodOf, pathOf, requests } from '../support/requests';
import { mightyScene } from '../support/roles';

const app = testApp();
let contract: Contract;
beforeAll(async () => {
  contract = await contractOf(app);
});

describe('the document (G6)', () => {
  it('the OpenAPI document passes the linter (G6)', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // The paths are unambiguous: static segments win (G1).
        'no-ambiguous-paths': 'off',
        // Public reads without input cannot fail.
        'operation-4xx-response': 'off',
      },
    });
    const source = JSON.stringify(contract.document);
    const problems = await lintFromString({ source, config });
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([]);
  });

  it('the OpenAPI document names each enum that it uses twice, and whatever has two spellings (G2, G6)', () => {
    const inline = new Map<string, string[]>();
    const twins: string[] = [];
    const note = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { enum: values, properties } = value as Record<string, unknown>;
      if (Array.isArray(values)) {
        const key = JSON.stringify(values);
        inline.set(key, [...(inline.get(key) ?? []), at]);
      }
      const fields = Object.entries(properties ?? {});
      for (const [name, field] of fields) {
        const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
        const other = fields.find(([each]) => each === camel && each !== name);
        // Generators make types of these, named after the field.
        const isTyped = [field, other?.[1]].some((each) => each?.enum || each?.anyOf);
        if (other && isTyped) twins.push(`${at}/${name}`);
      }
      for (const [key, each] of Object.entries(value)) note(each, `${at}/${key}`);
    };
    note(contract.document, '');
    expect(inline.size).toBeGreaterThan(5);
    expect([...inline.values()].filter((places) => places.length > 1)).toEqual([]);
    expect(twins).toEqual([]);
  });

  it('the OpenAPI document describes every call and nothing else (G6)', () => {
    const described = Object.entries(contract.document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = Object.keys(api).map((call) =>
      call.replace(' ', ' /api').replace(/:(\w+)/g, '{$1}'),
    );
    expect(described.sort()).toEqual(served.sort());
  });

  it('the OpenAPI document has a page of our own that loads nothing from elsewhere (G6)', async () => {
    const page = await app.visitor().get('/api/docs');
    expect(page.status).toBe(200);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, address]) => address ?? '',
    );
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      expect(file).toMatch(/^\/(?!\/)/);
      expect((await app.visitor().get(file)).status, file).toBe(200);
    }
    expect(page.text).not.toMatch(/<script(?![^>]* (?:nonce|src)=)/);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, json } = await app.visitor().call(method, '/docs');
      expect([status, headers.get('Allow'), json.status]).toEqual([405, 'GET, HEAD, OPTIONS', 405]);
    }
    const { status, headers, text } = await app.visitor().call('OPTIONS', '/docs');
    expect([status, headers.get('Allow'), text]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
  });
});

describe('generated clients', () => {
  it('a generated client refuses a wrong field, a missing one and an unknown path', async () => {
    const sample = {
      method: 'POST',
      path: '/api/organization',
      init: { body: { name: 'Verein' } },
    };
    const faulty = [
      { ...sample, init: { body: { name: 7 } } },
      { ...sample, init: { body: {} } },
      { ...sample, path: '/api/nowhere' },
    ];
    const refused = await generateClient(contract.document, faulty).catch(String);
    // Of one program, as each takes the compiler a second.
    expect(refused).toMatch(
      /TS\d+.*'number'.*\nTS\d+.*\n.*'name' is missing.*\nTS\d+.*"\/api\/nowhere"/,
    );
  });

  it('a generated client type-checks and makes every call, by turns with a Bearer and a cookie session, with responses as documented (G1 to G3)', async () => {
    const prepared = [];
    const reading = await mightyScene(app);
    for (const [at, [request, recipe]] of Object.entries(requests).entries()) {
      const call = callOf(request);
      const here = methodOf(call) === 'GET' ? reading : await mightyScene(app);
      const { params, query, body } = await recipe(here);
      const token = await app.make.session(here.actor, here.organization, 'mobile');
      const headers: Record<string, string> =
        at % 2 === 0 ? { Authorization: `Bearer ${token}` } : { Cookie: `session=${here.token}` };
      prepared.push({
        call,
        method: methodOf(call),
        path: `/api${call.split(' ')[1]?.replace(/:(\w+)/g, '{$1}')}`,
        init: {
          params: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
          body,
          headers,
        },
      });
    }
    const client = await generateClient(contract.document, prepared);
    const responses = await client(app.origin);
    expect(responses).toHaveLength(prepared.length);
    for (const [at, { status, headers, text }] of responses.entries()) {
      const call = prepared[at]?.call ?? '';
      expect(status, `${call} ${text}`).toBeLessThan(300);
      contract.check(call, { status, headers, text });
    }
  });
});

describe('what only a proof removes', () => {
  it('every call that asks again who is there answers as documented (T2, G6)', async () => {
    const asking = new Set<string>();
    const next = lasting(async () => {
      const here = await mightyScene(app);
      await giveFactor(app, here.actor);
      await provedAgo(app, here.actor, 11);
      return here;
    });
    for (const [request, recipe] of Object.entries(requests)) {
      const call = callOf(request);
      const here = await next();
      const sample = await recipe(here);
      const response = await here.visitor.call(methodOf(call), pathOf(call, sample), sample.body);
      contract.check(call, response, 'of a stale session');
      if (response.json?.type !== '/problems/confirm') continue;
      expect([call, response.status]).toEqual([call, 403]);
      asking.add(call);
    }
    expect([...asking].sort()).toEqual([
      'DELETE /member/:member',
      'DELETE /organization/:organization',
      'DELETE /organization/:organization/connected-users/:user',
      'DELETE /organization/:organization/second-factor',
      'DELETE /organization/:organization/users/:user',
      'DELETE /permission',
      'GET /user/self/report',
      'POST /member/:member/erasure',
      'POST /member/:member/report',
      'PUT /member/:member/leaving',
      'PUT /organization/:organization/retention',
      'PUT /organization/:organization/second-factor',
      'PUT /organization/:organization/users/:user',
      'PUT /permission',
    ]);
  });

  it.each(['mobile', 'browser'])(
    'POST /login/%s answers as documented where a code is missing or wrong (T7, G6)',
    async (how) => {
      const { email, secret } = await accountWithFactor(app);
      const call = `POST /login/${how}`;
      for (const code of [undefined, wrongCode(secret)]) {
        const body = { email, password: PASSWORD, code };
        const response = await app.visitor().call('POST', `/login/${how}`, body);
        contract.check(call, response);
        expect(response).toMatchObject({ status: 401, json: { type: '/problems/second-factor' } });
        expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
      }
    },
  );
});

describe('every call', () => {
  it('every call works with a trailing slash, too (G1), and has HEAD, OPTIONS and 405 with Allow (G4)', async () => {
    const next = lasting(() => mightyScene(app));
    for (const [request, recipe] of Object.entries(requests)) {
      const call = callOf(request);
      const method = methodOf(call);
      const here = await next();
      const sample = await recipe(here);
      const [path = '', query = ''] = pathOf(call, sample).split('?');
      // Generated clients, above, make each call without a slash.
      const address = `${path}/?${query}`;
      const options = await here.visitor.call('OPTIONS', address);
      expect([call, options.status, options.text]).toEqual([call, 204, '']);
      const allowed = options.headers.get('Allow')?.split(', ') ?? [];
      expect(allowed).toContain(method);
      const wrong = await here.visitor.call('PATCH', address);
      expect([call, wrong.status, wrong.headers.get('Allow')]).toEqual([
        call,
        405,
        allowed.join(', '),
      ]);
      for (const slash of method === 'GET' ? ['', '/'] : []) {
        const head = await here.visitor.call('HEAD', `${path}${slash}?${query}`);
        expect([call, head.status, head.text]).toEqual([call, 200, '']);
        expect(head.headers.get('ETag')).toMatch(/^W\//);
      }
      const response = await here.visitor.call(method, address, sample.body);
      expect(response.status, `${call}/ ${response.text}`).toBeLessThan(300);
    }
  });

  it('every call that reads returns 304 while nothing has changed', async () => {
    const here = await mightyScene(app);
    for (const [request, recipe] of Object.entries(requests)) {
      const call = callOf(request);
      if (methodOf(call) !== 'GET') continue;
      const path = pathOf(call, await recipe(here));
      const tag = (await here.visitor.call('GET', path)).headers.get('ETag') ?? '';
      for (const known of [tag, `"other", ${tag}`, '*']) {
        const again = await here.visitor.call('GET', path, undefined, { 'If-None-Match': known });
        expect([call, again.status, again.text, again.headers.get('ETag')]).toEqual([
          call,
          304,
          '',
          tag,
        ]);
      }
      const other = await here.visitor.call('GET', path, undefined, { 'If-None-Match': '"other"' });
      expect(other.status).toBe(200);
    }
  });
});
