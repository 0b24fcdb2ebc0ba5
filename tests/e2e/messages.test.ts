import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { messageSetting, sentIn } from '../support/messages';
import { changeRows } from '../support/rows';

/** Writing to many in a browser: form, preview, back, sending (N11). */
const app = testApp();
const chromium = testChromium();

const FOLDER = process.env.SCREENSHOTS;
const LONG = 'Treffpunkt ist der Parkplatz am Donaudampfschifffahrtsgesellschaftsgebäude. ';

async function keep(page: Page, name: string) {
  // Nothing makes the page wider than the window.
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    name,
  ).toBeLessThanOrEqual(0);
  if (FOLDER) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true });
}

describe('a message', () => {
  it('an editor writes to those who come, looks, changes a word and sends (N11)', async () => {
    const { editor, organization, event } = await messageSetting(app);
    const page = await chromium.openAs(app, [editor, organization], {
      reducedMotion: 'reduce',
      viewport: { width: 360, height: 800 },
    });
    /** Looks at it on a desk, and again on a phone. */
    const shot = async (name: string) => {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await keep(page, `${name}-${width}`);
      }
    };

    await page.goto(`${app.origin}/app/events/${event.uuid}`, { waitUntil: 'networkidle' });
    await shot('event');
    await page.getByRole('link', { name: 'Rundmail' }).click();
    await expectPage(page.getByRole('checkbox', { name: /^Angemeldet/ })).toBeChecked();
    await page.getByRole('checkbox', { name: /^Warteliste/ }).check();
    await page.getByLabel('Betreff').fill('Sommerfest: wo wir uns treffen');
    await page.getByLabel('Text').fill(`${LONG.repeat(5)}\n\nBis dann!`);
    await shot('form');
    await page.getByRole('button', { name: 'Vorschau' }).click();
    await expectPage(page.getByRole('heading', { name: 'So liest sich' })).toBeVisible();
    await shot('preview');
    // On a phone each fills a line, as 'Vorschau' does; else they are as wide as their words.
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      const [send, back] = await Promise.all(
        [/ senden$/, 'Zurück'].map((name) => page.getByRole('button', { name }).boundingBox()),
      );
      expect(send?.width === back?.width).toBe(width === 360);
    }

    await page.getByRole('button', { name: 'Zurück' }).click();
    await expectPage(page.getByLabel('Betreff')).toHaveValue('Sommerfest: wo wir uns treffen');
    await expectPage(page.getByRole('checkbox', { name: /^Warteliste/ })).toBeChecked();
    await expectPage(page.getByRole('checkbox', { name: /^Noch keine Antwort/ })).not.toBeChecked();
    await page.getByLabel('Text').fill('Parkplatz, 18 Uhr.\n\nhttps://tsv.example/karte');
    await page.getByRole('checkbox', { name: /^Antworten gehen an/ }).check();
    await page.getByRole('button', { name: 'Vorschau' }).click();
    await page.getByRole('button', { name: 'An 2 Personen senden' }).click();
    await expectPage(page.getByText('Rundmail an 2 Personen geschickt.').first()).toBeVisible();
    await shot('message');
    expect(await sentIn(app, organization)).toMatchObject([
      { body: 'Parkplatz, 18 Uhr.\n\nhttps://tsv.example/karte', replies: true },
    ]);
    await page.goto(`${app.origin}/app/events/${event.uuid}/answers`);
    await shot('answers');
    await page.goto(`${app.origin}/app/messages/unreached?event=${event.uuid}&to=coming,open`);
    await shot('unreached');
  });
});

