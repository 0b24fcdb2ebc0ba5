import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

async function pageOf(user: { uuid: string }, organization: { uuid: string }) {
  const page = await chromium.open();
  const value = await app.make.session(user, organization);
  await page.context().addCookies([{ name: 'session', value, url: app.origin }]);
  return page;
}

it('the poll form adds rows without losing input, and Enter creates the poll (F2)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  const page = await pageOf(admin, organization);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls`);
  await page.getByRole('link', { name: 'Umfrage erstellen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Option 1').fill('Salat');
  await dialog.getByLabel('Option 2').fill('Kuchen');
  await dialog.getByRole('button', { name: 'Weitere Antwortoption' }).click();
  await expectPage(dialog.getByLabel('Option 3')).toBeFocused();
  await expectPage(dialog.getByLabel('Option 1')).toHaveValue('Salat');
  await dialog.getByLabel('Option 3').fill('Brot');
  await dialog.getByLabel('Name').fill('Wer bringt was?');
  await dialog.getByLabel('Name').press('Enter');
  await expectPage(page.getByRole('rowheader', { name: 'Wer bringt was?' })).toBeVisible();
  await expectPage(dialog).toBeHidden();
  const options = await app.db.selectFrom('poll_options').select('name').orderBy('index').execute();
  expect(options.map(({ name }) => name)).toEqual(['Salat', 'Kuchen', 'Brot']);
  expect(chromium.errors).toEqual([]);
});

it('answering a poll keeps the focus in its dialog, which leads back to the list (F4)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  await app.make.poll(event, { name: 'Kommst du?', options: ['Ja', 'Nein'] });
  const page = await pageOf(admin, organization);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls`);
  await page.getByRole('link', { name: 'Anzeigen', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Eintragen' }).nth(1).click();
  await expectPage(dialog.getByRole('listitem').filter({ hasText: 'Nein' })).toContainText(
    '1 Antwort (100 %)Ausgewählt',
  );
  await expectPage(dialog.locator('ul')).toBeFocused();
  await dialog.getByRole('link', { name: 'Schließen' }).last().click();
  await expectPage(dialog).toBeHidden();
  await expectPage(page.getByRole('link', { name: 'Anzeigen', exact: true })).toBeFocused();
  expect(chromium.errors).toEqual([]);
});

it('removing an answer to a poll keeps its option expanded (F3)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  const poll = await app.make.poll(event, { options: ['Ja', 'Nein'] });
  const answerer = await app.as(admin, organization);
  await answerer.call('PUT', `/event/poll/${poll.uuid}/${poll.options[1]?.uuid}`);
  const page = await pageOf(admin, organization);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls/${poll.uuid}/edit`);
  const option = page.locator('details').filter({ hasText: 'Nein' });
  await option.locator('summary').click();
  await option.getByRole('link', { name: 'Antwort entfernen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Antwort entfernen' }).click();
  await expectPage(option.getByText('Noch keine Antworten')).toBeVisible();
  await expectPage(page.getByText('Antwort entfernt.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Umfrage schließen' }).click();
  await expectPage(page.getByText('Die Umfrage ist geschlossen.')).toBeVisible();
  expect(chromium.errors).toEqual([]);
});
