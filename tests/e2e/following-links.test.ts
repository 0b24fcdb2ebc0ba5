import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/** Links are followed without a page load, where the browser would have followed them in place. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
  for (let count = 0; count < 20; count++)
    await app.make.event(club.organization, { name: `Fest ${count}`, date: '2040-01-01' });
});

/** Opens a page that counts the documents it loads from then on. */
async function open(path: string) {
  const page = await chromium.visit(app, [club.admin, club.organization], path, {
    viewport: { width: 1280, height: 500 },
  });
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loaded.push(new URL(request.url()).pathname);
  });
  return { page, loaded };
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 });
const entries = (page: Page) => page.evaluate(() => window.history.length);
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

describe('links', () => {
  it('a link changes the page in place, moves the focus to its heading, marks itself, and Back returns (B1)', async () => {
    const { page, loaded } = await open('/app/');
    const marked = menu(page).locator('[aria-current=page]');
    expect(await marked.allTextContents()).toEqual(['Übersicht']);
    await menu(page).getByRole('link', { name: 'Mitglieder' }).click();
    await expectPage(heading(page, 'Mitglieder')).toBeFocused();
    expect(await marked.allTextContents()).toEqual(['Mitglieder']);
    await page.goBack();
    await expectPage(marked).toHaveText(['Übersicht']);
    await page.goForward();
    await expectPage(heading(page, 'Mitglieder')).toBeVisible();

    // A link to where one is replaces the entry of the history.
    const link = menu(page).getByRole('link', { name: 'Mitglieder' });
    const before = await entries(page);
    for (let count = 0; count < 2; count++) {
      const again = page.waitForResponse(/members\.data/);
      await link.click();
      await again;
    }
    await page.waitForLoadState('networkidle');
    expect(await entries(page)).toBe(before);
    await page.goBack();
    await expectPage(marked).toHaveText(['Übersicht']);
    expect(loaded).toEqual([]);

    // With a key, it opens another tab or window and leaves the page.
    for (const modifier of ['Control', 'Shift'] as const) {
      const other = page.context().waitForEvent('page');
      await link.click({ modifiers: [modifier] });
      await heading(await other, 'Mitglieder').waitFor();
      await (await other).close();
      expect(new URL(page.url()).pathname).toBe('/app/');
    }
  });

  it('an entry stays marked on the pages below it, the overview does not (B1)', async () => {
    const { page } = await open('/app/members/new');
    const marked = page.locator('.nav [aria-current=page]');
    expect(await marked.allTextContents()).toEqual(['Mitglieder']);
    await page.goto(`${app.origin}/app/groups`);
    expect(await marked.allTextContents()).toEqual(['Mitglieder']);
    // A message belongs to whom or what it is about.
    const id = '00000000-0000-4000-8000-000000000000';
    for (const [query, place] of [
      [`?group=${id}`, 'Mitglieder'],
      [`?event=${id}`, 'Veranstaltungen'],
    ]) {
      await page.goto(`${app.origin}/app/messages/new${query}`);
      expect(await marked.allTextContents()).toEqual([place]);
    }
  });

  it('a dialog of a row keeps the page where it is, a page of a row begins at its top (E2)', async () => {
    const { page, loaded } = await open('/app/events?view=list');
    const row = page.getByRole('row').last();
    await row.scrollIntoViewIfNeeded();
    const top = await scrolled(page);
    expect(top).toBeGreaterThan(0);
    await row.getByRole('link', { name: /^Bearbeiten/ }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Abbrechen' }).click();
    await expectPage(page.getByRole('dialog')).toHaveCount(0);
    expect(await scrolled(page)).toBe(top);
    await row.getByRole('rowheader').getByRole('link').click();
    await expectPage(page.getByRole('heading', { name: /^Fest/, level: 1 })).toBeVisible();
    expect(await scrolled(page)).toBe(0);
    expect(loaded).toEqual([]);
  });

  it('a file is left to the browser (A12)', async () => {
    const { page } = await open('/app/account/report');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('a[href="/app/account/data.json"]').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.json$/);
    await expectPage(heading(page, /^Auskunft/)).toBeVisible();
  });

  it('a link on an error screen changes the page in place (B1)', async () => {
    const ways = {
      '/app/events/00000000-0000-4000-8000-000000000000': '/app/events',
      '/app/nowhere': '/app/',
    };
    for (const [path, onwards] of Object.entries(ways)) {
      const { page, loaded } = await open(path);
      await page.locator('main').getByRole('link').click();
      await page.waitForURL(app.origin + onwards);
      expect(loaded).toEqual([]);
    }
  });
});
