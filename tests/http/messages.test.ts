import { beforeAll, describe, expect, it } from 'vitest';
import { deleteOldMessages } from '~/features/messages/queries.server';
import { noteRefusal } from '~/mail/failures.server';
import { testApp } from '../support/app';
import { contractOf } from '../support/contract';
import { messageSetting, receiversOf, sentIn } from '../support/messages';
import { registerMany } from '../support/notifications';
import { changeRows, deleteRows, insertRows } from '../support/rows';

/** Messages to many, as programs send them (N15), and as their receivers read them (N11). */
const app = testApp();

describe('the call', () => {
  it('a message about an event goes to the groups it names, by default to those who count on it (N15)', async () => {
    const setting = await messageSetting(app);
    const { asEditor, send, event, coming, waiting, silent, editor, admin, declined } = setting;
    const contract = await contractOf(app);
    const cases: Array<[object, string[]]> = [
      [{ event: event.uuid, of: ['coming'] }, [coming.uuid]],
      [{ event: event.uuid, of: ['waiting', 'waiting'] }, [waiting.uuid]],
      [{ event: event.uuid, of: ['open'] }, [silent.uuid, admin.uuid]],
      [{ event: event.uuid }, [coming.uuid, waiting.uuid]],
      [
        { event: event.uuid, of: ['open', 'coming', 'waiting'] },
        [coming.uuid, waiting.uuid, silent.uuid, admin.uuid],
      ],
    ];
    for (const [to, receivers] of cases) {
      const sent = await send(asEditor, { to });
      contract.check('POST /organization/:organization/messages', sent);
      expect([to, await receiversOf(app, sent.json.uuid)]).toEqual([to, receivers.sort()]);
      expect(sent.json.count).toBe(receivers.length);
      for (const without of [editor, declined]) expect(receivers).not.toContain(without.uuid);
    }
  });

  let setting: Awaited<ReturnType<typeof messageSetting>>;
  beforeAll(async () => {
    setting = await messageSetting(app);
  });

  it.each([
    ['no receivers', {}, ['to']],
    ['unknown receivers', { to: 'everybody' }, ['to']],
    ['an unknown group', { to: { event: '', of: ['declined'] } }, ['to.0']],
    ['no group', { to: { event: '', of: [] } }, ['to']],
    ['too many groups', { to: { event: '', of: Array(1000).fill('x') } }, ['to']],
    ['another field', { to: { event: '', all: true } }, ['to.all']],
    ['groups without an event', { to: { of: ['coming'] } }, ['to']],
    ['no event', { to: { event: 'x' } }, ['event']],
    ['an event beside', { to: 'all', event: '' }, ['event']],
    ['no text', { to: 'all', text: '' }, ['text']],
    ['no subject', { to: 'all', subject: null }, ['subject']],
    ['what is neither true nor false', { to: 'all', replies: 'on' }, ['replies']],
  ])('a body with %s is refused with 422 (N11, N15)', async (_what, body, fields) => {
    const { asEditor, send, event, organization } = setting;
    const text = JSON.stringify(body).replaceAll('"event":""', `"event":"${event.uuid}"`);
    const refused = await send(asEditor, JSON.parse(text));
    expect([refused.status, Object.keys(refused.json.errors ?? {})]).toEqual([422, fields]);
    expect(await sentIn(app, organization)).toEqual([]);
  });

  it("an event of another club is not found, not even by an editor of both clubs' events (N15)", async () => {
    const { asEditor, send, editor } = await messageSetting(app);
    const other = await app.make.organization();
    await app.make.belongs(editor, other, 'EDIT_EVENTS');
    const event = await app.make.event(other, { max: 5 });
    const { status } = await send(asEditor, { to: { event: event.uuid } });
    expect(status).toBe(404);
  });

  it('the list has the newest first, for editors of events without what went to all (N15)', async () => {
    const { asAdmin, asEditor, send, event, organization, admin } = await messageSetting(app);
    await send(asEditor, { to: { event: event.uuid, of: ['coming'] }, replies: true });
    await send(asAdmin, { to: 'all', subject: 'An alle' });
    const path = `/organization/${organization.uuid}/messages`;
    const all = (await asAdmin.call('GET', path)).json;
    expect(all.map(({ subject }: { subject: string }) => subject)).toEqual([
      'An alle',
      'Treffpunkt',
    ]);
    expect(all[0]).toMatchObject({
      to: 'all',
      count: 5,
      replies: false,
      sender: `Anna ${admin.lastName}`,
    });
    const own = (await asEditor.call('GET', path)).json;
    expect(own).toEqual([all[1]]);
    expect(own[0]).toMatchObject({ to: { event: event.uuid, of: ['coming'] }, replies: true });
    expect(JSON.stringify(all)).not.toContain('Parkplatz');
  });

  it('whom it would reach is said beforehand, and who gets no mail (N15, N2, N13)', async () => {
    const { asEditor, organization, event, coming, waiting, send } = await messageSetting(app);
    await insertRows(app.db, 'notification_settings', {
      organization_uuid: organization.uuid,
      user_uuid: coming.uuid,
      topic: 'message',
      way: 'off',
    });
    const path = `/organization/${organization.uuid}/messages/recipients?event=${event.uuid}`;
    expect((await asEditor.call('GET', `${path}&to=coming,waiting`)).json).toEqual({
      reached: 2,
      onlyHere: 1,
      unreached: 1,
    });
    await noteRefusal(app.db, waiting.email, { code: '5.1.1', gone: true });
    expect((await asEditor.call('GET', `${path}&to=coming,waiting`)).json).toEqual({
      reached: 2,
      onlyHere: 2,
      unreached: 1,
    });
    expect((await asEditor.call('GET', path)).status).toBe(422);
    // Members who want no mails read it here.
    const sent = await send(asEditor, { to: { event: event.uuid, of: ['coming'] } });
    expect(await receiversOf(app, sent.json.uuid)).toEqual([coming.uuid]);
  });
});

