import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp();

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function setting() {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  const stranger = await app.make.club();
  const event = await app.make.event(organization, { name: 'Zeltlager', date: '2030-03-05', max: 5 });
  const [zoe, aerzte, adam] = [
    await app.make.member(organization, { firstName: 'Zoë', lastName: 'Zander' }),
    await app.make.member(organization, { firstName: 'Rod', lastName: 'Ärmel' }),
    await app.make.member(organization, { firstName: 'Adam', lastName: 'Zander' }),
  ];
  return {
    event,
    zoe,
    aerzte,
    adam,
    editor: await app.as(
      await app.make.userOf(organization, ['EDIT_EVENTS'], { linked: false }),
      organization,
    ),
    others: [
      await app.as(user, organization),
      await app.as(
        await app.make.userOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS'], { linked: false }),
      ),
    ],
    stranger: await app.as(stranger.admin, stranger.organization),
    foreigner: await app.make.member(stranger.organization),
    everyone: [admin.member, user.member, zoe.uuid, aerzte.uuid, adam.uuid].sort(),
    dialog: `/app/events/${event.uuid}/participants`,
    path: `/event/${event.uuid}/participation`,
  };
}

const present = async (event: { uuid: string }) => {
  const rows = await app.db
    .selectFrom('participations')
    .select('member_uuid')
    .where('event_uuid', '=', event.uuid)
    .execute();
  return rows.map((row) => row.member_uuid).sort();
};
const ids = (...members: { uuid: string }[]) => members.map(({ uuid }) => uuid).sort();

describe('the participants', () => {
  it('lists every member by name, marks who registered, and saves all together (E6)', async () => {
    const { event, editor, zoe, aerzte, adam, dialog } = await setting();
    await app.make.registration(event, zoe);
    const { page, text } = await editor.get(dialog);
    expect(page).toContain('Teilnehmer: Zeltlager');
    expect(page).toContain('Wer war dabei am 05. März 2030?');
    expect(page).toContain('Zander, ZoëAngemeldet'.replace('ZoëA', 'Zoë A'));
    expect(page).toMatch(/Ärmel, Rod\s+war dabei.*Zander, Adam\s+war dabei.*Zander, Zoë/s);
    expect(text.match(/type="checkbox"/g)).toHaveLength(5);
    expect(text).not.toContain('checked=""');

    const answer = await editor.submit(dialog, { participated: [zoe.uuid, aerzte.uuid] });
    expect([answer.status, answer.location]).toEqual([303, '/app/events']);
    expect((await editor.get('/app/events')).page).toContain('Teilnehmer gespeichert.');
    expect(await present(event)).toEqual(ids(zoe, aerzte));

    const again = await editor.get(dialog);
    expect(again.text.match(/checked=""/g)).toHaveLength(2);
    await editor.submit(dialog, { inQuestion: [zoe.uuid, aerzte.uuid], participated: adam.uuid });
    expect(await present(event)).toEqual(ids(adam));
    await editor.submit(dialog, { inQuestion: adam.uuid });
    expect(await present(event)).toEqual([]);
    expect((await editor.submit(dialog)).status).toBe(303);
  });

  it('keeps registration and participation apart (E6)', async () => {
    const { event, editor, zoe, adam, dialog } = await setting();
    await app.make.registration(event, zoe);
    await editor.submit(dialog, { participated: adam.uuid });
    const { json } = await editor.call('GET', `/event/${event.uuid}/registered-members`);
    expect(json).toEqual({ members: [zoe.uuid] });
    expect(await present(event)).toEqual(ids(adam));
  });

  it('keeps what someone else ticked in the meantime (E6)', async () => {
    const { event, editor, zoe, adam, dialog } = await setting();
    // Both opened the list while nobody was ticked; each ticks one.
    await editor.submit(dialog, { participated: zoe.uuid });
    await editor.submit(dialog, { participated: adam.uuid });
    expect(await present(event)).toEqual(ids(zoe, adam));
  });

  it('refuses who is no member, and keeps what was ticked', async () => {
    const { event, editor, zoe, foreigner, dialog } = await setting();
    const answer = await editor.submit(dialog, { participated: [zoe.uuid, foreigner.uuid] });
    expect(answer.status).toBe(422);
    expect(answer.page).toContain('Ein Mitglied gibt es nicht oder nicht mehr.');
    expect(answer.text.match(/checked=""/g)).toHaveLength(1);
    expect(await present(event)).toEqual([]);
    expect((await editor.submit(dialog, { participated: 'x' })).status).toBe(422);
    // Of someone who has gone there is nothing left to take back.
    expect((await editor.submit(dialog, { inQuestion: UNKNOWN, participated: zoe.uuid })).status).toBe(303);
  });

  it('is for EDIT_EVENTS (table H)', async () => {
    const { event, others, stranger, zoe, dialog, path } = await setting();
    const list = [{ memberUuid: zoe.uuid, participated: true }];
    for (const visitor of others) {
      expect((await visitor.get(dialog)).location).toBe('/app/');
      expect((await visitor.submit(dialog, { participated: zoe.uuid })).location).toBe('/app/');
      expect((await visitor.call('GET', path)).status).toBe(403);
      expect((await visitor.call('PUT', path, list)).status).toBe(403);
    }
    expect((await stranger.submit(dialog, { participated: zoe.uuid })).location).toBe('/app/events');
    expect((await stranger.get('/app/events')).page).toContain('Fehler beim speichern der Teilnehmer.');
    expect((await stranger.call('GET', path)).status).toBe(404);
    expect((await stranger.call('PUT', path, list)).status).toBe(404);
    expect((await app.visitor().submit(dialog)).location).toContain('/app/login');
    expect((await app.visitor().call('GET', path)).status).toBe(401);
    expect((await app.visitor().call('PUT', path, list)).status).toBe(401);
    expect(await present(event)).toEqual([]);
  });
});

