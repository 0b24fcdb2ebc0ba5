import { Readable } from 'node:stream';
import { createRequestHandler } from '@remix-run/express';
import type express from 'express';
import { describe, expect, it } from 'vitest';
import { dropRest } from '~/bridge/body';
import type { Adapter } from '~/bridge/remix-handler';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { sendRaw } from '../support/raw-request';

/** Remix's own adapter, with every route, in place of ours. */
const expressAdapter: Adapter = (build, origin) => {
  const handle = createRequestHandler({
    build,
    getLoadContext: (_request, response) => response.locals.loadContext,
  });
  return async ({ request, response, body, context, next }) => {
    response.locals.loadContext = context;
    if (!request.complete) await dropRest(request);
    await handle(replayed(request, body, origin), response, next);
  };
};

/**
 * As @remix-run/express reads it: with a body that was read before, at the server's own address.
 */
function replayed(
  { method, headers, originalUrl }: express.Request,
  body: Uint8Array | null,
  origin: string,
): express.Request {
  const { protocol, hostname, port } = new URL(origin);
  return Object.assign(Readable.from(body ? [body] : []), {
    method,
    headers,
    originalUrl,
    hostname,
    protocol: protocol.slice(0, -1),
    get: (name: string) => (name.toLowerCase() === 'host' ? `${hostname}:${port}` : undefined),
  }) as unknown as express.Request;
}

const ours = testApp();
const theirs = testApp({}, expressAdapter);

/**
 * Both adapters behave the same. If an upgrade of Remix fails both halves, Remix has changed; if it
 * fails ours alone, the fault is in app/bridge (docs/decisions/0028).
 */
describe.each([
  ['our own adapter', ours],
  ['@remix-run/express', theirs],
])('%s', (_name, app) => {
  async function setting() {
    const { organization, admin } = await app.make.club({ name: 'TSV Brücke' });
    await app.make.event(organization, { name: 'Sommerfest' });
    return { organization, admin, browser: await app.as(admin, organization) };
  }

  it('the adapter serves the log-in form and its refusals', async () => {
    const { admin } = await setting();
    const visitor = app.visitor();
    const shown = await visitor.get('/app/login');
    expect([shown.status, shown.page]).toEqual([200, expect.stringContaining('Passwort')]);
    expect(shown.text).toMatch(/^<!DOCTYPE html><html/);
    const wrong = await visitor.submit('/app/login', { email: admin.email, password: 'falsch' });
    expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining(admin.email)]);
    const right = { email: admin.email, password: PASSWORD };
    const done = await visitor.submit('/app/login', right);
    expect([done.status, done.location]).toEqual([303, '/app/']);
    expect((await visitor.get('/app/')).page).toContain('TSV Brücke');
  });

  it('the adapter serves a list as an interactive page and as data', async () => {
    const { browser } = await setting();
    const page = await browser.get('/app/events');
    expect([page.status, page.page]).toEqual([200, expect.stringContaining('Sommerfest')]);
    expect(page.text).toContain('window.__remixContext.streamController.enqueue');
    const data = await browser.get('/app/events.data');
    expect(data.status).toBe(200);
    expect(data.headers.get('Content-Type')).toContain('text/x-script');
    expect(data.text).toContain('Sommerfest');
  });

  it('the adapter takes a form, redirects with a notification, and shows a refused one again', async () => {
    const { organization, browser } = await setting();
    const fields = { organization: organization.uuid, firstName: 'Uta', lastName: 'Größe' };
    const done = await browser.submit('/app/members/new', fields);
    expect(done.status).toBe(303);
    expect((await browser.get('/app/members')).page).toContain('Größe');
    const refused = await browser.submit('/app/members/new', { ...fields, lastName: '' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('value="Uta"')]);
  });

  it('the adapter serves calls: JSON, 304, problem documents and HEAD', async () => {
    const { organization, browser } = await setting();
    const path = `/event?organization=${organization.uuid}`;
    const list = await browser.call('GET', path);
    expect(list.json).toMatchObject([{ name: 'Sommerfest' }]);
    const known = { 'If-None-Match': list.headers.get('ETag') ?? '' };
    expect((await browser.call('GET', path, undefined, known)).status).toBe(304);
    const head = await browser.call('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    const made = await browser.call('PUT', `/organization/${organization.uuid}/motd`, {
      motd: 'Grüße',
    });
    expect(made.json).toMatchObject({ motd: 'Grüße' });
    const unknown = await browser.call('GET', '/nothing');
    expect([unknown.status, unknown.json.title]).toEqual([404, 'Nicht gefunden']);
  });

  it('the adapter answers an unknown URL with 404, whatever host the request names', async () => {
    const { browser } = await setting();
    expect((await browser.get('/app/nothing')).status).toBe(404);
    const headers = { Host: 'elsewhere.example' };
    const login = await sendRaw(app.origin, { method: 'GET', path: '/app/login', headers });
    expect(login.status).toBe(200);
    expect(login.text).toContain(app.origin);
    expect(login.text).not.toContain('elsewhere.example');
  });

  it('the adapter leaves the security headers as they are, with the nonce of the page', async () => {
    const { browser } = await setting();
    const { headers, text } = await browser.get('/app/events');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Cache-Control')).toBe('no-store');
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    const [, nonce] = /<script nonce="([^"]+)"/.exec(text) ?? [];
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
  });

  it('the adapter bounds request bodies: 413 as a screen and as a problem document', async () => {
    const { browser } = await setting();
    const large = 'x'.repeat(1024 * 1024 + 1);
    const form = await browser.submit('/app/members/new', { firstName: large });
    expect([form.status, form.page]).toEqual([413, expect.stringContaining('Referenz')]);
    const call = await browser.call('POST', '/member', { firstName: large });
    expect([call.status, call.json.title]).toEqual([413, 'Anfrage zu groß']);
  });
});
