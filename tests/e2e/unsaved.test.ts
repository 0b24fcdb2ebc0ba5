import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

/** Unsaved input is never lost without a question, however the dialog is left. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});
afterEach(() => expect(chromium.errors.splice(0), 'errors in the console').toEqual([]));

async function open(path: string, { javaScriptEnabled = true } = {}): Promise<Page> {
  const page = await chromium.open({ javaScriptEnabled, viewport: { width: 1280, height: 800 } });
  const value = await app.make.session(club.admin, club.organization);
  await page.context().addCookies([{ name: 'session', value, url: app.origin }]);
  await page.goto(app.origin + path, { waitUntil: 'networkidle' });
  if (javaScriptEnabled && path.includes('/', 5))
    await page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
  return page;
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Mitglied erstellen' });

const ways = {
  Escape: (page: Page) => page.keyboard.press('Escape'),
  'a click beside it': (page: Page) => page.mouse.click(5, 400),
  'the ×': (page: Page) => dialog(page).getByRole('link', { name: 'Schließen' }).click(),
  Abbrechen: (page: Page) => dialog(page).getByRole('link', { name: 'Abbrechen' }).click(),
  Back: (page: Page) => page.evaluate(() => history.back()),
};

describe.concurrent.each(Object.entries(ways))('leaving by %s', (_way, leave) => {
  it('a dialog with unsaved input asks before it closes, and returns the focus to the field', async () => {
    const page = await open('/app/members');
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await dialog(page).waitFor();
    await page.getByLabel('Nachname').fill('Halb getippt');
    await page.getByLabel('Kennung').fill('7');
    await leave(page);
    await expectPage(question(page)).toContainText('Noch nicht gespeichert: Nachname und Kennung.');
    await expectPage(page.getByRole('button', { name: 'Weiter bearbeiten' })).toBeFocused();
    expect(page.url()).toContain('/app/members/new');
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

    await page.keyboard.press('Escape');
    await expectPage(question(page)).toBeHidden();
    await expectPage(page.getByLabel('Kennung')).toBeFocused();
    await expectPage(page.getByLabel('Nachname')).toHaveValue('Halb getippt');

    await leave(page);
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await expectPage(page.getByLabel('Kennung')).toBeFocused();

    await leave(page);
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    expect(page.url()).toMatch(/\/app\/members$/);
    await expectPage(page.getByRole('link', { name: 'Mitglied erstellen' }).first()).toBeFocused();
  });

  it('a dialog without unsaved input closes without asking', async () => {
    const page = await open('/app/members');
    await page.getByRole('link', { name: 'Mitglied erstellen' }).first().click();
    await dialog(page).waitFor();
    await page.getByLabel('Nachname').fill('Doch nicht');
    await page.getByLabel('Nachname').fill('');
    await leave(page);
    await expectPage(page.locator('dialog')).toHaveCount(0);
  });
});

describe('unsaved input', () => {
  it('another form of the dialog asks about unsaved input first, and saving does not ask', async () => {
    const member = await app.make.member(club.organization, { lastName: 'Vorher' });
    const page = await open(`/app/members/${member.uuid}/edit`);
    await page.getByLabel('Nachname').fill('Nachher');
    await page.getByRole('button', { name: 'Einladung erstellen' }).click();
    await expectPage(question(page)).toContainText('Nachname');
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await expectPage(page.getByRole('rowheader', { name: 'Nachher' })).toBeVisible();
  });

  it('input after a refusal, dates and choices count as unsaved', async () => {
    const page = await open('/app/events/new');
    await page.getByLabel('Name').fill('Fest');
    await page.getByRole('button', { name: 'Erstellen' }).click();
    await page.locator('.error-summary').waitFor();
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toContainText('Noch nicht gespeichert: Name.');
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toBeHidden();
    await page.getByLabel('Datum').first().fill('5.3.2031');
    await page.getByRole('radio', { name: 'Begrenzte' }).check();
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toContainText('Noch nicht gespeichert: Name, Datum und Art.');
  });

  it('a dialog asks about unsaved input even while the page behind it is loading', async () => {
    const page = await open('/app/events/new');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let loads = 0;
    await page.route('**/*.data*', async (route) => {
      if (route.request().method() === 'GET') {
        loads += 1;
        await held;
      }
      await route.continue();
    });
    await page.getByLabel('Name').fill('Fest');
    await page.getByRole('button', { name: 'Erstellen' }).click();
    await page.locator('.error-summary').waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    release();
    await page.locator('[role=progressbar]').waitFor({ state: 'detached' });
    expect(loads).toBe(1);
    await expectPage(question(page)).toBeVisible();
    await page.getByRole('button', { name: 'Verwerfen' }).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/app/events');
  });

  it('unsaved input survives a second close request that bypasses the key handler', async () => {
    const page = await open('/app/members/new');
    await page.getByLabel('Nachname').fill('X');
    await page.keyboard.press('Escape');
    await question(page).waitFor();
    // A click on the text leaves no button focused, so the browser closes the topmost dialog
    // itself.
    await question(page).getByRole('heading').click();
    await page.keyboard.press('Escape');
    await expectPage(question(page)).toBeHidden();
    await expectPage(page.getByLabel('Nachname')).toBeFocused();
    // A question that reappears would do so within the next frames.
    await page.evaluate(
      () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
    );
    await expectPage(question(page)).toBeHidden();
  });

  it('a value that is only written differently does not count as unsaved', async () => {
    const event = await app.make.event(club.organization, { date: '2031-03-05' });
    const page = await open(`/app/events/${event.uuid}/edit`);
    await page.getByLabel('Datum').first().fill('05.03.2031');
    await page.keyboard.press('Escape');
    await expectPage(page.locator('dialog')).toHaveCount(0);
  });

  it('the browser asks before a tab with unsaved input is closed', async () => {
    const page = await open('/app/members/new');
    const asked: string[] = [];
    page.on('dialog', (each) => {
      asked.push(each.type());
      each.dismiss();
    });
    await page.getByLabel('Nachname').pressSequentially('X');
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
  });

  it('leaving a dialog without JavaScript asks nothing', async () => {
    const page = await open('/app/members/new', { javaScriptEnabled: false });
    await page.getByLabel('Nachname').fill('X');
    await dialog(page).getByRole('link', { name: 'Abbrechen' }).click();
    await page.waitForURL(/\/app\/members$/);
    expect(await page.locator('dialog').count()).toBe(0);
  });
});

