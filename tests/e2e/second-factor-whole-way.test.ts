import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { codeOf, forgetStep } from '../support/authenticator';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { enterCode, logIn } from '../support/log-in';

/** A second factor from 'Mein Konto' to the log-in and back (T3, T4). */
const app = testApp();
const chromium = testChromium();

async function logOut(page: Page) {
  await page.goto(`${app.origin}/app/logout`);
  await page.getByRole('button', { name: 'Abmelden' }).last().click();
  await page.getByRole('button', { name: 'Einloggen' }).waitFor();
}

it('a second factor is set up, asked for at the log-in, stood in for by a recovery code, and switched off (T3, T4)', async () => {
  const user = await app.make.userOf(await app.make.organization());
  const viewport = { width: 360, height: 740 };
  const page = await chromium.open({ viewport });
  await page.goto(`${app.origin}/app/login`);
  await logIn(page, user);
  await page.goto(`${app.origin}/app/account`);
  await page.getByRole('link', { name: 'Einloggen mit Handy-Code' }).click();
  await page.getByRole('button', { name: 'Einrichten' }).click();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByText('Das Einrichten wurde abgebrochen.').last().waitFor();
  await page.getByRole('button', { name: 'Einrichten' }).click();
  const shown = await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const key = shown.replaceAll(' ', '');
  const picture = page.getByRole('img', { name: /^QR-Code/ });
  await expectPage(picture).toBeHidden();
  await page.getByText('QR-Code für ein anderes Gerät').click();
  await expectPage(picture).toBeVisible();
  await page.getByLabel('Code aus der App').fill('12 34');
  await page.getByRole('button', { name: 'Einschalten' }).click();
  await page.getByText('Dieser Code stimmt nicht').first().waitFor();
  await page.getByLabel('Code aus der App').fill(codeOf(key));
  await page.getByRole('button', { name: 'Einschalten' }).dblclick();
  await page.getByText('Diese Codes sehen Sie nur jetzt.').waitFor();
  // On a phone the form was further down than the codes now are.
  await expectPage(page.getByRole('heading', { level: 1 })).toBeInViewport();
  const codes = (await page.locator('pre').innerText()).split('\n');
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'Alle kopieren' }).waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Als Datei speichern' }).click();
  expect((await saved).suggestedFilename()).toBe('wiederherstellungscodes.txt');
  await page.getByRole('link', { name: 'Ich habe die Codes aufbewahrt' }).click();
  await page.getByText('Sie haben noch 10 Wiederherstellungscodes.').waitFor();

  await logOut(page);
  await forgetStep(app, user);
  await logIn(page, user);
  await enterCode(page, codeOf(key));
  await page.waitForURL(`${app.origin}/app/`);
  await logOut(page);
  await logIn(page, user);
  await enterCode(page, codes[4]?.toLowerCase() ?? '');
  await page.waitForURL(`${app.origin}/app/`);

  await page.goto(`${app.origin}/app/account`);
  await page.getByText('noch 9 Wiederherstellungscodes').waitFor();
  await page.getByRole('link', { name: 'Einloggen mit Handy-Code' }).click();
  await page.getByRole('link', { name: 'Abschalten' }).click();
  await page.getByRole('button', { name: 'Abschalten' }).click();
  await page.getByText('Auf anderen Geräten sind Sie jetzt ausgeloggt.').first().waitFor();
  await logOut(page);
  await logIn(page, user);
  await page.waitForURL(`${app.origin}/app/`);
});
