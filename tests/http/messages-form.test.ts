import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownerOf } from '~/doors/kept-input.server';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { PASSWORD } from '../support/factories';
import { linkWith, unescaped } from '../support/html';
import { messageSetting, receiversOf, sentIn } from '../support/messages';
import { changeRows, deleteRows } from '../support/rows';
import { actionOf, hidden, send } from '../support/sent-on';

/** Messages to many, as a person without scripts writes them (N11). */
const app = testApp();

const SCREEN = '/app/messages/new';
const SENDING = '/app/messages/new/sending';
const TEXT = 'Bitte bringt Stühle mit.\n\nMehr: https://tsv.example/fest';

it('an editor of events writes, looks at it, goes back with everything and sends it once (N11, Y2)', async () => {
  const { asEditor, event, coming, waiting, organization } = await messageSetting(app);
  const about = `?event=${event.uuid}`;
  const page = await asEditor.get(`/app/events/${event.uuid}`);
  expect(page.text).toContain(`href="${SCREEN}${about}"`);
  const empty = await asEditor.get(SCREEN + about);
  expect(empty.page).toContain(
    'Angemeldet 2 Personen: 1 bekommt sie, 1 hat keinen Zugang. Warteliste 1 Person Noch keine Antwort 3 Personen außer Ihnen: 2 bekommen sie, 1 hat keinen Zugang.',
  );
  expect(empty.page).toContain('Antworten gehen an user');

  const fields = {
    event: event.uuid,
    'to[0]': 'coming',
    'to[1]': 'waiting',
    subject: 'Sommerfest: Stühle',
    text: TEXT.replaceAll('\n', '\r\n'),
    replies: 'on',
  };
  const preview = await asEditor.submit(SCREEN + about, fields);
  expect(preview.status).toBe(200);
  expect(preview.page).toMatch(/Antworten gehen an user\S+ /);
  const { replies, ...unticked } = fields;
  expect((await asEditor.submit(SCREEN + about, unticked)).page).toContain(
    'Antworten kommen nicht bei Ihnen an',
  );
  expect(preview.page).toContain('An alle, die angemeldet sind oder auf der Warteliste stehen');
  expect(preview.page).toContain('An 2 Personen senden; 1 hat keinen Zugang.');
  expect(preview.text).toContain('Bitte bringt Stühle mit.\n\nMehr: https://tsv.example/fest');
  expect(preview.text).not.toContain('href="https://tsv.example/fest"');
  expect(preview.page).toContain('In der E-Mail stehen Adressen und lange Nummern mit Lücken');
  // In a tab of its own, as this one has the text.
  expect(preview.text).toMatch(/<a href="\/app\/messages\/unreached[^>]*target="_blank"/);
  expect(await sentIn(app, organization)).toEqual([]);

  const back = await asEditor.submit(SCREEN + about, { ...fields, edit: 'on' });
  expect(back.status).toBe(200);
  expect(back.text).toContain('value="Sommerfest: Stühle"');
  expect(back.text).toContain('Mehr: https://tsv.example/fest</textarea>');
  const boxes = [...back.text.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)];
  expect(boxes.map(([box]) => box.includes('checked=""'))).toEqual([true, true, false, true]);

  const sent = await asEditor.submit(SENDING + about, { ...fields, __key: 'message' });
  const [message, ...others] = await sentIn(app, organization);
  expect([sent.status, sent.location]).toEqual([303, `/app/messages/${message?.uuid}`]);
  expect(message).toMatchObject({
    subject: 'Sommerfest: Stühle',
    body: TEXT,
    audience: ['coming', 'waiting'],
    replies: true,
    count: 2,
  });
  expect(await receiversOf(app, message?.uuid ?? '')).toEqual([coming.uuid, waiting.uuid].sort());
  const shown = await asEditor.visit(sent.location);
  expect(shown.page).toContain(messages.messageSent({ count: 2, quiet: null }).title);

  // Reloaded, or pressed twice.
  const again = await asEditor.submit(SENDING + about, { ...fields, __key: 'message' });
  expect(again.location).toBe(sent.location);
  // From another tab.
  const elsewhere = await asEditor.submit(SENDING + about, { ...fields, __key: 'other' });
  expect(elsewhere.status).toBe(409);
  expect(elsewhere.page).toContain('Genau diese Rundmail haben Sie eben schon geschickt.');
  expect(elsewhere.text).toContain('value="Sommerfest: Stühle"');
  expect([(await sentIn(app, organization)).length, others]).toEqual([1, []]);
  expect(await loggedActions(app, organization)).toEqual([
    'Rundmail „Sommerfest: Stühle“ an 2 Personen geschickt',
  ]);
});

