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

it('the list of events is as others have left it: by the menu, by a dialog that finds its event gone, and after a sign-up, not by a dialog alone (E3, E5, E7)', async () => {
  const { organization, admin } = club;
  const { make, db } = app;
  const event = await make.event(organization, { name: 'Kanufahrt', date: '2031-05-01', max: 5 });
  const gone = await make.event(organization, { name: 'Nachtlauf', date: '2031-06-01' });
  const page = await chromium.visit(app, [admin, organization], '/app/events');
  await page.getByText('(0 von 5 belegt)').waitFor();
  await make.registration(event, await make.member(organization));
  await page.getByRole('link', { name: 'Veranstaltungen' }).click();
  await page.getByText('(1 von 5 belegt)').waitFor();

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('.data')) requests.push(request.method());
  });
  const loads: string[] = [];
  page.on('request', (request) => {
    if (/\/app\/events\.data/.test(request.url())) loads.push(request.url());
  });
  await page.getByRole('link', { name: 'Veranstaltung erstellen' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(loads).toEqual([]);

  const row = page.getByRole('row', { name: /Kanufahrt/ });
  await row.getByRole('link', { name: 'Anmelden: Kanufahrt' }).click();
  const button = page.getByRole('dialog').getByRole('button', { name: 'Anmelden' });
  await button.waitFor();
  requests.splice(0);
  await button.click();
  await page.locator('[data-toast]').getByText('Angemeldet: Kanufahrt').waitFor();
  await row.getByText('(2 von 5 belegt)').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // One is enough once the dialog is open.
  expect(requests).toEqual(['POST']);
  const answers = db.selectFrom('answers').select('answer').where('member_uuid', '=', admin.member);
  expect(await answers.execute()).toEqual([{ answer: 'yes' }]);

  const dropped = page.getByRole('row', { name: /Nachtlauf/ });
  await db.deleteFrom('events').where('uuid', '=', gone.uuid).execute();
  await dropped.getByRole('link', { name: 'Bearbeiten' }).click();
  await page
    .getByText(messages.eventLoadFailed.message ?? '–')
    .first()
    .waitFor();
  await dropped.waitFor({ state: 'detached' });
});
