import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/** Lists that a document may bring in part, behind a dialog (X3): no row is ever lost. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

const ROWS = 40;
const LISTS = [
  { list: 'events', path: '/app/events', dialog: /^Bearbeiten: Fest 05$/ },
  { list: 'members', path: '/app/members', dialog: /^Bearbeiten: Änne "<Z>" N05$/ },
] as const;

beforeAll(async () => {
  club = await app.make.club();
  for (let at = 0; at < ROWS; at++) {
    const nth = String(at).padStart(2, '0');
    await app.make.member(club.organization, { firstName: 'Änne "<Z>"', lastName: `N${nth}` });
    await app.make.event(club.organization, {
      name: `Fest ${nth}`,
      date: `2031-05-${String(1 + (at % 28)).padStart(2, '0')}`,
      max: at % 2 ? 5 : undefined,
    });
  }
});

/** Scripts give the rows' actions their names. */
const named = (page: Page) =>
  page.locator('main table [aria-label^="Löschen: "]').first().waitFor();

async function open(path: string, { scripts = true } = {}) {
  const session = [club.admin, club.organization] as const;
  const page = await chromium.visit(app, [...session], path, { javaScriptEnabled: scripts });
  if (scripts) await named(page);
  return page;
}

/** Each row's text and its links with their addresses and names. */
const rowsOf = (page: Page) =>
  page
    .locator('main table')
    .evaluate((table) =>
      [...(table as HTMLTableElement).rows].map((row) => [
        row.textContent,
        ...[...row.querySelectorAll('a, button')].map((link) =>
          [link.getAttribute('href'), link.getAttribute('aria-label')].join(' '),
        ),
      ]),
    );

for (const { list, path, dialog } of LISTS)
  it(`the rows of the ${list} are the same in a document as of data, around dialogs, behind one and in a page that is not as expected (X3)`, async () => {
    const page = await open(path);
    const rows = await rowsOf(page);
    expect(rows.length).toBeGreaterThan(ROWS);

    // A dialog opens and closes, and saves.
    await page.getByRole('link', { name: dialog }).click();
    await page.getByRole('dialog').waitFor();
    expect(await rowsOf(page)).toEqual(rows);
    const edit = page.url();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await rowsOf(page)).toEqual(rows);
    await page.getByRole('link', { name: dialog }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectPage(page.getByRole('link', { name: dialog })).toBeFocused();
    expect(await rowsOf(page)).toEqual(rows);

    // Of data, by the menu and by Back.
    for (const again of [
      () => page.locator(`nav a[href="${path}"]:visible`).first().click(),
      () => page.goBack(),
    ]) {
      await page.locator('nav a[href="/app/"]:visible').first().click();
      await page.waitForURL('**/app/');
      await again();
      await page.locator('main table').waitFor();
      expect(await rowsOf(page)).toEqual(rows);
    }

    // A document with a dialog has the rows in sight, and all once it is closed.
    await page.goto(edit, { waitUntil: 'networkidle' });
    const behind = await rowsOf(page);
    expect(behind.length).toBeLessThan(rows.length);
    expect(rows.slice(0, behind.length)).toEqual(behind);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectPage(page.locator('main table tr')).toHaveCount(rows.length);
    expect(await rowsOf(page)).toEqual(rows);

    // As an extension would that changes pages before their scripts run.
    await page.route(app.origin + path, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/<main([^>]*)>/, '<main$1><b>fremd</b>');
      await route.fulfill({ response, body });
    });
    await page.goto(app.origin + path);
    await page.getByText('fremd').waitFor({ state: 'detached' });
    await named(page);
    expect(await rowsOf(page)).toEqual(rows);
    await page.getByRole('link', { name: dialog }).click();
    await page.getByRole('dialog').waitFor();
    // React says that it has rendered the page anew.
    chromium.errors.splice(0);

    // Without scripts, closing leads to the list's own page.
    const plain = await open(new URL(edit).pathname, { scripts: false });
    await plain.getByRole('link', { name: 'Schließen' }).click();
    await expectPage(plain.locator('main table tr')).toHaveCount(rows.length);
  });
