import { afterEach, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '~/kernel/actor';
import { BUDGETS } from '~/kernel/limits.server';
import { testApp } from '../support/app';
import { messageSetting, sentIn } from '../support/messages';

/** How many messages to many one can send (N12). */
const app = testApp({ rateLimits: true });

afterEach(async () => {
  await app.db.deleteFrom('rate_limits').execute();
});

it('three messages a day and sender, then 429 with when it goes on (N12)', async () => {
  const { asEditor, send, event, organization } = await messageSetting(app);
  const to = { event: event.uuid, of: ['coming'] };
  for (const subject of ['Eins', 'Zwei', 'Drei'])
    expect((await send(asEditor, { to, subject })).status).toBe(200);
  const refused = await send(asEditor, { to, subject: 'Vier' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(86_000);
  expect(refused.json.detail).toBe(
    'Heute haben Sie schon so viele Rundmails geschickt, wie an einem Tag möglich sind. In 24 Stunden geht es weiter.',
  );
  expect((await sentIn(app, organization)).length).toBe(3);
  // The page says so and has nothing to fill in; what was written before stays, without a way on.
  const path = `/app/messages/new?event=${event.uuid}`;
  const closed = await asEditor.get(path);
  expect(closed.page).toContain('In 24 Stunden geht es weiter.');
  expect(closed.text).not.toContain('<textarea');
  expect(closed.page).not.toContain('Vorschau');
  const fields = { event: event.uuid, 'to[0]': 'coming', subject: 'Vier', text: 'Bleibt da.' };
  const kept = await asEditor.submit(`/app/messages/new/sending?event=${event.uuid}`, fields);
  expect(kept.status).toBe(429);
  expect(kept.text).toContain('Bleibt da.</textarea>');
  expect(kept.page).not.toContain('Vorschau');
  // The next day.
  await app.pool.query('update rate_limits set expire = 1');
  expect((await send(asEditor, { to, subject: 'Vier' })).status).toBe(200);
});

it('the preview says how many are left, and neither it nor what is refused counts (N12)', async () => {
  const { asEditor, send, event } = await messageSetting(app);
  const to = { event: event.uuid, of: ['coming'] };
  const fields = { event: event.uuid, 'to[0]': 'coming', subject: 'Eins', text: 'Hallo' };
  const preview = async () =>
    (await asEditor.submit(`/app/messages/new?event=${event.uuid}`, fields)).page;
  for (const wrong of [{ to: { event: event.uuid, of: [] } }, { to, text: '' }, { to: 'all' }])
    expect((await send(asEditor, wrong)).status).toBeGreaterThanOrEqual(400);
  expect(await preview()).toContain('Danach können Sie heute noch 2 Rundmails schicken.');
  expect((await send(asEditor, { to })).status).toBe(200);
  // The same again is refused, and does not count.
  expect((await send(asEditor, { to })).status).toBe(409);
  expect(await preview()).toContain('Danach können Sie heute noch 1 Rundmail schicken.');
  expect((await send(asEditor, { to, subject: 'Zwei' })).status).toBe(200);
  const last = await preview();
  expect(last).toContain('Danach ist für heute Schluss.');
  expect(last).toContain('An 1 Person senden Zurück');
  expect((await send(asEditor, { to, subject: 'Drei' })).status).toBe(200);
  const none = await preview();
  expect(none).toContain('In 24 Stunden geht es weiter.');
  expect(none).not.toMatch(/Danach|senden Zurück/);
});

it('ten a day and organisation; of two who send the last one at once, one succeeds (N12)', async () => {
  const { send, event, organization } = await messageSetting(app);
  const to = { event: event.uuid, of: ['coming'] };
  const editors = [];
  for (let at = 0; at < 5; at++) editors.push(await app.asUserOf(organization, ['EDIT_EVENTS']));
  for (let at = 0; at < 9; at++) {
    const by = editors[at % 5];
    if (by) expect((await send(by, { to, subject: `Nr. ${at}` })).status).toBe(200);
  }
  const last = await Promise.all(
    editors.slice(2).map((by, at) => send(by, { to, subject: `Zugleich ${at}` })),
  );
  expect(last.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  expect(last.find(({ status }) => status === 429)?.json.detail).toContain(
    'Heute hat Ihr Verein schon so viele Rundmails geschickt',
  );
  expect((await sentIn(app, organization)).length).toBe(BUDGETS.messagesOfOrganization.most);
});

it('a sender has three in all clubs together, and two clubs ten each (N12)', async () => {
  const { send, event, editor } = await messageSetting(app);
  const other = await messageSetting(app);
  await app.make.belongs(editor, other.organization, 'EDIT_EVENTS');
  const browser = await app.as(editor, other.organization);
  for (const subject of ['Eins', 'Zwei'])
    expect((await send(browser, { to: { event: event.uuid }, subject })).status).toBe(200);
  const there = { to: { event: other.event.uuid } };
  expect((await other.send(browser, there)).status).toBe(200);
  expect((await other.send(browser, { ...there, subject: 'Vier' })).status).toBe(429);
});

describe('an installation without messages to many', () => {
  const off = testApp({ groupMail: false });

  it('shows no way to them, and refuses with a sentence (N12)', async () => {
    const { organization } = await off.make.club();
    const both = await off.make.userOf(organization, PERMISSIONS);
    const event = await off.make.event(organization, { max: 5 });
    const browser = await off.as(both, organization);
    for (const path of [`/app/events/${event.uuid}`, `/app/events/${event.uuid}/answers`]) {
      expect((await browser.get(path)).text).not.toContain('/app/messages/new');
    }
    const list = await browser.get('/app/admin/messages');
    expect(list.page).toContain('Rundmails sind auf diesem Server abgeschaltet.');
    expect(list.text).not.toContain('/app/messages/new');
    const form = await browser.visit(`/app/messages/new?event=${event.uuid}`);
    expect(form.path).toBe('/app/');
    expect(form.page).toContain('Das entscheidet, wer ihn betreibt.');
    const call = await browser.call('POST', `/organization/${organization.uuid}/messages`, {
      to: 'all',
      subject: 'Hallo',
      text: 'Hallo',
    });
    expect([call.status, call.json.detail]).toEqual([
      403,
      'Rundmails sind auf diesem Server abgeschaltet. Das entscheidet, wer ihn betreibt.',
    ]);
    expect(await sentIn(off, organization)).toEqual([]);
  });
});
