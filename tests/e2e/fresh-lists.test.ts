import { beforeAll, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';

/** Changes that others make while a list is open. */
const app = testApp();
const chromium = testChromium();
let club: Awaited<ReturnType<typeof app.make.club>>;

beforeAll(async () => {
  club = await app.make.club();
});

const events = () => chromium.visit(app, [club.admin, club.organization], '/app/events');

it('the list of events reloads when the menu leads to the page that is already open', async () => {
  const event = await app.make.event(club.organization, {
    name: 'Kanufahrt',
    date: '2031-05-01',
    max: 5,
  });
  const page = await events();
  await page.getByText('(0 von 5 belegt)').waitFor();
  await app.make.registration(event, await app.make.member(club.organization));
  await page.getByRole('link', { name: 'Veranstaltungen' }).click();
  await page.getByText('(1 von 5 belegt)').waitFor();
});

it('the list of events drops the row of a deleted event when its dialog finds it gone (E5)', async () => {
  const event = await app.make.event(club.organization, {
    name: 'Nachtlauf',
    date: '2031-06-01',
  });
  const page = await events();
  const row = page.getByRole('row', { name: /Nachtlauf/ });
  await app.db.deleteFrom('events').where('uuid', '=', event.uuid).execute();
  await row.getByRole('link', { name: 'Bearbeiten' }).click();
  await page
    .getByText(messages.eventLoadFailed.message ?? '–')
    .first()
    .waitFor();
  await row.waitFor({ state: 'detached' });
});

it('opening and closing a dialog does not reload the list of events', async () => {
  const page = await events();
  let loads = 0;
  page.on('request', (request) => {
    if (/\/app\/events\.data/.test(request.url())) loads += 1;
  });
  await page.getByRole('link', { name: 'Veranstaltung erstellen' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(loads).toBe(0);
});

it('a sign-up takes one request once its dialog is open, and the list shows it (E3, E7)', async () => {
  const event = await app.make.event(club.organization, {
    name: 'Radtour',
    date: '2031-07-01',
    max: 5,
  });
  const page = await events();
  const row = page.getByRole('row', { name: /Radtour/ });
  await row.getByRole('link', { name: 'Anmelden: Radtour' }).click();
  const button = page.getByRole('dialog').getByRole('button', { name: 'Anmelden' });
  await button.waitFor();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('.data')) requests.push(request.method());
  });
  await button.click();
  await page.locator('[data-toast]').getByText('Angemeldet: Radtour').waitFor();
  await row.getByText('(1 von 5 belegt)').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(requests).toEqual(['POST']);
  const held = await app.db
    .selectFrom('answers')
    .where('answer', '=', 'yes')
    .select('member_uuid')
    .where('event_uuid', '=', event.uuid)
    .execute();
  expect(held).toEqual([{ member_uuid: club.admin.member }]);
});
