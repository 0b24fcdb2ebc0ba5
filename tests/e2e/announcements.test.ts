import type { Page } from 'playwright';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { insertRows } from '../support/rows';

/** What somebody who sees no screen learns about what has just happened on it. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
  const names = Array.from({ length: 102 }, (_, number) => `Zimmer${number}`);
  await insertRows(
    app.db,
    'members',
    [...names, 'Abendroth', 'Abendrot'].map((last_name) => ({
      organization_uuid: club.organization.uuid,
      first_name: 'Max',
      last_name,
    })),
  );
});
async function open(path: string, { javaScriptEnabled = true } = {}) {
  const options = { javaScriptEnabled, viewport: { width: 1280, height: 800 } };
  return chromium.visit(app, [club.admin, club.organization], path, options);
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Hauptmenü' }).first();

describe('changing the page', () => {
  it('the focus moves to the heading of each new page, by link and by Back, and is drawn around no heading (B5)', async () => {
    const page = await open('/app/');
    await expectPage(heading(page, 'Willkommen')).not.toBeFocused();
    await navigation(page).getByRole('link', { name: 'Mitglieder' }).click();
    await expectPage(heading(page, 'Mitglieder')).toBeFocused();
    await expectPage(page).toHaveTitle('Mitglieder · Vereinsheim');
    await page.keyboard.press('Shift+Tab');
    await navigation(page).getByRole('link', { name: 'Veranstaltungen' }).focus();
    await page.keyboard.press('Enter');
    await expectPage(heading(page, 'Veranstaltungen')).toBeFocused();
    await expectPage(heading(page, 'Veranstaltungen')).toHaveCSS('outline-style', 'none');
    await page.goBack();
    await expectPage(heading(page, 'Mitglieder')).toBeFocused();
    await page
      .getByRole('link', { name: /Weitere|Nächste|Später/ })
      .first()
      .click();
    await expectPage(page).toHaveURL(/after=/);
    await expectPage(heading(page, 'Mitglieder')).toBeFocused();
  });
});

describe('actions of a row', () => {
  it('each names the person that it is about, and still shows only what it does (D1, C3)', async () => {
    const page = await open('/app/members?q=Abendroth');
    for (const action of ['Bearbeiten', 'Löschen']) {
      const link = page.getByRole('link', { name: new RegExp(`^${action}: \\S+ Abendroth$`) });
      await expectPage(link).toHaveText(action);
    }
    await page.goto(`${app.origin}/app/admin/permissions`);
    const { firstName, lastName } = await app.db
      .selectFrom('users')
      .select(['first_name as firstName', 'last_name as lastName'])
      .where('uuid', '=', club.admin.uuid)
      .executeTakeFirstOrThrow();
    for (const action of ['Berechtigungen', 'Benutzer entfernen']) {
      const link = page.getByRole('link', { name: `${action}: ${firstName} ${lastName}` });
      await expectPage(link).toHaveText(action);
    }
  });
});

describe('a notification', () => {
  async function save(page: Page) {
    await page.getByRole('link', { name: /^Bearbeiten: \S+ Abendroth$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
    const said = page.getByText('Abendroth gespeichert.');
    await expectPage(said.first()).toBeVisible();
    return said;
  }

  it('is said once: by its toast, or, if that cannot be loaded, where it stands (B6)', async () => {
    const page = await open('/app/members?q=Abendroth');
    let arrive = () => {};
    const underWay = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/assets/toasts-*.js', async (route) => {
      await underWay;
      await route.continue();
    });
    const said = await save(page);
    const announced = page.getByRole('status').filter({ hasText: 'gespeichert.' });
    await expectPage(said).toHaveCount(1);
    await expectPage(announced).toHaveCount(0);
    arrive();
    await expectPage(page.locator('[data-toast]')).toBeVisible();
    await expectPage(page.locator('[data-kind=success]')).toHaveCount(1);

    const without = await open('/app/members?q=Abendroth');
    await without.route('**/assets/toasts-*.js', (route) => route.abort());
    await save(without);
    await expectPage(
      without.getByRole('status').filter({ hasText: 'Abendroth gespeichert.' }),
    ).toHaveCount(1);
    // The browser's own words about what it was not let to load; they may come late.
    await vi.waitFor(() => expect(chromium.errors).not.toEqual([]));
    await without.close();
    expect(chromium.errors.splice(0).every((each) => each.includes('ERR_FAILED'))).toBe(true);
  });

  it('goes on Escape, and the focus stays where it was (B6)', async () => {
    const page = await open('/app/members?q=Abendroth');
    await save(page);
    const toast = page.locator('[data-toast]');
    await expectPage(toast).toBeVisible();
    const opener = page.getByRole('link', { name: /^Bearbeiten: \S+ Abendroth$/ });
    await expectPage(opener).toBeFocused();
    await page.clock.install();
    await page.keyboard.press('Escape');
    await page.clock.runFor(1000);
    await expectPage(toast).toHaveCount(0);
    await expectPage(opener).toBeFocused();
  });
});