it('a form that is pressed twice at once, or in two tabs at once, is one message (N11)', async () => {
  const { asEditor, event, organization } = await messageSetting(app);
  const fields = { event: event.uuid, 'to[0]': 'coming', subject: 'Einmal', text: 'Hallo' };
  const submit = (key: string) =>
    asEditor.submit(`${SENDING}?event=${event.uuid}`, { ...fields, __key: key });
  const pressed = await Promise.all(['a', 'a', 'a', 'b', 'c'].map(submit));
  expect(new Set(pressed.map(({ status }) => status))).toEqual(new Set([303, 409]));
  expect((await sentIn(app, organization)).length).toBe(1);
});

it('a message from a list of answers is meant for those in it, and never for those who declined (N11)', async () => {
  const { asEditor, event } = await messageSetting(app);
  const answers = `/app/events/${event.uuid}/answers`;
  const ticked: Record<string, string[]> = {};
  for (const of of ['yes', 'waiting', 'no', 'open']) {
    const list = await asEditor.get(`${answers}?of=${of}`);
    const [, form = ''] = /href="([^"]*)"[^>]*>Rundmail</.exec(list.text) ?? [];
    const { text } = await asEditor.get(unescaped(form));
    const boxes = [...text.matchAll(/<input[^>]*name="to"[^>]*>/g)].map(([box]) => box);
    ticked[of] = boxes
      .filter((box) => box.includes('checked=""'))
      .map((box) => /value="(\w+)"/.exec(box)?.[1] ?? '');
  }
  expect(ticked).toEqual({
    yes: ['coming'],
    waiting: ['waiting'],
    no: [],
    open: ['open'],
  });
  const unknown = await asEditor.get(`${SCREEN}?event=${event.uuid}&to=everybody`);
  // An event of a series has namesakes.
  expect(unknown.page).toMatch(new RegExp(`${event.name}, \\S+, \\d+\\. \\S+ \\d{4}`));
  expect(unknown.text).toMatch(/<input(?=[^>]*checked="")(?=[^>]*value="coming")/);
});

it('the form says whom each audience reaches as the preview does, and offers none that nobody can read (N11)', async () => {
  const { asAdmin, asEditor, event, organization, coming } = await messageSetting(app);
  const about = `${SCREEN}?event=${event.uuid}`;
  const boxOf = (text: string, value: string) =>
    new RegExp(`<input(?=[^>]*type="checkbox")[^>]*value="${value}"[^>]*>`).exec(text)?.[0];
  const fields = { event: event.uuid, subject: 'Probe', text: 'Probe' };
  const open = await asEditor.submit(about, { ...fields, 'to[0]': 'open' });
  expect(open.page).toContain('An 2 Personen senden; 1 hat keinen Zugang.');

  await changeRows(app.db, 'users', coming.uuid, { activated: false });
  await deleteRows(app.db, 'answers', { event_uuid: event.uuid, answer: 'waiting' });
  const shown = await asEditor.get(about);
  expect(shown.page).toContain(
    'Angemeldet 2 Personen, alle ohne Zugang Warteliste Zurzeit niemand',
  );
  for (const value of ['coming', 'waiting']) {
    expect(boxOf(shown.text, value)).toContain('disabled=""');
    expect(boxOf(shown.text, value)).not.toContain('checked=""');
  }
  expect(boxOf(shown.text, 'open')).not.toContain('disabled=""');
  const refused = await asEditor.submit(about, { ...fields, 'to[0]': 'coming' });
  expect([refused.status, boxOf(refused.text, 'coming')]).toEqual([
    422,
    expect.not.stringContaining('checked=""'),
  ]);

  const everybody = 'Alle Mitglieder des Vereins';
  expect((await asAdmin.get(SCREEN)).page).toContain(
    `${everybody} 7 Personen außer Ihnen: 4 bekommen sie, 3 haben keinen Zugang.`,
  );
  const none = 'Zurzeit kann hier niemand eine Rundmail lesen.';
  expect(shown.page).not.toContain(none);
  await deleteRows(app.db, 'members', { organization_uuid: organization.uuid });
  await app.make.member(organization);
  const { page } = await asAdmin.get(SCREEN);
  expect(page).toContain(none);
  expect(page).toContain(`${everybody} 1 Person, ohne Zugang`);
});