describe('the participants by calls', () => {
  it('are read and written as a list; who is not listed stays as they are (E6)', async () => {
    const { event, editor, zoe, adam, aerzte, everyone, path } = await setting();
    const wanted = [
      { memberUuid: zoe.uuid, participated: true },
      { memberUuid: adam.uuid.toUpperCase(), participated: true },
      { memberUuid: aerzte.uuid, participated: false },
    ];
    const { status, json } = await editor.call('PUT', `${path}/`, wanted);
    expect(status).toBe(200);
    expect(json.map((each: { memberUuid: string }) => each.memberUuid).sort()).toEqual(everyone);
    expect((await editor.call('GET', path)).json).toEqual(json);
    expect(await present(event)).toEqual(ids(zoe, adam));

    await editor.call('PUT', path, [{ memberUuid: zoe.uuid, participated: false }]);
    expect(await present(event)).toEqual(ids(adam));
    expect((await editor.call('PUT', path, [])).status).toBe(200);
    expect(await present(event)).toEqual(ids(adam));
  });

  it('refuse what is no such list, or no member (G4)', async () => {
    const { event, editor, zoe, foreigner, path } = await setting();
    const entry = { memberUuid: zoe.uuid, participated: true };
    const wrong: unknown[] = [
      undefined,
      {},
      null,
      'x',
      [null],
      [{ memberUuid: zoe.uuid }],
      [{ ...entry, participated: 'yes' }],
      [{ ...entry, colour: 'red' }],
      [{ ...entry, memberUuid: 'x' }],
      [entry, { ...entry, participated: false }],
      [entry, { ...entry, memberUuid: foreigner.uuid }],
      [{ ...entry, memberUuid: UNKNOWN }],
    ];
    for (const list of wrong) {
      expect((await editor.call('PUT', path, list)).status, JSON.stringify(list)).toBe(422);
    }
    expect((await editor.call('PUT', `/event/${UNKNOWN}/participation`, [entry])).status).toBe(404);
    expect((await editor.call('GET', '/event/x/participation')).status).toBe(404);
    expect(await present(event)).toEqual([]);
  });
});
