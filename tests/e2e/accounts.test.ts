import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { PASSWORD } from '../support/factories';
import { logIn } from '../support/log-in';

/** Registration, log-in and log-out, and the user's own account. */
const app = testApp();
const chromium = testChromium();

beforeAll(() => app.services);
const pathOf = (page: Page) => page.url().slice(app.origin.length);

// Screens before the log-in run no scripts, but for one that confirms an address by itself.
describe('accounts', () => {
  it('registration marks missing fields and reports an unknown code (A1, A2, A4)', async () => {
    const page = await chromium.open();
    await page.goto(`${app.origin}/app/auth/register`);
    const steps = page.getByRole('list', { name: 'Schritte' }).getByRole('listitem');
    expect(await steps.allTextContents()).toEqual(['Benutzerkonto erstellen', 'E-Mail bestätigen']);
    await expectPage(steps.first()).toHaveAttribute('aria-current', 'step');
    await page.getByLabel('Vorname').fill('Vera');
    await page.getByLabel('E-Mail').fill('vera@ohne-endung');
    await page.getByRole('button', { name: 'Benutzerkonto erstellen' }).click();
    for (const label of ['Nachname', 'E-Mail', 'Passwort']) {
      await expectPage(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
    }
    await expectPage(page.getByLabel('Vorname')).toHaveValue('Vera');
    await expectPage(page.getByLabel('Vorname')).not.toHaveAttribute('aria-invalid', 'true');

    await page.goto(`${app.origin}/app/auth/verify/unbekannt`);
    await page.getByText('Validierung fehlgeschlagen').waitFor();
    await page.getByText('Validierungscode wurde nicht gefunden.').waitFor();
  });

  it('a user resets a forgotten password by mail and logs in with the new one (A6, A7, A8)', async () => {
    const user = await app.make.user();
    const page = await chromium.open();
    await page.goto(`${app.origin}/app/login`);
    await logIn(page, { email: 'unsinn' }, '');
    await page.getByText('Ungültige E-Mail').first().waitFor();
    await page.getByText('Passwort eingeben').first().waitFor();
    await page.getByRole('link', { name: 'Passwort vergessen' }).click();
    await page.getByLabel('E-Mail').fill(user.email);
    await page.getByRole('button', { name: 'Link senden' }).click();
    await page.getByText('E-Mail wurde versendet.').waitFor();
    const [mail] = await app.mailsTo(user.email);
    await page.goto(
      /https?:\/\/\S+\/app\/auth\/password-reset\/\S+/.exec(mail?.text ?? '')?.[0] ?? '',
    );
    await page.getByLabel('Passwort', { exact: true }).fill('Ganz neu');
    await page.getByLabel('Passwort wiederholen').fill('Ganz anders');
    await page.getByRole('button', { name: 'Passwort setzen' }).click();
    await page.getByText('Passwörter sind nicht gleich').first().waitFor();
    await page.getByLabel('Passwort', { exact: true }).fill('Ganz neu');
    await page.getByLabel('Passwort wiederholen').fill('Ganz neu');
    await page.getByRole('button', { name: 'Passwort setzen' }).click();
    await page.getByText('Passwort erfolgreich gesetzt. Sie können sich nun einloggen.').waitFor();
    await page.getByRole('link', { name: 'Zum Einloggen' }).click();
    await logIn(page, user);
    await expectPage(page.getByText('E-Mail oder Passwort falsch.').nth(1)).toBeVisible();
    await logIn(page, user, 'Ganz neu');
    await page.getByText('Keine Organisationen verfügbar.').waitFor();

    await page.goto(`${app.origin}/app/auth/password-reset/verbraucht`);
    await page.getByLabel('Passwort', { exact: true }).fill('x');
    await page.getByLabel('Passwort wiederholen').fill('x');
    await page.getByRole('button', { name: 'Passwort setzen' }).click();
    await page
      .getByText('Fehler beim zurücksetzen des Passworts. Code falsch oder abgelaufen.')
      .first()
      .waitFor();
  });

  it('log-in returns to the requested page but never leaves the site, and log-out ends it (A9, A10, B2, B3)', async () => {
    const { admin } = await app.make.club();
    const page = await chromium.open();
    await page.goto(`${app.origin}/app/login?redirect=https://boese.example/`);
    expect(pathOf(page)).toMatch(/^\/app\/login$/);
    await page.goto(`${app.origin}/app/members?q=M`);
    expect(pathOf(page)).toBe('/app/login?redirect=%2Fapp%2Fmembers%3Fq%3DM');
    await logIn(page, admin);
    await page.getByRole('heading', { name: 'Mitglieder', level: 1 }).waitFor();
    expect(pathOf(page)).toBe('/app/members?q=M');
    await page.goto(`${app.origin}/app/members?refresh&q=M`);
    expect(pathOf(page)).toBe('/app/members?q=M');
    await page.goto(`${app.origin}/app/login`);
    expect(pathOf(page)).toBe('/app/');
    await page.goto(`${app.origin}/app/gibt-es-nicht`);
    await page.getByText('Seite nicht gefunden').first().waitFor();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByRole('button', { name: 'Einloggen' }).waitFor();
    await page.goto(`${app.origin}/app/invite/irgendein-code`);
    expect(pathOf(page)).toBe('/app/login?redirect=%2Fapp%2Finvite%2Firgendein-code');
  });
});

describe.each([true, false])('an account (JavaScript %s)', (javaScriptEnabled) => {
  it('a user changes name, address and password, ends sessions, leaves a club and deletes the account (A12)', async () => {
    const organization = await app.make.organization({ name: 'Verlassener Verein' });
    const user = await app.make.userOf(organization);
    await app.make.session(user);
    const page = await chromium.openAs(app, [user], { javaScriptEnabled });
    await page.goto(`${app.origin}/app/`);
    await page.getByRole('link', { name: 'Mein Konto' }).click();
    const dialog = page.getByRole('dialog');

    await page.getByRole('link', { name: 'Name', exact: true }).click();
    await dialog.getByLabel('Vorname').fill('Änne');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText(`Willkommen, Änne ${user.lastName}`).first().waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'E-Mail', exact: true }).click();
    const address = `neu-${javaScriptEnabled}@verein.example`;
    await dialog.getByLabel('Neue E-Mail').fill(address);
    await dialog.getByRole('button', { name: 'Bestätigung senden' }).click();
    await page.getByText('Eine E-Mail zur Bestätigung wurde verschickt.').first().waitFor();
    await expectPage(page.getByRole('main')).toContainText(user.email);
    const [mail] = await app.mailsTo(address);
    await page.goto(/https?:\/\/\S+\/app\/auth\/verify\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
    if (!javaScriptEnabled)
      await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click();
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
});
