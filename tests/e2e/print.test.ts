import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';

/** The lists that a club takes along on paper: members and participants. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club({ name: 'SV Papier' });
  for (let count = 10; count < 58; count++)
    await app.make.member(club.organization, {
      firstName: 'Heinz-Jürgen',
      lastName: `Name ${count}`,
    });
});

async function onPaper(path: string): Promise<Page> {
  const page = await chromium.open({ viewport: { width: 680, height: 960 }, colorScheme: 'dark' });
  const value = await app.make.session(club.admin, club.organization);
  await page.context().addCookies([{ name: 'session', value, url: app.origin }]);
  await page.goto(app.origin + path, { waitUntil: 'networkidle' });
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  return page;
}

/** Printed controls, except for the boxes that people tick by hand. */
const controls = (page: Page) =>
  page
    .locator('a, button, select, summary, nav li, input:not([type=checkbox], [type=hidden])')
    .filter({ visible: true })
    .allTextContents();

/** Elements whose content is clipped, since nobody can scroll on paper. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter(
        (each) =>
          getComputedStyle(each).overflow !== 'visible' &&
          each.scrollHeight > each.clientHeight + 1,
      )
      .filter((each) => each.checkVisibility() && !each.matches('.visually-hidden'))
      .map((each) => `${each.localName}.${each.className}`),
  );
}

it('the printed member list shows every row, the club and the date, but no controls (D1)', async () => {
  const page = await onPaper('/app/members');
  expect(await controls(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
  const text = await page.locator('body').innerText();
  expect(text).toMatch(/SV Papier, Stand \d\d\. \S+ \d{4}\s+Mitglieder/);
  for (let count = 10; count < 58; count++) expect(text).toContain(`Name ${count}`);
  expect(text).not.toContain('Aktionen');
  expect(await page.locator('.page-links').count()).toBe(0);
});

it('a printout of one page of several says that it is only a part', async () => {
  for (let count = 58; count < 170; count++)
    await app.make.member(club.organization, { lastName: `Name ${count}` });
  const page = await onPaper('/app/members');
  expect(await controls(page)).toEqual([]);
  const note = await page
    .locator('.page-links')
    .evaluate((element) => getComputedStyle(element, '::after').content);
  expect(note).toBe('"Ein Teil der Liste: Sie hat weitere Seiten."');
});

it('the list of participants prints alone, with event, date and a box for everyone (E6)', async () => {
  const event = await app.make.event(club.organization, { name: 'Waldlauf', date: '2031-03-05' });
  const page = await onPaper(`/app/events/${event.uuid}/participants`);
  expect(await controls(page)).toEqual([]);
  expect(await cutOff(page)).toEqual([]);
  const text = await page.locator('body').innerText();
  expect(text).toMatch(
    /SV Papier, Stand .*\s+Teilnehmer: Waldlauf\s+Wer war dabei am 05\. März 2031\?/,
  );
  expect(text).not.toContain('Veranstaltungen');
  const boxes = page.getByRole('checkbox').filter({ visible: true });
  expect(await boxes.count()).toBe(await page.locator('.checklist > li').count());
  expect(await boxes.count()).toBeGreaterThan(60);
  // All rows are printed, and none overlaps another.
  const { height } = (await page.locator('.checklist').boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(60 * 24);
});
