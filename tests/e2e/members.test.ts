import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

it('members are found as one types, and their dialogs keep what was searched for (D1, D2)', async () => {
  const { organization, admin } = await app.make.club();
  await app.make.member(organization, { firstName: 'Özlem', lastName: 'Öztürk' });
  const page = await chromium.openAs(app, [admin, organization]);
  const dialog = page.getByRole('dialog');
  const row = page.getByRole('row', { name: /Öztürk/ });
  await page.goto(`${app.origin}/app/members`);
  const other = page.getByRole('row', { name: admin.lastName });
  await other.waitFor();
  const search = page.getByRole('searchbox', { name: 'Mitglieder suchen' });
  // Leaving alone what is being typed.
  await search.pressSequentially('öz');
  await expectPage(other).toHaveCount(0);
  await expectPage(search).toBeFocused();
  await expectPage(search).toHaveValue('öz');
  await search.fill('özt');
  await search.press('Enter');
  await row.getByRole('link', { name: 'Bearbeiten' }).click();
  await dialog.getByLabel('Vorname').fill('Öznur');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expectPage(row).toContainText('Öznur');
  expect(page.url()).toContain('q=%C3%B6zt');
  await row.getByRole('link', { name: 'Löschen' }).click();
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await page.getByText('Keine Mitglieder gefunden').waitFor();
});
