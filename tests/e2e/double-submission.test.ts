import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { rowsOf } from '../support/rows';

const app = testApp();
const chromium = testChromium();

it('a double click on the button of a dialog creates only one record', async () => {
  const { organization, admin } = await app.make.club();
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/members/new`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Vorname').fill('Max');
  await dialog.getByLabel('Nachname').fill('Doppelt');
  await dialog.getByRole('button', { name: 'Mitglied erstellen' }).dblclick();
  await expectPage(page).toHaveURL(/\/app\/members(\?|$)/);
  expect(await rowsOf(app.db, 'members', { last_name: 'Doppelt' }, ['uuid'])).toHaveLength(1);
});
