import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { codeOf, forgetStep, giveFactor, wrongCode } from '../support/authenticator';
import { violations } from '../support/axe';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { enterCode, logIn } from '../support/log-in';

/** The log-in with a second factor (T3). */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;
let secret: string;

beforeAll(async () => {
  club = await app.make.club();
  secret = await giveFactor(app, club.admin);
});
it('the code is asked for after the password, and what was typed before goes on after it (T3, B2)', async () => {
  await forgetStep(app, club.admin);
  const page = await chromium.openAs(app, [club.admin, club.organization]);
  await page.goto(`${app.origin}/app/members/new`, { waitUntil: 'networkidle' });
  await page.getByLabel('Vorname').fill('Ida');
  await page.getByLabel('Nachname').fill('Immernochda');
  await app.db.deleteFrom('sessions').where('user_uuid', '=', club.admin.uuid).execute();
  page.on('dialog', (each) => each.accept());
  await page.getByRole('button', { name: 'Mitglied erstellen' }).click();
  await logIn(page, club.admin);

  const code = page.getByLabel('Code aus der App');
  await expectPage(page.getByRole('heading', { name: 'Handy-Code' })).toBeVisible();
  await expectPage(code).toBeFocused();
  await expectPage(page.getByText('Danach geht es mit Ihren Eingaben weiter.')).toBeVisible();
  expect(await violations(page, 'light')).toEqual([]);

  // Back to the first step, with what is kept.
  await page.getByRole('button', { name: 'Anderes Konto' }).click();
  await logIn(page, club.admin);
  await code.fill(wrongCode(secret));
  await code.press('Enter');
  await expectPage(page.getByText('Dieser Code stimmt nicht').first()).toBeVisible();
  await enterCode(page, codeOf(secret));
  await expectPage(page.getByText('Ihre Eingaben sind noch da.')).toBeVisible();
  await expectPage(page.getByLabel('Nachname')).toHaveValue('Immernochda');
});