it('an admin finds what was sent, and is refused where the text is missing (N11)', async () => {
  const { admin, editor, organization, asAdmin, send, event, asEditor } = await messageSetting(app);
  await send(asAdmin, { to: 'all', subject: 'Einladung zur Hauptversammlung' });
  await send(asEditor, { to: { event: event.uuid }, subject: 'x'.repeat(200) });
  // Neither of them may make the table wider than the window.
  await changeRows(app.db, 'events', event.uuid, {
    name: 'Adventssingen der Chorgemeinschaft '.repeat(5).trim(),
  });
  await changeRows(app.db, 'users', editor.uuid, { first_name: 'Anna-Lena '.repeat(9).trim() });
  const page = await chromium.openAs(app, [admin, organization], {
    viewport: { width: 360, height: 740 },
  });
  await page.goto(`${app.origin}/app/admin/organization`, { waitUntil: 'networkidle' });
  await keep(page, 'organization-360');
  await page.getByRole('link', { name: 'Rundmails', exact: true }).click();
  await expectPage(page.getByRole('link', { name: 'Einladung zur Haupt' })).toBeVisible();
  await keep(page, 'list-360');
  await page.setViewportSize({ width: 1280, height: 800 });
  await keep(page, 'list-1280');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('link', { name: 'Rundmail an alle' }).click();
  await page.getByLabel('Betreff').fill('Hallo');
  await page.getByRole('button', { name: 'Vorschau' }).click();
  await expectPage(page.getByText('Bitte einen Text eingeben.').first()).toBeVisible();
  await expectPage(page.getByLabel('Betreff')).toHaveValue('Hallo');
  await keep(page, 'refused-360');
  await page.getByLabel('Text').fill('x'.repeat(9_900));
  await expectPage(page.getByText('Noch 100 Zeichen')).toBeVisible();
});

it('what is typed while the page behind an answer is still loading stays (B4, N11)', async () => {
  const { editor, organization, event } = await messageSetting(app);
  const page = await chromium.openAs(app, [editor, organization]);
  await page.goto(`${app.origin}/app/messages/new?event=${event.uuid}`);
  await page.getByLabel('Betreff').fill('Treffpunkt');
  await page.getByLabel('Text').fill('Parkplatz, 18 Uhr.');
  await page.getByRole('button', { name: 'Vorschau' }).click();
  await expectPage(page.getByRole('heading', { name: 'So liest sich' })).toBeVisible();
  const loads: Array<() => void> = [];
  await page.route('**/messages/new.data*', async (route) => {
    if (route.request().method() === 'GET') await new Promise<void>((go) => loads.push(go));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Zurück' }).click();
  await page.getByLabel('Text').fill('Parkplatz, 19 Uhr.');
  await expect.poll(() => loads.length).toBe(1);
  const loaded = page.waitForResponse('**/messages/new.data*');
  loads[0]?.();
  await (await loaded).finished();
  await expectPage(page.getByRole('button', { name: 'Vorschau' })).not.toHaveAttribute('aria-busy');
  await page.waitForTimeout(300);
  await expectPage(page.getByLabel('Text')).toHaveValue('Parkplatz, 19 Uhr.');
});

it('what is written is not lost without a question, in the preview and after it (B4, N11)', async () => {
  const { editor, organization, event } = await messageSetting(app);
  const page = await chromium.openAs(app, [editor, organization]);
  const question = page.getByRole('alertdialog', { name: 'Eingaben verwerfen?' });
  const asks = async (leave: () => Promise<unknown>) => {
    await leave();
    await expectPage(question).toContainText('Noch nicht gespeichert: Betreff und Text.');
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  };
  await page.goto(`${app.origin}/app/events/${event.uuid}`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Rundmail' }).click();
  await page.getByLabel('Betreff').fill('Treffpunkt');
  await page.getByLabel('Text').fill('Parkplatz, 18 Uhr.');
  await page.getByRole('button', { name: 'Vorschau' }).click();
  await expectPage(page.getByRole('heading', { name: 'So liest sich' })).toBeVisible();
  await asks(() => page.evaluate(() => history.back()));
  await asks(() => page.getByRole('link', { name: 'Veranstaltung', exact: true }).click());
  await page.getByRole('button', { name: 'Zurück' }).click();
  await expectPage(page.getByLabel('Betreff')).toHaveValue('Treffpunkt');
  await asks(() => page.evaluate(() => history.back()));
  await page.getByRole('button', { name: 'Vorschau' }).click();
  await page.getByRole('button', { name: 'An 1 Person senden' }).click();
  await expectPage(page.getByText('Rundmail an 1 Person geschickt.').first()).toBeVisible();
});
