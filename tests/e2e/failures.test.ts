import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright';
import { it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

async function admin(path: string): Promise<Page> {
  const made = await app.make.club();
  const page = await chromium.openAs(app, [made.admin, made.organization]);
  await page.goto(app.origin + path, { waitUntil: 'networkidle' });
  return page;
}

/** Saves a screenshot if SHOTS names a folder. */
async function shoot(page: Page, name: string) {
  const folder = process.env.SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  for (const width of [360, 768, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 700 });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
}

it('an oversized form keeps its page, which says that nothing was saved (B7)', async () => {
  const page = await admin('/app/events/new');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').evaluate((field, value) => {
    (field as HTMLInputElement).maxLength = 5_000_000;
    (field as HTMLInputElement).value = value;
  }, 'x'.repeat(2_000_000));
  await dialog.getByRole('button', { name: 'Erstellen' }).click();
  await expectPage(page.getByRole('heading', { name: 'Anfrage zu groß' })).toBeVisible();
  await shoot(page, 'too-large');
  await expectPage(page.getByText('Gespeichert wurde nichts.')).toBeVisible();
  await expectPage(page.getByText(/^Referenz: \w{16}$/)).toBeVisible();
});
