import type { Page, Route } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { violations } from '../support/axe';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { rowsOf } from '../support/rows';

/** Without a network the screen and what was typed stay, and trying again acts once (B5, B7). */
const app = testApp();
const chromium = testChromium({ provoked: /net::ERR_|status of 502/ });
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});

const open = (path: string) =>
  chromium.visit(app, [club.admin, club.organization], path, {
    viewport: { width: 360, height: 740 },
  });

const message = (page: Page) => page.getByRole('alert').filter({ hasText: 'Keine Verbindung.' });
const again = (page: Page) => page.getByRole('button', { name: 'Erneut versuchen' });
const offline = (page: Page, is: boolean) => page.context().setOffline(is);

async function expectStays(page: Page, text: string) {
  await expectPage(message(page)).toHaveCount(1);
  await expectPage(message(page).getByText(text, { exact: true })).toBeVisible();
  await expectPage(again(page)).toBeEnabled();
  await expectPage(page.getByRole('progressbar')).toHaveCount(0);
}

/** Answers as a proxy would whose server is gone. */
const badGateway = (route: Route) =>
  route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });

describe('a page without a network', () => {
  it('a tap keeps the screen, says so, also when tried again, and the page comes by itself with the network (B7)', async () => {
    const page = await open('/app/members');
    await offline(page, true);
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await expectStays(page, 'Keine Verbindung.');
    await expectPage(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible();
    expect(await violations(page, 'light')).toEqual([]);
    await offline(page, false);
    await expectPage(page.getByRole('dialog', { name: 'Mitglied erstellen' })).toBeVisible();
    await expectPage(message(page)).toHaveCount(0);

    // Trying again without a network says so again, and another tap gives up the first.
    await page.keyboard.press('Escape');
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await offline(page, true);
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await again(page).click();
    await expectStays(page, 'Keine Verbindung.');
    await page.route('**/*.data*', badGateway);
    await offline(page, false);
    await expectStays(page, 'Keine Verbindung.');
    await page.unroute('**/*.data*');
    await page.getByRole('link', { name: 'Mein Konto' }).click();
    await expectPage(page.getByRole('heading', { name: 'Mein Konto' })).toBeVisible();
    await expectPage(message(page)).toHaveCount(0);
    expect(page.url()).toBe(`${app.origin}/app/account`);
  });

  it('neither code that cannot be loaded nor a server that is restarted reloads the page (B7)', async () => {
    const page = await open('/app/members');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await page.route('**/assets/**', (route) => route.abort('connectionfailed'));
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await expectStays(page, 'Keine Verbindung.');
    await page.unroute('**/assets/**');
    await again(page).click();
    await expectPage(page.getByRole('dialog', { name: 'Mitglied erstellen' })).toBeVisible();
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);

    // Nor does a server that is being restarted behind a proxy replace the screen.
    await page.keyboard.press('Escape');
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await page.route('**/*.data*', badGateway);
    await page.getByRole('link', { name: 'Mein Konto' }).click();
    await expectStays(page, 'Keine Verbindung.');
    await page.unroute('**/*.data*');
    await again(page).click();
    await expectPage(page.getByRole('heading', { name: 'Mein Konto' })).toBeVisible();
  });
});