it('an admin writes to all members, a user without the right does not (N11)', async () => {
  const setting = await messageSetting(app);
  const { asAdmin, asEditor, organization } = setting;
  const { editor, coming, waiting, silent, declined } = setting;
  const list = await asAdmin.get('/app/admin/messages');
  expect(list.page).toContain('Noch keine Rundmails');
  // Once, where it is said.
  expect(list.text.split(`href="${SCREEN}"`)).toHaveLength(2);
  expect((await asAdmin.get('/app/admin/organization')).text).toContain('/app/admin/messages');
  const fields = { subject: 'Hauptversammlung', text: 'Am Freitag.' };
  const preview = await asAdmin.submit(SCREEN, fields);
  expect(preview.page).toContain('An 5 Personen senden; 2 haben keinen Zugang.');
  expect(preview.page).not.toContain('mit Lücken');
  const sent = await asAdmin.submit(SENDING, fields);
  expect(sent.status).toBe(303);
  const uuid = sent.location.split('/').at(-1) ?? '';
  const receivers = [editor, coming, waiting, silent, declined].map((user) => user.uuid);
  expect(await receiversOf(app, uuid)).toEqual(receivers.sort());
  expect((await asAdmin.get('/app/admin/messages')).page).toContain(
    'Hauptversammlung alle Mitglieder (5 Personen)',
  );
  await changeRows(app.db, 'messages', uuid, { created_at: '2030-03-02T23:05:00Z' });
  const { page, text } = await asAdmin.get('/app/admin/messages');
  expect(page).toContain('03.03.2030, 00:05 Uhr');
  expect(text).not.toContain('UTC');
  // Each has what the other needs.
  expect((await asEditor.submit(SENDING, fields)).location).toBe('/app/');
  const { event } = setting;
  const about = { event: event.uuid, 'to[0]': 'coming', ...fields };
  expect((await asAdmin.submit(SENDING, about)).location).toBe('/app/');
  expect((await sentIn(app, organization)).length).toBe(1);
});

describe('a message is refused with 422, and what was typed stays (N11)', () => {
  let setting: Awaited<ReturnType<typeof messageSetting>>;
  const events: Record<string, string> = {};
  beforeAll(async () => {
    setting = await messageSetting(app);
    const { organization, event, guest } = setting;
    const unreached = await app.make.event(organization, { max: 3 });
    await app.make.registration(unreached, guest);
    const empty = await app.make.event(organization, { max: 3 });
    const open = await app.make.event(organization);
    Object.assign(events, { with: event.uuid, unreached: unreached.uuid });
    Object.assign(events, { empty: empty.uuid, open: open.uuid });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['without a group', { 'to[0]': undefined }, 'Bitte auswählen, an wen die Rundmail geht.'],
    ['without a subject', { subject: '  ' }, 'Bitte einen Betreff eingeben.'],
    ['without a text', { text: '\r\n \u200b' }, 'Bitte einen Text eingeben.'],
    ['with a subject that is too long', { subject: 'x'.repeat(201) }, 'Höchstens 200 Zeichen.'],
    ['with a text that is too long', { text: 'x'.repeat(10_001) }, 'Höchstens 10000 Zeichen.'],
    ['with NUL', { subject: 'Hal\u0000lo' }, 'Enthält ein ungültiges Zeichen.'],
    ['with a control character', { text: 'Hal\u001blo' }, 'Enthält ein ungültiges Zeichen.'],
    ['to nobody', { 'to[0]': 'waiting', event: 'empty' }, 'Dort ist zurzeit niemand.'],
    ['to members without an account', { event: 'unreached' }, 'Keiner hat ein Konto.'],
    [
      'to all at an event that asks nobody',
      { 'to[0]': 'open', event: 'open' },
      '„Noch keine Antwort“ wären alle',
    ],
  ])('a message %s (N11)', async (_what, wrong, says) => {
    const { asEditor, organization } = setting;
    const event = events[wrong.event ?? 'with'] ?? '';
    const all = { 'to[0]': 'coming', subject: 'Der Betreff', text: 'Der Text', ...wrong, event };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    const fields = Object.fromEntries(given) as Record<string, string>;
    for (const path of [SCREEN, SENDING]) {
      const refused = await asEditor.submit(`${path}?event=${event}`, fields);
      expect([path, refused.status]).toEqual([path, 422]);
      expect(refused.page).toContain(says);
      for (const typed of ['Der Betreff', 'Der Text'])
        if (Object.values(fields).includes(typed)) expect(refused.text).toContain(typed);
    }
    expect(await sentIn(app, organization)).toEqual([]);
  });
});

