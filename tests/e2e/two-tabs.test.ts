import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

describe.each([true, false])('two organisations (JavaScript %s)', (javaScriptEnabled) => {
  async function setting() {
    const { organization: first, admin } = await app.make.club({
      name: `Erster Verein ${javaScriptEnabled}`,
    });
    const second = await app.make.organization({ name: `Zweiter Verein ${javaScriptEnabled}` });
    await app.make.belongs(admin, second, 'ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS');
    const page = await chromium.openAs(app, [admin, first], { javaScriptEnabled });
    return { first, second, page };
  }

  const active = (page: Page) => page.locator('header summary');

  it('a link into another organisation makes that one active (B1)', async () => {
    const { second, page } = await setting();
    const event = await app.make.event(second, { name: 'Fest der anderen' });
    await page.goto(`${app.origin}/app/events/${event.uuid}/polls`);
    await page.getByRole('heading', { name: 'Umfragen: Fest der anderen' }).waitFor();
    expect(await active(page).textContent()).toContain(second.name);
    await page.goto(`${app.origin}/app/`);
    await page.getByText(`für ${second.name}`).waitFor();
    expect(chromium.errors).toEqual([]);
  });

  it('a form is saved in the organisation it was rendered for, even if another tab has switched (B1)', async () => {
    const { first, second, page } = await setting();
    await page.goto(`${app.origin}/app/events/new`, { waitUntil: 'networkidle' });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nur beim Ersten');
    await dialog
      .getByLabel('Datum')
      .first()
      .fill(javaScriptEnabled ? '01.02.2031' : '2031-02-01');

    const other = await page.context().newPage();
    await other.goto(`${app.origin}/app/`);
    await active(other).click();
    await other.getByRole('button', { name: second.name }).click();
    await other.getByText(`für ${second.name}`).waitFor();

    await dialog.getByRole('button', { name: 'Erstellen' }).click();
    await expectPage(
      page.getByRole('heading', { name: 'Nur beim Ersten', level: 1 }),
    ).toBeVisible();
    expect(await active(page).textContent()).toContain(first.name);
    const events = await app.db
      .selectFrom('events')
      .select('organization_uuid')
      .where('organization_uuid', 'in', [first.uuid, second.uuid])
      .where('name', '=', 'Nur beim Ersten')
      .execute();
    expect(events).toEqual([{ organization_uuid: first.uuid }]);
    expect(chromium.errors).toEqual([]);
  });

  it('a refused form keeps its input and its organisation (B1)', async () => {
    const { first, second, page } = await setting();
    const member = await app.make.member(first, { firstName: 'Uta', lastName: 'Vorher' });
    await page.goto(`${app.origin}/app/members/${member.uuid}/edit`, { waitUntil: 'networkidle' });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Vorname').fill('');
    await dialog.getByLabel('Nachname').fill('Getippt');

    const other = await page.context().newPage();
    await other.goto(`${app.origin}/app/`);
    await active(other).click();
    await other.getByRole('button', { name: second.name }).click();
    await other.getByText(`für ${second.name}`).waitFor();

    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.locator('.error-summary').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await dialog.getByLabel('Nachname').inputValue()).toBe('Getippt');
    expect(await active(page).textContent()).toContain(first.name);
    await dialog.getByLabel('Vorname').fill('Uta');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expectPage(page.getByRole('rowheader', { name: 'Getippt' }).first()).toBeVisible();
    expect(chromium.errors).toEqual([]);
  });
});
