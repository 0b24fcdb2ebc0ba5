import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { codeOf, giveFactor } from '../support/authenticator';
import { violations } from '../support/axe';
import { testChromium } from '../support/chromium';
import { provedAgo, TITLE } from '../support/confirmation';
import { expectPage } from '../support/expect-page';
import { PASSWORD } from '../support/factories';

/** A user who is asked for a fresh proof types the password, and nothing else once more (T2). */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});
async function open(path: string, user: { uuid: string } = club.admin): Promise<Page> {
  const page = await chromium.openAs(app, [user, club.organization]);
  await provedAgo(app, user, 11);
  await page.goto(app.origin + path, { waitUntil: 'networkidle' });
  return page;
}

async function confirm(page: Page) {
  await expectPage(page.getByRole('heading', { name: TITLE })).toBeVisible();
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Bestätigen' }).click();
}

it('a permission in a dialog is switched on after the password, by itself (T2)', async () => {
  const user = await app.make.userOf(club.organization);
  const path = `/app/admin/permissions/${user.uuid}`;
  const admin = await app.make.userOf(club.organization, ['ORGANIZATION_ADMIN']);
  await giveFactor(app, admin);
  const page = await open(path, admin);
  await page.getByRole('button', { name: 'Aktivieren: Mitglieder bearbeiten' }).click();
  await expectPage(page.getByRole('heading', { name: TITLE })).toBeVisible();
  expect(await violations(page, 'light')).toEqual([]);
  await confirm(page);
  await expectPage(page.getByText('Berechtigungen gespeichert.').first()).toBeVisible();
  await expectPage(
    page.getByRole('button', { name: 'Deaktivieren: Mitglieder bearbeiten' }),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
});

it('a second factor is switched off after a code, and not after the password (T2)', async () => {
  const user = await app.make.userOf(club.organization);
  const secret = await giveFactor(app, user);
  const page = await open('/app/account/second-factor/removal', user);
  await page.getByRole('button', { name: 'Abschalten' }).click();
  await expectPage(page.getByText('um Ihren Handy-Code zu ändern')).toBeVisible();
  await expectPage(page.getByLabel('Passwort', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  await expectPage(page.getByText('Bitte den Code eingeben.').first()).toBeVisible();
  await page.getByLabel('Code aus der App').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  await expectPage(
    page.getByText('Auf anderen Geräten sind Sie jetzt ausgeloggt.').first(),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/app/account/second-factor');
});

it('a new address that was typed is sent after the password, or is there again (T2)', async () => {
  const email = 'neu@verein.example';
  const page = await open('/app/account/email');
  const asked: string[] = [];
  page.on('dialog', (each) => {
    asked.push(each.type());
    each.accept();
  });
  await page.getByLabel('Neue E-Mail').fill(email);
  await page.getByRole('button', { name: 'Bestätigung senden' }).click();
  await expectPage(page.getByText('um Ihre E-Mail-Adresse zu ändern')).toBeVisible();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expectPage(page.getByText('Ihre Eingaben sind noch da.')).toBeVisible();
  await expectPage(page.getByLabel('Neue E-Mail')).toHaveValue(email);
  await page.getByRole('button', { name: 'Bestätigung senden' }).click();
  await page.getByLabel('Passwort', { exact: true }).fill('falsch');
  await page.getByRole('button', { name: 'Bestätigen' }).click();
  await expectPage(page.getByText('Das Passwort ist falsch.').first()).toBeVisible();
  await confirm(page);
  await expectPage(
    page.getByText('Eine E-Mail zur Bestätigung wurde verschickt.').first(),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/app/account');
  expect(asked).toEqual([]);
});

it('files are downloaded after the password, and pages opened (T2)', async () => {
  const page = await open('/app/account/report');
  await confirm(page);
  await expectPage(page.getByText('Worum es geht').first()).toBeVisible();
  await provedAgo(app, club.admin, 11);
  await page.getByRole('link', { name: 'Meine Daten herunterladen' }).click();
  await expectPage(page.getByText('Danach beginnt der Download.')).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), confirm(page)]);
  expect(download.suggestedFilename()).toBe('meine-daten.json');
  await provedAgo(app, club.admin, 11);
  await page.goto(`${app.origin}/app/account`, { waitUntil: 'networkidle' });
  await page.getByText('Meine Daten', { exact: true }).click();
  await page.getByRole('link', { name: 'Auskunft' }).click();
  await confirm(page);
  await expectPage(page).toHaveURL(`${app.origin}/app/account/report`);
  await expectPage(page.getByText('Worum es geht').first()).toBeVisible();

  const member = await app.make.member(club.organization);
  await provedAgo(app, club.admin, 11);
  await page.goto(`${app.origin}/app/members/${member.uuid}/report`, {
    waitUntil: 'networkidle',
  });
  await page.getByRole('button', { name: 'Als Datei (JSON)' }).click();
  await expectPage(page.getByText('Danach beginnt der Download.')).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), confirm(page)]);
  expect(file.suggestedFilename()).toMatch(/\.json$/);

  await page.goto(`${app.origin}/app/members/export`, { waitUntil: 'networkidle' });
  await provedAgo(app, club.admin, 11);
  await page.getByRole('button', { name: 'Herunterladen' }).click();
  await expectPage(page.getByText('Danach beginnt der Download.')).toBeVisible();
  const [table] = await Promise.all([page.waitForEvent('download'), confirm(page)]);
  expect(table.suggestedFilename()).toBe('mitglieder.xlsx');
  await page.getByRole('link', { name: 'Zurück' }).click();
  await expectPage(page).toHaveURL(`${app.origin}/app/members`);
});