it('what was written outlives the session that ended before it was sent (N11, B2)', async () => {
  const { editor, event, organization } = await messageSetting(app);
  const browser = await app.as(editor, organization);
  const about = `?event=${event.uuid}`;
  const form = hidden(await browser.get(SCREEN + about));
  const written = { 'to[0]': 'coming', subject: 'Bleibt', text: 'Auch das bleibt.' };
  await deleteRows(app.db, 'sessions', { user_uuid: editor.uuid });
  const login = await send(browser, SENDING + about, { ...form, ...written });
  const typed = { ...hidden(login), email: editor.email, password: PASSWORD };
  const there = await send(browser, actionOf(login), typed);
  expect(there.path).toBe(SENDING + about);
  expect(there.text).toContain('value="Bleibt"');
  expect(there.text).toContain('Auch das bleibt.');
  expect(await sentIn(app, organization)).toEqual([]);
});

it('a message about a cancelled event can be sent, one about a deleted event is shown to be copied (N11)', async () => {
  const { asEditor, editor, event, organization } = await messageSetting(app);
  await changeRows(app.db, 'events', event.uuid, { cancelled_at: new Date() });
  const fields = {
    event: event.uuid,
    'to[0]': 'coming',
    subject: 'Ersatz',
    text: 'Nächste Woche.',
  };
  expect((await asEditor.submit(SENDING, fields)).status).toBe(303);
  await deleteRows(app.db, 'events', event.uuid);
  const __key = `m.${ownerOf(editor.uuid, app.services.config)}.message`;
  for (const path of [SCREEN, SENDING]) {
    const gone = await asEditor.submit(path, { ...fields, subject: 'Noch einmal', __key });
    expect(gone.status).toBe(404);
    expect(gone.page).toContain(
      'Die Rundmail wurde nicht geschickt. Das gibt es nicht oder nicht mehr. Gespeichert wurde nichts. Das hatten Sie geschrieben: Noch einmal Nächste Woche.',
    );
  }
  // What was sent stays, and says so much.
  const [message] = await sentIn(app, organization);
  const shown = await asEditor.get(`/app/messages/${message?.uuid}`);
  expect(shown.page).toContain('alle, die zugesagt haben');
});

it('unreachable members are listed on paper, for those who may write and member editors (N11)', async () => {
  const { asEditor, asAdmin, event, organization, coming } = await messageSetting(app);
  const clerk = await app.asUserOf(organization, ['EDIT_MEMBERS']);
  const plain = await app.as(coming, organization);
  const address = `/app/messages/unreached?event=${event.uuid}&to=coming,open`;
  for (const visitor of [asEditor, clerk]) {
    const list = await visitor.get(address);
    expect(list.page).toContain('Ohnepost, Uwe Ohneso, Ida');
    expect(list.page).not.toContain(coming.lastName);
  }
  expect((await asEditor.get(address.replace(',open', ''))).page).not.toContain('Ohneso');
  expect((await asAdmin.get('/app/messages/unreached')).page).toContain(
    'Ohnepost, Uwe Ohneso, Ida',
  );
  for (const refused of [plain, asAdmin])
    expect((await refused.get(address)).location).toBe('/app/');
  await sql`insert into members (organization_uuid, first_name, last_name)
    select ${organization.uuid}, 'Max', 'Nummer' || n from generate_series(100, 299) n`.execute(
    app.db,
  );
  const first = await asAdmin.get('/app/messages/unreached');
  expect((await asAdmin.get(linkWith(first, 'after='))).page).toContain(
    'Ohnepost, Uwe Ohneso, Ida',
  );
});
