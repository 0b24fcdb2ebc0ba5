import { sql } from 'kysely';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

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
    const page = await chromium.openAs(app, [admin, organization]);
    const button = await fill(page);
    await button.dblclick();
    await expectPage(page).toHaveURL(new RegExp(`${list}(\\?|$)`));
    expect(await made(table, organization, as)).toBe(1);
  });
});
