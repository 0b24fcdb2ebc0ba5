import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { violations } from '../support/axe';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';
import { logIn } from '../support/log-in';

/** A session that ends while somebody types costs them a log-in, and nothing that they typed (B2). */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});
const open = (path: string) => chromium.visit(app, [club.admin, club.organization], path);

const endSessions = () =>
  app.db.deleteFrom('sessions').where('user_uuid', '=', club.admin.uuid).execute();

const eventsCalled = (name: string) =>
  app.db.selectFrom('events').select('uuid').where('name', '=', name).execute();

it('an event typed while the session ended is there after the log-in, and saved by one more click (B2)', async () => {
  const name = 'Herbstfest';
  const page = await open('/app/events/new');
  await page.getByLabel('Name').fill(name);
  const date = page.getByLabel('Datum').first();
  await date.fill('5.3.2031');
  await page.getByLabel('Begrenzte Teilnehmerzahl').check();
  await page.getByLabel('Maximale Teilnehmerzahl').fill('12');
  await endSessions();
  const asked: string[] = [];
  page.on('dialog', (each) => {
    asked.push(each.type());
    each.accept();
  });
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click();
  await expectPage(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible();
  await expectPage(page.getByText('dann geht es mit Ihren Eingaben weiter.')).toBeVisible();
  expect(await violations(page, 'light')).toEqual([]);
  await logIn(page, club.admin);

  await expectPage(page.getByText('Ihre Eingaben sind noch da.')).toBeVisible();
  expect(page.url()).toBe(`${app.origin}/app/events/new`);
  await expectPage(page.getByLabel('Name')).toHaveValue(name);
  await expectPage(page.getByLabel('Datum').first()).toHaveValue('05. März 2031');
  await expectPage(page.getByLabel('Begrenzte Teilnehmerzahl')).toBeChecked();
  await expectPage(page.getByLabel('Maximale Teilnehmerzahl')).toHaveValue('12');
  expect(await eventsCalled(name)).toHaveLength(0);
  expect(asked).toEqual([]);

  await page.waitForFunction(() => !document.querySelector('dialog[open]:not(:modal)'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Weiter bearbeiten' }).click();
  await page.getByRole('button', { name: 'Erstellen', exact: true }).click();
  await expectPage(page).toHaveURL(/\/app\/events\/[-\da-f]{36}$/);
  expect(await eventsCalled(name)).toHaveLength(1);
});