describe('who receives', () => {
  it('users who are not confirmed, or have left the club, get nothing (N12)', async () => {
    const { asAdmin, send, organization, coming, waiting, silent, declined, editor } =
      await messageSetting(app);
    await changeRows(app.db, 'users', coming.uuid, { activated: false });
    await deleteRows(app.db, 'organization_users', {
      user_uuid: waiting.uuid,
      organization_uuid: organization.uuid,
    });
    const sent = await send(asAdmin, { to: 'all' });
    const receivers = [silent, declined, editor].map(({ uuid }) => uuid).sort();
    expect(await receiversOf(app, sent.json.uuid)).toEqual(receivers);
    expect(sent.json).toMatchObject({ count: 3, unreached: 4 });
  });

  it('more than 500 get it from the queue, which does so once however often it runs (N11, X9)', async () => {
    const { asEditor, send, organization } = await messageSetting(app);
    const event = await app.make.event(organization, { max: 5000 });
    await registerMany(app.patient.db, event, 501);
    const sent = await send(asEditor, { to: { event: event.uuid, of: ['coming'] } });
    expect(sent.json).toMatchObject({ count: 501, unreached: 0 });
    const { uuid } = sent.json;
    expect(await receiversOf(app, uuid)).toEqual([]);
    const pending = await asEditor.get(`/app/messages/${uuid}`);
    expect(pending.page).toContain('501 Personen, wird gerade verteilt');
    // Somebody leaves meanwhile: the receivers are those at sending.
    await app.pool.query(
      `delete from answers where answer = 'yes' and ctid = (select ctid from answers where answer = 'yes' and event_uuid = $1 limit 1)`,
      [event.uuid],
    );
    const payload = JSON.stringify({ message: uuid });
    await app.pool.query(`select graphile_worker.add_job('message', $1::json)`, [payload]);
    await app.work();
    expect((await receiversOf(app, uuid)).length).toBe(500);
    expect((await asEditor.get(`/app/messages/${uuid}`)).page).toContain('Empfänger 500 Personen');
  });
});

