import { sql } from 'kysely';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

async function pageOf(user: { uuid: string }, organization: { uuid: string }, scripts: boolean) {
  const page = await chromium.openAs(app, [user, organization], { javaScriptEnabled: scripts });
  return page;
}

async function fillMember(page: Page) {
  await page.goto(`${app.origin}/app/members/new`);
  await page.getByRole('dialog').getByLabel('Vorname').fill('Max');
  await page.getByRole('dialog').getByLabel('Nachname').fill('Doppelt');
  return page.getByRole('dialog').getByRole('button', { name: 'Mitglied erstellen' });
}

async function fillEvent(page: Page) {
  await page.goto(`${app.origin}/app/events/new`);
  await page.getByRole('dialog').getByLabel('Name').fill('Doppelfest');
  await page.getByRole('dialog').getByLabel('Datum').fill('2030-06-15');
  await page.getByRole('dialog').getByLabel('Offene Veranstaltung').check();
  return page.getByRole('dialog').getByRole('button', { name: 'Erstellen' });
}

const forms = [
  { what: 'member', list: '/app/members', table: 'members', fill: fillMember, as: 'Doppelt' },
  {
    what: 'event',
    list: '/app/events/[-\\da-f]{36}',
    table: 'events',
    fill: fillEvent,
    as: 'Doppelfest',
  },
] as const;

async function made(table: 'members' | 'events', organization: { uuid: string }, as: string) {
  const { rows } = await sql`
    select from ${sql.table(table)}
    where organization_uuid = ${organization.uuid} and ${sql.ref(table === 'members' ? 'last_name' : 'name')} = ${as}
  `.execute(app.db);
  return rows.length;
}

describe.each(forms)('new $what', ({ list, table, fill, as }) => {
  it('a double click creates only one record', async () => {
    const { organization, admin } = await app.make.club();
    const page = await pageOf(admin, organization, true);
    const button = await fill(page);
    await button.dblclick();
    await expectPage(page).toHaveURL(new RegExp(`${list}(\\?|$)`));
    expect(await made(table, organization, as)).toBe(1);
  });

  it('submitting a form twice without JavaScript creates only one record', async () => {
    const { organization, admin } = await app.make.club();
    const page = await pageOf(admin, organization, false);
    const button = await fill(page);
    // The first submission reaches the server, but its response does not reach the browser.
    let lost = true;
    await page.route('**/new*', async (route) => {
      if (route.request().method() !== 'POST' || !lost) return route.continue();
      lost = false;
      await route.fetch({ maxRedirects: 0 });
      await route.fulfill({ status: 204 });
    });
    await button.click();
    await expect.poll(() => made(table, organization, as)).toBe(1);
    await button.click();
    await expectPage(page).toHaveURL(new RegExp(`${list}(\\?|$)`));
    expect(await made(table, organization, as)).toBe(1);
  });
});