describe('what was found or refused', () => {
  it('a search says how much it found, and the field keeps the focus (D1)', async () => {
    const page = await open('/app/members');
    const found = page.getByRole('status').filter({ hasText: /Treffer/ });
    await expectPage(found).toHaveCount(0);
    const field = page.getByLabel('Mitglieder suchen');
    const list = page.getByRole('table', { name: 'Mitglieder' });
    const placed = async () => (await list.boundingBox())?.y;
    const place = await placed();
    for (const [words, text] of [
      ['abendr', '2 Treffer'],
      ['Zimmer', '102 Treffer'],
      ['Nirgendwer', 'Keine Treffer'],
    ] as const) {
      await field.fill(words);
      await field.press('Enter');
      await expectPage(found).toHaveText(text);
      await expectPage(heading(page, 'Mitglieder')).not.toBeFocused();
      // Letters and tools stay in their place while one types.
      if (text !== 'Keine Treffer') expect(await placed()).toBe(place);
    }
  });

  it('the filtered log says how much it found', async () => {
    const name = 'Protokoll';
    const admin = await app.as(club.admin, club.organization);
    await admin.submit('/app/members/new', { firstName: 'A', lastName: name });
    const page = await open('/app/admin/log');
    await page
      .locator('summary')
      .filter({ hasText: /^Filter$/ })
      .click();
    await page.getByLabel('Text').fill(name);
    await page.getByRole('button', { name: 'Filtern' }).click();
    await expectPage(page.getByRole('status').filter({ hasText: 'Treffer' })).toHaveText(
      '1 Treffer',
    );
  });

  it.each([true, false])(
    'a refused form says so first in the title, and the focus is on its summary, JavaScript %s (E4)',
    async (javaScriptEnabled) => {
      const page = await open('/app/events/new', { javaScriptEnabled });
      await page.getByRole('button', { name: 'Erstellen', exact: true }).click();
      await expectPage(page.locator('.error-summary')).toBeFocused();
      await expectPage(page).toHaveTitle('Fehler: Veranstaltung erstellen · Vereinsheim');
      await page.getByRole('link', { name: 'Abbrechen' }).click();
      await expectPage(page).toHaveTitle('Veranstaltungen · Vereinsheim');
    },
  );

  it('a refused log-in says so first in the title, and the focus is on its summary (A8)', async () => {
    const page = await chromium.open();
    await page.goto(`${app.origin}/app/login`);
    await page.getByLabel('E-Mail').fill('niemand@verein.example');
    await page.getByLabel('Passwort', { exact: true }).fill('falsch');
    await page.getByRole('button', { name: 'Einloggen' }).click();
    await expectPage(page.locator('.error-summary')).toBeFocused();
    await expectPage(page).toHaveTitle('Fehler: Einloggen · Vereinsheim');
  });
});
