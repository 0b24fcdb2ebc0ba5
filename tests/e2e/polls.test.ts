import { expect, it } from 'vitest';
import { testApp } from '../support/app';
import { testChromium } from '../support/chromium';
import { expectPage } from '../support/expect-page';

const app = testApp();
const chromium = testChromium();

it('Enter leads from line to line of the poll form, adds one at the last, and never creates the poll (F2)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls`);
  await page.getByRole('link', { name: 'Umfrage erstellen' }).click();
  const dialog = page.getByRole('dialog');
  const line = (number: number) => dialog.getByLabel(`Option ${number}`);
  await dialog.getByLabel('Name').fill('Wer bringt was?');
  await dialog.getByLabel('Name').press('Enter');
  await expectPage(line(1)).toBeFocused();
  await page.keyboard.type('Salat');
  await page.keyboard.press('Enter');
  await expectPage(line(2)).toBeFocused();
  await page.keyboard.type('Kuchen');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Brot');
  await expectPage(line(3)).toHaveValue('Brot');
  await page.keyboard.press('Enter');
  await expectPage(line(4)).toBeFocused();
  await page.keyboard.press('Enter');
  await expectPage(line(5), 'an empty last line is enough').toHaveCount(0);
  await expectPage(line(1)).toHaveValue('Salat');
  expect(await app.db.selectFrom('polls').select('name').execute()).toEqual([]);
  await dialog.getByRole('button', { name: 'Umfrage erstellen' }).click();
  await expectPage(page.getByRole('rowheader', { name: 'Wer bringt was?' })).toBeVisible();
  await expectPage(dialog).toBeHidden();
  const options = await app.db.selectFrom('poll_options').select('name').orderBy('index').execute();
  expect(options.map(({ name }) => name)).toEqual(['Salat', 'Kuchen', 'Brot']);
});

it('without scripts Enter in an option adds a line and creates no poll (F2)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  const page = await chromium.openAs(app, [admin, organization], { javaScriptEnabled: false });
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls/new`);
  await page.getByLabel('Name').fill('Wer bringt was?');
  await page.getByLabel('Option 1').fill('Salat');
  await page.getByLabel('Option 1').press('Enter');
  await expectPage(page.getByLabel('Option 3')).toBeVisible();
  await expectPage(page.getByLabel('Option 1')).toHaveValue('Salat');
  const polls = app.db.selectFrom('polls').select('uuid').where('event_uuid', '=', event.uuid);
  expect(await polls.execute()).toEqual([]);
});

it('the poll form points out equal options while one types, and a single one when one goes on (F2)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls/new`);
  const group = page.getByRole('group', { name: 'Antwortoptionen' });
  await page.getByLabel('Name').fill('Wer bringt was?');
  await page.getByLabel('Option 1').fill('Salat');
  await page.getByLabel('Option 2').focus();
  await expectPage(group).not.toContainText('Antwortoption.');
  await page.getByLabel('Option 2').fill('salat ');
  await expectPage(group).toContainText('Zweimal dieselbe Antwortoption: „salat“.');
  await page.getByLabel('Option 2').fill('');
  await expectPage(group).not.toContainText('Antwortoption.');
  await page.getByLabel('Name').focus();
  await expectPage(group).toContainText('Es gibt nur eine Antwortoption.');
  await page.getByRole('button', { name: 'Umfrage erstellen' }).click();
  const notice = 'Umfrage „Wer bringt was?“ erstellt. Es gibt nur eine Antwortoption.';
  await expectPage(page.getByText(notice).first()).toBeVisible();
});

it('a poll is changed in a dialog: unanswered options are renamed and removed, answered ones fixed (F3)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  const poll = await app.make.poll(event, { name: 'Farbe?', options: ['Rot', 'Blau', 'Gelb'] });
  await app.make.answer(poll, { uuid: admin.member }, 1);
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls/${poll.uuid}/edit`);
  await page.getByRole('link', { name: 'Umfrage ändern' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Welche Farbe?');
  const line = (number: number) => dialog.getByRole('textbox', { name: `Option ${number}` });
  await line(1).fill('Hellrot');
  await expectPage(line(2)).not.toBeEditable();
  await expectPage(dialog.getByRole('button', { name: 'Option 2 entfernen' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Option 3 entfernen' }).click();
  await expectPage(line(3)).toHaveValue('');
  await expectPage(line(3)).toBeFocused();
  await dialog.getByRole('button', { name: 'Weitere Antwortoption' }).click();
  await page.keyboard.type('Grün');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expectPage(page.getByRole('heading', { name: 'Welche Farbe?', level: 1 })).toBeVisible();
  await expectPage(dialog).toBeHidden();
  const shown = page.locator('details > summary');
  await expectPage(shown).toContainText(['Hellrot', 'Blau', 'Grün']);
});

it('answering a poll keeps the focus in its dialog, which leads back to the list (F4)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  await app.make.poll(event, { name: 'Kommst du?', options: ['Ja', 'Nein'] });
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls`);
  await page.getByRole('link', { name: 'Anzeigen: Kommst du?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Eintragen' }).nth(1).click();
  await expectPage(dialog.getByRole('listitem').filter({ hasText: 'Nein' }).first()).toContainText(
    '1 Antwort (100 %) Ausgewählt',
  );
  await expectPage(dialog.locator('ul')).toBeFocused();
  await dialog.getByRole('link', { name: 'Schließen' }).last().click();
  await expectPage(dialog).toBeHidden();
  await expectPage(page.getByRole('link', { name: 'Anzeigen: Kommst du?' })).toBeFocused();
});

it('removing an answer to a poll keeps its option expanded (F3)', async () => {
  const { organization, admin } = await app.make.club();
  const event = await app.make.event(organization);
  const poll = await app.make.poll(event, { options: ['Ja', 'Nein'] });
  const answerer = await app.as(admin, organization);
  await answerer.call('PUT', `/event/poll/${poll.uuid}/${poll.options[1]?.uuid}`);
  const page = await chromium.openAs(app, [admin, organization]);
  await page.goto(`${app.origin}/app/events/${event.uuid}/polls/${poll.uuid}/edit`);
  const option = page.locator('details').filter({ hasText: 'Nein' });
  await option.locator('summary').click();
  await option.getByRole('button', { name: 'Antwort entfernen' }).click();
  await expectPage(option.getByText('Noch keine Antworten')).toBeVisible();
  await expectPage(page.getByText('Antwort entfernt.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expectPage(option.getByRole('button', { name: 'Antwort entfernen' })).toBeVisible();
  await expectPage(page.getByText('Antwort wiederhergestellt.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Umfrage beenden' }).click();
  await expectPage(page.getByText('Die Umfrage ist beendet.')).toBeVisible();
});
