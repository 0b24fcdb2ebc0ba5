import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { messageSetting, sentIn } from '../support/messages';

/** Writing to many in a browser: form, preview, back, sending (N11). */
const app = testApp();
const chromium = testChromium();

describe('a message', () => {
  it('an editor writes to those who come, looks, changes a word and sends (N11)', async () => {
    const { editor, organization, event } = await messageSetting(app);
    const page = await chromium.openAs(app, [editor, organization], {
      reducedMotion: 'reduce',
      viewport: { width: 360, height: 800 },
    });
    await page.goto(`${app.origin}/app/events/${event.uuid}`, { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Rundmail' }).click();
    await expectPage(page.getByRole('checkbox', { name: /^Angemeldet/ })).toBeChecked();
    await page.getByRole('checkbox', { name: /^Warteliste/ }).check();
    await page.getByLabel('Betreff').fill('Sommerfest: wo wir uns treffen');
    await page.getByLabel('Text').fill('x'.repeat(9_900));
    await expectPage(page.getByText('Noch 100 Zeichen')).toBeVisible();
    await page.getByRole('button', { name: 'Vorschau' }).click();
    await expectPage(page.getByRole('heading', { name: 'So liest sich' })).toBeVisible();
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
    expect(await sentIn(app, organization)).toMatchObject([
      { body: 'Parkplatz, 18 Uhr.\n\nhttps://tsv.example/karte', replies: true },
    ]);
  });
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
