import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboveBudget } from '../bench/budgets';
import { firstVisit, type Visit } from '../bench/first-visit';
import { makeFullClub } from '../bench/full-club';
import { testApp } from '../support/app';
import { browserPath } from '../support/browser-path';

/** The same check as `npm run bench:bytes`, without the clock. */
const app = testApp();
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
});
afterAll(() => browser?.close());

describe('first visit', () => {
  it('a first visit stays within the budgets of bytes and requests, and public screens load no script', async () => {
    const { token, screens } = await makeFullClub(app.make);
    const visits = new Map<string, Visit>();
    for (const { path, kind } of screens) {
      const visit = await firstVisit(browser, app.origin + path, {
        token: kind === 'public' ? null : token,
      });
      expect(visit.html, path).toBeGreaterThan(0);
      expect(visit.css, path).toBeGreaterThan(0);
      visits.set(path, visit);
    }
    expect(screens.flatMap((screen) => aboveBudget(screen, visits))).toEqual([]);
    const scripted = screens.filter(
      ({ path, kind }) => kind === 'public' && visits.get(path)?.js !== 0,
    );
    expect(scripted).toEqual([]);
  });

  it('with the names of groups in each row, lists and the board stay within them, too (U3)', async () => {
    const { token, screens } = await makeFullClub(app.make, { grouped: true });
    const lists = screens.filter(({ path }) => ['/app/', '/app/events'].includes(path));
    const visits = new Map<string, Visit>();
    for (const { path } of lists)
      visits.set(path, await firstVisit(browser, app.origin + path, { token }));
    expect(lists).toHaveLength(2);
    expect(lists.flatMap((screen) => aboveBudget(screen, visits))).toEqual([]);
    const browserless = app.visitor();
    browserless.cookies.set('session', token);
    expect(
      (await browserless.get('/app/events')).text.match(/Eltern-Kind-Gruppe/g)?.length,
    ).toBeGreaterThan(10);
  });

  it('the budget check names every figure above its limit', () => {
    const visit = { html: 30_000, css: 0, js: 0, other: 0, requests: 5, readableMs: 0 };
    expect(
      aboveBudget({ path: '/app/login', kind: 'public' }, new Map([['/app/login', visit]])),
    ).toHaveLength(2);
  });
});

describe('static files', () => {
  it('none has zod in it, which is 20 KB in whatever screen a value of a schema leads to it', async () => {
    const folder = fileURLToPath(new URL('../../build/client/assets/', import.meta.url));
    const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.length).toBeGreaterThan(50);
    expect(scripts.filter((_name, at) => texts[at]?.includes('ZodError'))).toEqual([]);
  });

  it('assets are sent in the smallest encoding the browser accepts, or unencoded if it accepts none', async () => {
    const page = await app.visitor().get('/app/login');
    const path = page.text.match(/\/assets\/[^"]+\.css/)?.[0] ?? '';
    const sizes: Record<string, number> = {};
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['identity', 'identity'],
    ] as const) {
      const { headers } = await fetch(app.origin + path, {
        method: 'HEAD',
        headers: { 'Accept-Encoding': accepted },
      });
      expect(headers.get('Content-Encoding') ?? 'identity').toBe(encoding);
      expect(headers.get('Content-Type')?.toLowerCase()).toBe('text/css; charset=utf-8');
      expect(headers.get('Vary')).toContain('Accept-Encoding');
      expect(headers.get('Cache-Control')).toContain('immutable');
      sizes[encoding] = Number(headers.get('Content-Length'));
    }
    const { br = 0, gzip = 0 } = sizes;
    expect(br).toBeGreaterThan(1000);
    expect(br).toBeLessThan(gzip);
  });

  it('the manifest names the installation and its icons, and search engines are told not to index it', async () => {
    const manifest = await app.visitor().get('/app/manifest.webmanifest');
    expect(manifest.json).toMatchObject({ name: 'Vereinsheim', start_url: '/app/' });
    for (const { src } of manifest.json.icons) {
      const icon = await app.visitor().get(src);
      expect([icon.status, icon.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    }
    expect(manifest.headers.get('X-Robots-Tag')).toContain('noindex');
  });

  it('the link preview of an invitation does not name the club (docs/decisions/0021)', async () => {
    const organization = await app.make.organization({ name: 'Geheimbund' });
    const member = await app.make.member(organization);
    const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const browser = await app.as(admin, organization);
    const { json } = await browser.call('POST', `/organization/invitation/${member.uuid}`);
    const { text } = await app.visitor().visit(`/app/invite/${json.code}`);
    expect(text).toContain('property="og:title" content="Einladung in einen Verein"');
    expect(text).not.toContain('Geheimbund');
  });
});