describe('a page with unsaved input', () => {
  const text = (page: Page) => page.getByLabel('Nachricht des Tages');

  const exits = {
    'the navigation': (page: Page) =>
      page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click(),
    'the header': (page: Page) => page.getByRole('link', { name: 'Mein Konto' }).first().click(),
    Back: (page: Page) => page.evaluate(() => history.back()),
  };

  it.each(Object.entries(exits))(
    'leaving Meine Organisation by %s asks about unsaved input (C2)',
    async (_how, leave) => {
      const page = await open('/app/events');
      await page.getByRole('link', { name: 'Meine Organisation' }).first().click();
      await text(page).fill('Training fällt aus');
      await leave(page);
      await expectPage(question(page)).toContainText(
        'Noch nicht gespeichert: Nachricht des Tages.',
      );
      await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
      await expectPage(text(page)).toBeFocused();
      await expectPage(text(page)).toHaveValue('Training fällt aus');
      expect(new URL(page.url()).pathname).toBe('/app/admin/organization');
      await leave(page);
      await page.getByRole('button', { name: 'Verwerfen' }).click();
      await expectPage(text(page)).toHaveCount(0);
    },
  );

  it('saving Meine Organisation does not ask, nor does leaving it afterwards, or opening its dialog (C2)', async () => {
    const page = await open('/app/admin/organization');
    await text(page).fill('Training findet statt');
    await page.getByRole('link', { name: 'Organisation löschen' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Abbrechen' }).click();
    await expectPage(page.locator('dialog')).toHaveCount(0);
    await expectPage(text(page)).toHaveValue('Training findet statt');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expectPage(page.locator('[data-kind=success]')).toHaveCount(1);
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click();
    await expectPage(page.getByRole('heading', { name: 'Mitglieder', level: 1 })).toBeVisible();
    await page.goBack();
    await text(page).fill('Wieder anders');
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().click();
    await expectPage(question(page)).toBeVisible();
  });

  it('the browser asks before Meine Organisation is reloaded with unsaved input (C2)', async () => {
    const page = await open('/app/admin/organization');
    const asked: string[] = [];
    page.on('dialog', (each) => {
      asked.push(each.type());
      each.accept();
    });
    await page.reload();
    expect(asked).toEqual([]);
    await text(page).pressSequentially('X');
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
  });
});
