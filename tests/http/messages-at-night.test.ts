import { expect, it } from 'vitest';
import { type TestApp, testApp } from '../support/app';
import { messageSetting } from '../support/messages';
import { setZone, startsIn, zoneWhereItIs } from '../support/outbox-lab';

/** When a message to many leaves, as its preview says. */
const quiet = testApp({ quietHours: true });
const always = testApp({ quietHours: false });

/** The preview at that hour on the club's clock, of a message about an event that begins later; then what sending it says. */
async function previewAt(app: TestApp, hour: number, begins: string) {
  const { asEditor, organization, event } = await messageSetting(app);
  await setZone(app.db, organization, zoneWhereItIs(hour));
  await startsIn(app.db, event, begins);
  const fields = { event: event.uuid, 'to[0]': 'coming', subject: 'Treffpunkt', text: 'Hallo' };
  const { page } = await asEditor.submit(`/app/messages/new?event=${event.uuid}`, fields);
  const sent = await asEditor.submit('/app/messages/new/sending', fields);
  return { page, said: (await asEditor.visit(sent.location)).page };
}

const SAYS = 'Weil es Nacht ist, gehen die E-Mails erst ab 8:00 Uhr hinaus.';

it('the preview and then its notification say that its mails leave in the morning (N8, N11)', async () => {
  for (const hour of [22, 2]) {
    const { page, said } = await previewAt(quiet, hour, '3 days');
    expect(page).toContain(SAYS);
    expect(said).toContain('Die Rundmail an 1 Person geht ab 8:00 Uhr hinaus.');
  }
});

it.each([
  ['by day', () => previewAt(quiet, 12, '3 days')],
  ['of what begins before the morning', () => previewAt(quiet, 2, '3 hours')],
  ['without quiet hours', () => previewAt(always, 2, '3 days')],
])('it says nothing %s (N8, N11)', async (_when, preview) => {
  const { page, said } = await preview();
  expect(page).toContain('An 1 Person senden');
  expect(page).not.toContain('hinaus');
  expect(said).toContain('Rundmail an 1 Person geschickt.');
});

it('the notification of a reminder says so, too (N6, N8)', async () => {
  const { asEditor, organization, event } = await messageSetting(quiet);
  await setZone(quiet.db, organization, zoneWhereItIs(22));
  await startsIn(quiet.db, event, '3 days');
  const sent = await asEditor.submit(`/app/events/${event.uuid}/answers/reminder`);
  expect((await asEditor.visit(sent.location)).page).toContain(
    'Die Erinnerung an 2 Personen geht ab 8:00 Uhr hinaus. Sommerfest',
  );
});