describe('the code of a screen', () => {
  it('what the browser cut off is loaded by trying again, and the page is not reloaded before (B7)', async () => {
    const page = await open('/app/members');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    // The file is there: as when a page is left, or a file begins to be stored.
    await page.route('**/assets/**', (route) =>
      route.request().resourceType() === 'script' ? route.abort('aborted') : route.continue(),
    );
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await expectStays(page, 'Keine Verbindung.');
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
    await page.unroute('**/assets/**');
    await again(page).click();
    await expectPage(page.getByRole('dialog', { name: 'Mitglied erstellen' })).toBeVisible();
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  it('what the server has no more reloads the page, which then has the new one (B7)', async () => {
    const page = await open('/app/members');
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    await page.route('**/assets/new-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await page.waitForFunction(() => !('stillHere' in window));
    await expectPage(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible();
  });
});

const made = async (name: string) => {
  const { length } = await rowsOf(app.db, 'events', { name }, ['uuid']);
  return length;
};

async function typedEvent(name: string): Promise<Page> {
  const page = await open('/app/events/new');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Datum').first().fill('5.3.2031');
  await dialog.getByLabel('Offene Veranstaltung').check();
  return page;
}

const TYPED = 'Keine Verbindung. Ihre Eingaben sind noch da.';

describe('a form without a network', () => {
  it('an event that is saved without a network keeps its dialog, and is created by trying again (E4)', async () => {
    const page = await typedEvent('Funklochfest');
    await offline(page, true);
    await page.getByRole('button', { name: 'Erstellen', exact: true }).click();
    await expectPage(page.getByRole('dialog').locator('[data-kind=error]')).toHaveText(
      /^Error: Veranstaltung\s*Veranstaltung erstellen ist fehlgeschlagen\.$/,
    );
    await expectStays(page, TYPED);
    await expectPage(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Funklochfest');
    // The dialog's own message, as everything outside a modal dialog is out of reach.
    await expectPage(message(page)).toHaveCount(1);
    expect(await violations(page, 'light')).toEqual([]);
    await offline(page, false);
    // A form is sent by the person who filled it in, not by the network.
    await expectStays(page, TYPED);
    expect(await made('Funklochfest')).toBe(0);
    await again(page).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await expectPage(page.locator('[data-kind=success]')).toHaveCount(1);
    expect(await made('Funklochfest')).toBe(1);
  });

  it.each([
    ['the code of toasts is there', true],
    ['that cannot be loaded any more', false],
  ])(
    'a save without a network says that it failed, in the dialog, if %s (B6)',
    async (_when, loads) => {
      const event = await app.make.event(club.organization, { name: 'Wanderung' });
      const page = await open(`/app/events`);
      if (!loads) await page.route('**/assets/toasts-*.js', (route) => route.abort());
      const arrived = page.waitForResponse(/toasts-/).catch(() => null);
      await page.locator(`a[href^="/app/events/${event.uuid}/edit"]`).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Radtour');
      if (loads) await arrived;
      await page.route('**/*.data*', (route) =>
        route.request().method() === 'POST' ? route.abort('connectionfailed') : route.continue(),
      );
      await dialog.getByRole('button', { name: 'Speichern' }).click();
      const error = dialog.locator('[data-kind=error]');
      await expectPage(error).toHaveText(
        /^Error: Veranstaltung\s*Fehler beim speichern der Veranstaltung\.$/,
      );
      await expectPage(error).toBeInViewport({ ratio: 1 });
      await expectPage(page.locator('[data-toast]')).toHaveCount(loads ? 1 : 0);
      // As long as any (section 2); what helps stays.
      if (loads) await expectPage(error).toHaveCount(0);
      await expectStays(page, TYPED);
    },
  );

  it('what is corrected meanwhile is what trying again sends, and discarding still asks', async () => {
    const page = await typedEvent('Tippfeler');
    await offline(page, true);
    await page.getByRole('button', { name: 'Erstellen', exact: true }).click();
    await expectStays(page, TYPED);
    await page.getByRole('dialog').getByLabel('Name').fill('Tippfehler');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await offline(page, false);
    await again(page).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    expect([await made('Tippfeler'), await made('Tippfehler')]).toEqual([0, 1]);
  });

  it.each([
    ['never arrives', false],
    ['is lost after the server has carried out the form', true],
  ])(
    'a sign-up whose answer %s says that it failed, and is made once by trying again, and says so (E7)',
    async (_how, arrives) => {
      const event = await app.make.event(club.organization, { date: '2031-05-01', max: 3 });
      const page = await open(`/app/events/${event.uuid}/registration`);
      await page.route('**/registration.data*', async (route) => {
        if (arrives) await route.fetch({ maxRedirects: 0 });
        await route.abort('connectionfailed');
      });
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await expectPage(page.locator('[data-kind=error]')).toContainText(
        'Fehler beim Anmelden zur Veranstaltung.',
      );
      await expectStays(page, 'Keine Verbindung.');
      await expectPage(message(page)).toContainText('Doppelt gespeichert wird nichts.');
      const registrations = () =>
        app.db
          .selectFrom('answers')
          .where('answer', '=', 'yes')
          .selectAll()
          .where('event_uuid', '=', event.uuid)
          .execute();
      expect(await registrations()).toHaveLength(arrives ? 1 : 0);
      await page.unroute('**/registration.data*');
      await again(page).click();
      await expectPage(page.locator('[data-kind=success]')).toHaveCount(1);
      await expectPage(page.locator('dialog')).toHaveCount(0);
      expect(await registrations()).toHaveLength(1);
    },
  );
});
