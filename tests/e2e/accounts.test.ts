import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { PASSWORD } from '../support/factories';

/** The user's own account; before the log-in no screen has scripts. */
const app = testApp();
const chromium = testChromium();

it('a user changes name, address and password, ends sessions, leaves a club and deletes the account (A12)', async () => {
  const organization = await app.make.organization({ name: 'Verlassener Verein' });
  const user = await app.make.userOf(organization);
  await app.make.session(user);
  const page = await chromium.openAs(app, [user]);
  await page.goto(`${app.origin}/app/`);
  await page.getByRole('link', { name: 'Mein Konto' }).click();
  const dialog = page.getByRole('dialog');

  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await dialog.getByLabel('Vorname').fill('Änne');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText(`Willkommen, Änne ${user.lastName}`).first().waitFor();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'E-Mail', exact: true }).click();
  const address = 'neu@verein.example';
  await dialog.getByLabel('Neue E-Mail').fill(address);
  await dialog.getByRole('button', { name: 'Bestätigung senden' }).click();
  await page.getByText('Eine E-Mail zur Bestätigung wurde verschickt.').first().waitFor();
  await expectPage(page.getByRole('main')).toContainText(user.email);
  const [mail] = await app.mailsTo(address);
  await page.goto(/https?:\/\/\S+\/app\/auth\/verify\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.getByText('Validierung erfolgreich').waitFor();

  await page.goto(`${app.origin}/app/account`);
  await expectPage(page.getByRole('main')).toContainText(address);
  await page.getByText('Geräte (2)').click();
  await page.getByRole('link', { name: 'Auf anderen Geräten ausloggen' }).click();
  await dialog.getByRole('button', { name: 'Ausloggen' }).click();
  await page.getByText('Auf allen anderen Geräten ausgeloggt.').first().waitFor();
  await expectPage(page.getByText('Geräte (1)')).toBeVisible();

  await page.getByRole('link', { name: 'Verlassen' }).click();
  await dialog.getByRole('button', { name: 'Verlassen' }).click();
  await page.getByText('Sie gehören zu keinem Verein.').waitFor();

  await page.locator('summary', { hasText: 'Konto löschen' }).click();
  await page.getByRole('link', { name: 'Konto löschen' }).click();
  await dialog.getByLabel('Passwort').fill('falsch');
  await dialog.getByRole('button', { name: 'Konto löschen' }).click();
  await dialog.getByText('Das Passwort ist falsch.').first().waitFor();
  await dialog.getByLabel('Passwort').fill(PASSWORD);
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    return question.accept();
  });
  await dialog.getByRole('button', { name: 'Konto löschen' }).click();
  await page.getByText('Ihr Konto wurde gelöscht.').first().waitFor();
  expect(questions, 'the browser asks whether to leave').toEqual([]);
});
