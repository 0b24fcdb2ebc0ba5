import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';

/** The code that only dialogs need: no page waits for it, and no dialog does. */
const app = testApp();
const chromium = testChromium();

const DIALOGS = '/assets/dialogs-';

it('a page loads the code of dialogs when nothing else is to be done, and a dialog then opens without loading it', async () => {
  const { admin, organization } = await app.make.club();
  await app.make.event(organization, { name: 'Nachtlauf', date: '2031-06-01', max: 5 });
  const page = await chromium.openAs(app, [admin, organization]);
  const html = await page.request.get(`${app.origin}/app/members`);
  expect(await html.text()).not.toContain(DIALOGS);
  const loaded = page.waitForResponse((response) => response.url().includes(DIALOGS));
  await page.goto(`${app.origin}/app/members`);
  await (await loaded).finished();
  await page.getByRole('link', { name: 'Mitglied erstellen' }).click();
  await page.getByRole('dialog').waitFor();
  const fromNetwork = await page.evaluate(
    (name) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
        (each) => each.name.includes(name) && each.transferSize > 0,
      ).length,
    DIALOGS,
  );
  expect(fromNetwork).toBe(1);
});

it('a question that is opened by its address works with the code that comes with it', async () => {
  const { admin, organization } = await app.make.club();
  const event = await app.make.event(organization, { name: 'Kanufahrt', date: '2031-07-01' });
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events/${event.uuid}/delete`);
  await page.locator('dialog:modal').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`${app.origin}/app/events`);
  await page.locator('dialog').waitFor({ state: 'detached' });
});