describe('the page', () => {
  it('receivers read who wrote what to whom, with links that search engines do not follow (N11)', async () => {
    const { asEditor, send, event, coming, editor, organization } = await messageSetting(app);
    const sent = await send(asEditor, {
      subject: '<b>Fest</b>',
      text: 'Mehr: https://tsv.example/a\n<script>alert(1)</script>\nhttp://unsicher.example',
      to: { event: event.uuid, of: ['coming'] },
      replies: true,
    });
    const reader = await app.as(coming, organization);
    const shown = await reader.get(`/app/messages/${sent.json.uuid}`);
    expect(shown.status).toBe(200);
    expect(shown.page).toContain(`Von ${editor.firstName} ${editor.lastName}`);
    expect(shown.page).toContain('An alle, die angemeldet sind Veranstaltung Sommerfest');
    expect(shown.page).toContain(`Antworten an ${editor.email}`);
    expect(shown.page).not.toContain('Empfänger');
    expect(shown.text).toContain(
      '<a href="https://tsv.example/a" rel="nofollow noopener">https://tsv.example/a</a>',
    );
    expect(shown.text).not.toContain('<script>alert');
    expect(shown.text).not.toContain('<b>Fest');
    expect(shown.text).not.toContain('href="http://unsicher.example"');
  });

  it('nobody is told to answer to a sender who has left the club (N11)', async () => {
    const { asEditor, send, event, coming, editor, organization } = await messageSetting(app);
    const to = { event: event.uuid, of: ['coming'] };
    const sent = await send(asEditor, { to, replies: true });
    await deleteRows(app.db, 'organization_users', {
      user_uuid: editor.uuid,
      organization_uuid: organization.uuid,
    });
    const reader = await app.as(coming, organization);
    const shown = await reader.get(`/app/messages/${sent.json.uuid}`);
    expect(shown.page).toContain(`Von ${editor.firstName} ${editor.lastName}`);
    expect(shown.page).not.toContain(editor.email);
    const [mail] = (await app.mailsTo(coming.email)).filter(({ text }) =>
      text.includes(editor.lastName),
    );
    expect(mail).toBeDefined();
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.text).not.toContain(editor.email);
  });

  it('the address of the sender is told only if answers go there (N11)', async () => {
    const { asEditor, send, event, coming, editor, organization } = await messageSetting(app);
    const sent = await send(asEditor, { to: { event: event.uuid, of: ['coming'] } });
    const reader = await app.as(coming, organization);
    const shown = await reader.get(`/app/messages/${sent.json.uuid}`);
    expect(shown.text).not.toContain(editor.email);
  });

  it('to others a message does not exist: members without it, strangers, former members (N11)', async () => {
    const setting = await messageSetting(app);
    const { asEditor, asAdmin, send, event, organization, coming, silent } = setting;
    const toComing = await send(asEditor, { to: { event: event.uuid, of: ['coming'] } });
    const toAll = await send(asAdmin, { to: 'all', subject: 'An alle' });
    const [about, all] = [toComing, toAll].map(({ json }) => `/app/messages/${json.uuid}`);
    const outcomes = async (user: { uuid: string }) => {
      const browser = await app.as(user);
      return Promise.all([about, all].map(async (path) => (await browser.get(path ?? '')).status));
    };
    expect(await outcomes(silent)).toEqual([404, 200]);
    expect(await outcomes(await app.make.userOf(organization, ['EDIT_EVENTS']))).toEqual([
      200, 404,
    ]);
    expect(await outcomes(await app.make.userOf(organization, ['ORGANIZATION_ADMIN']))).toEqual([
      200, 200,
    ]);
    expect(await outcomes((await app.make.club()).admin)).toEqual([404, 404]);
    await deleteRows(app.db, 'organization_users', { user_uuid: coming.uuid });
    expect(await outcomes(coming)).toEqual([404, 404]);
    expect((await app.visitor().get(about ?? '')).location).toContain('/app/login');
  });
});

it('messages go after 12 months, with what their receivers had of them (N16)', async () => {
  const { asAdmin, send, organization } = await messageSetting(app);
  const old = (await send(asAdmin, { to: 'all', subject: 'Alt' })).json.uuid;
  const young = (await send(asAdmin, { to: 'all', subject: 'Jung' })).json.uuid;
  const age = (uuid: string, interval: string) =>
    app.pool.query('update messages set created_at = now() - $2::interval where uuid = $1', [
      uuid,
      interval,
    ]);
  await age(old, '12 months 1 hour');
  await age(young, '12 months -1 hour');
  await deleteOldMessages(app.db);
  expect((await sentIn(app, organization)).map(({ uuid }) => uuid)).toEqual([young]);
  expect(await receiversOf(app, old)).toEqual([]);
});
