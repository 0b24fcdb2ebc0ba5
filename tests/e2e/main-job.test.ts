import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { openMailbox } from '../support/mailbox';

/**
 * The product's main job, by two people in a real browser with mails that really arrive: register,
 * confirm, log in, found a club, create a limited event, invite, accept as the second person, sign
 * up, and be refused when full.
 */
const mailbox = await openMailbox();
const app = testApp({ smtpUrl: mailbox.url });
const chromium = testChromium();

beforeAll(() => app.services);
afterAll(() => mailbox.close());

describe.each([
  { scripting: true, how: 'with scripting' },
  { scripting: false, how: 'without scripting' },
])('main job, $how', ({ scripting }) => {
  const person = (name: string) => `${name}-${scripting ? 'js' : 'plain'}@verein.example`;

  it('a new user gets from registration to a sign-up that holds (A1, A4, A8, B4, C5, D2, D4, E3, E4, E7)', async () => {
    const founder = await chromium.open({
      javaScriptEnabled: scripting,
      viewport: { width: 1280, height: 800 },
    });
    await register(founder, 'Gerda', 'Gründer', person('gerda'));
    await confirmByMail(founder, person('gerda'), scripting);
    await logIn(founder, person('gerda'));
    expect(await founder.textContent('main')).toContain('Keine Organisationen verfügbar.');

    await founder.getByRole('link', { name: 'Organisation erstellen' }).last().click();
    await founder.getByLabel('Name').fill(`SV Probe ${scripting}`);
    await founder.getByRole('button', { name: 'Organisation erstellen' }).click();
    await founder.getByText(`für SV Probe ${scripting}`).waitFor();

    await createEvent(founder, 'Kletterkurs', '2031-03-05', '1');
    const row = founder.getByRole('row', { name: /Kletterkurs/ });
    expect(await row.textContent()).toContain('05. März 2031');
    expect(await row.textContent()).toContain('(0 von 1 belegt)');

    const link = await inviteNewMember(founder, 'Norbert', 'Neumann');
    const guest = await chromium.open({
      javaScriptEnabled: scripting,
      viewport: { width: 360, height: 740 },
    });
    await acceptAsNewPerson(guest, link, person('norbert'), scripting);
    expect(await guest.textContent('main')).toContain(`für SV Probe ${scripting}`);

    await openEvents(guest);
    await guest.getByRole('link', { name: 'Anmelden: Kletterkurs' }).click();
    await guest.getByRole('dialog').getByRole('button', { name: 'Anmelden' }).click();
    await guest.getByText('(1 von 1 belegt)').waitFor();
    expect(await guest.textContent('main')).toContain('Angemeldet');
    expect(await guest.textContent('main')).toContain('Keine freien Plätze mehr.');

    // The founder has no link to sign up for the full event, and its address refuses too.
    await openEvents(founder);
    expect(await founder.getByRole('link', { name: 'Anmelden: Kletterkurs' }).count()).toBe(0);
  });
});

async function register(page: Page, firstName: string, lastName: string, email: string) {
  if (!page.url().includes('/auth/register')) await page.goto(`${app.origin}/app/auth/register`);
  await page.getByLabel('Vorname').fill(firstName);
  await page.getByLabel('Nachname').fill(lastName);
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort').fill('Sehr-geheim-123');
  await page.getByRole('button', { name: 'Benutzerkonto erstellen' }).click();
  await page.getByText('Account wurde erfolgreich angelegt.').waitFor();
}

async function confirmByMail(page: Page, email: string, scripting: boolean) {
  await app.work();
  const { text = '' } = mailbox.newestTo(email);
  const link = /https?:\/\/\S+\/app\/auth\/verify\/\S+/.exec(text)?.[0];
  expect(link, text).toBeDefined();
  await page.goto(link ?? '');
  const button = page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' });
  if (!scripting) await button.click();
  await page.getByText('Validierung erfolgreich').waitFor();
  await page.getByRole('link', { name: 'Zum Einloggen' }).click();
}

async function logIn(page: Page, email: string) {
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort').fill('Sehr-geheim-123');
  await page.getByRole('button', { name: 'Einloggen' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/app/login');
}

async function openEvents(page: Page) {
  await page.goto(`${app.origin}/app/events`);
}

async function createEvent(page: Page, name: string, date: string, places: string) {
  await openEvents(page);
  await page.getByRole('link', { name: 'Veranstaltung erstellen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Datum').first().fill(date);
  await dialog.getByRole('radio', { name: /Begrenzt/ }).check();
  await dialog.getByLabel(/Maxim/).fill(places);
  await dialog.getByRole('button', { name: 'Erstellen' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await openEvents(page);
}

/** @returns the link of the invitation */
async function inviteNewMember(page: Page, firstName: string, lastName: string): Promise<string> {
  await page.goto(`${app.origin}/app/members`);
  await page.getByRole('link', { name: 'Mitglied erstellen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Vorname').fill(firstName);
  await dialog.getByLabel('Nachname').fill(lastName);
  await dialog.getByRole('button', { name: 'Erstellen' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page
    .getByRole('row', { name: new RegExp(lastName) })
    .getByRole('link', { name: 'Bearbeiten' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Einladung erstellen' }).click();
  const link = await page.getByLabel('Einladungslink').inputValue();
  expect(link).toContain('/app/invite/');
  return link;
}

async function acceptAsNewPerson(page: Page, link: string, email: string, scripting: boolean) {
  await page.goto(link);
  await page.getByRole('link', { name: 'Benutzerkonto erstellen' }).click();
  await register(page, 'Norbert', 'Neumann', email);
  await confirmByMail(page, email, scripting);
  await logIn(page, email);
  await page.getByRole('button', { name: 'Akzeptieren' }).click();
  await page.getByText(/Willkommen bei .* für/).waitFor();
}
