import { it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

it('an oversized form keeps its page, which says that nothing was saved (B7)', async () => {
  const { admin, organization } = await app.make.club();
  const page = await chromium.visit(app, [admin, organization], '/app/events/new');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').evaluate((field, value) => {
    (field as HTMLInputElement).maxLength = 5_000_000;
    (field as HTMLInputElement).value = value;
  }, 'x'.repeat(2_000_000));
  await dialog.getByRole('button', { name: 'Erstellen' }).click();
  await expectPage(page.getByRole('heading', { name: 'Anfrage zu groß' })).toBeVisible();
  await expectPage(page.getByText('Gespeichert wurde nichts.')).toBeVisible();
  await expectPage(page.getByText(/^Referenz: \w{16}$/)).toBeVisible();
});
