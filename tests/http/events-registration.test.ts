import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { changeRows, rowOf, UNKNOWN, valuesOf } from '../support/rows';

const app = testApp();

const REMEDY =
  'Bitten Sie eine Administratorin oder einen Administrator Ihres Vereins um eine Einladung';

async function setting({ max = 2 }: { max?: number } = {}) {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  const event = await app.make.event(organization, { name: 'Zeltlager', date: '2030-03-05', max });
  return {
    organization,
    event,
    user: await app.as(user, organization),
    member: { uuid: user.member },
    editor: await app.as(admin, organization),
    unlinked: await app.asUserOf(organization, [], { linked: false }),
    dialog: `/app/events/${event.uuid}/registration`,
    withdrawal: `/app/events/${event.uuid}/registration/withdrawal`,
  };
}

const registered = (event: { uuid: string }) =>
  valuesOf(app.db, 'answers', { answer: 'yes', event_uuid: event.uuid }, 'member_uuid');
const counted = async (event: { uuid: string }) => {
  const { registered_participants: count } = await rowOf(app.db, 'events', event.uuid, [
    'registered_participants',
  ]);
  return count;
};

describe('opening an event to all', () => {
  it('an event opened to all keeps its registrations, and registered members may sign off (E3, E7)', async () => {
    const { event, user, editor, member, withdrawal } = await setting();
    await app.make.registration(event, member);
    const opened = { name: 'Zeltlager', date: '2030-03-05', eventType: 'OPEN_EVENT' };
    expect((await editor.submit(`/app/events/${event.uuid}/edit`, opened)).status).toBe(303);
    expect(await registered(event)).toEqual([member.uuid]);
    expect((await user.get('/app/events')).text).toContain(`href="${withdrawal}"`);
    expect((await editor.get('/app/events')).text).not.toContain(`href="${withdrawal}"`);
    expect((await user.get(withdrawal)).page).toContain('Möchten Sie sich von Zeltlager am');
    expect((await user.submit(withdrawal)).status).toBe(303);
    expect(await registered(event)).toEqual([]);
    expect((await user.get('/app/events')).text).not.toContain(`href="${withdrawal}"`);
  });
});

describe('signing up and off by form', () => {
  it('what was answered in the list is taken back there (Y7)', async () => {
    const { event, user, dialog } = await setting();
    await user.submit(dialog);
    expect((await user.get('/app/events')).text).toContain(
      'action="/app/?index&amp;open&amp;list&amp;"',
    );
    const back = await user.submit('/app/?index&open&list&after=', { event: event.uuid });
    expect([back.status, back.location]).toEqual([303, '/app/events']);
    expect(await registered(event)).toEqual([]);
  });

  it('an outdated page does what it said, not the opposite (E7)', async () => {
    const { event, user, member, dialog, withdrawal } = await setting();
    for (let time = 0; time < 2; time++) {
      expect((await user.submit(dialog)).status).toBe(303);
      expect(await registered(event)).toEqual([member.uuid]);
      expect(await counted(event)).toBe(1);
    }
    for (let time = 0; time < 2; time++) {
      expect((await user.submit(withdrawal)).status).toBe(303);
      expect(await registered(event)).toEqual([]);
      expect(await counted(event)).toBe(0);
    }
  });

  it('both dialogs lead to the one that applies (E3)', async () => {
    const { event, user, member, dialog, withdrawal } = await setting();
    const page = `?before=2030-01-01_${UNKNOWN}`;
    expect((await user.get(withdrawal + page)).location).toBe(dialog + page);
    await app.make.registration(event, member);
    expect((await user.get(dialog + page)).location).toBe(withdrawal + page);
  });

  it('signing up for a full event is refused on the screen and on submission (E3, E8)', async () => {
    const { event, organization, user, dialog } = await setting({ max: 1 });
    await app.make.registration(event, await app.make.member(organization));
    const screen = await user.get(dialog);
    expect(screen.page).toContain('Keine freien Plätze mehr.');
    expect(screen.text).toMatch(/<button[^>]*disabled=""[^>]*>Anmelden/);
    const response = await user.submit(dialog);
    expect(response.status).toBe(409);
    expect(response.page).toContain(
      'Fehler beim Anmelden zur Veranstaltung. Keine freien Plätze mehr.',
    );
    expect(await counted(event)).toBe(1);
  });

  it('signing off stays possible when an event is full or overbooked (E3)', async () => {
    const { event, user, member, withdrawal } = await setting({ max: 1 });
    await app.make.registration(event, member);
    await changeRows(app.db, 'events', event.uuid, { max_participants: 0 });
    expect((await user.get('/app/events')).page).toContain(
      'Keine freien Plätze mehr. (1 von 0 belegt)',
    );
    expect((await user.get(withdrawal)).text).toMatch(/<button(?![^>]*disabled="")[^>]*>Abmelden/);
    expect((await user.submit(withdrawal)).status).toBe(303);
    expect(await registered(event)).toEqual([]);
  });
});

describe('signing up and off by call', () => {
  it('signing up and off by call returns the event as it then is; repeating changes nothing (E7, G8)', async () => {
    const { event, organization, user, member } = await setting();
    const list = `/event/registered-events/?organization=${organization.uuid}`;
    const body = { event: event.uuid };
    for (let time = 0; time < 2; time++) {
      const { status, json } = await user.call('PUT', '/event/register-user', body);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        uuid: event.uuid,
        registeredParticipants: 1,
        registered_participants: 1,
      });
      expect(await registered(event)).toEqual([member.uuid]);
      expect((await user.call('GET', list)).json).toEqual([event.uuid]);
    }
    for (let time = 0; time < 2; time++) {
      const { status, json } = await user.call('PUT', '/event/unregister-user', body);
      expect(status).toBe(200);
      expect(json).toMatchObject({ registered_participants: 0 });
      expect((await user.call('GET', list)).json).toEqual([]);
    }
  });

  it('signing up without a linked member, for a full or for an open event is a conflict (E7, G4)', async () => {
    const { event, organization, user, unlinked } = await setting({ max: 0 });
    const noMember = await unlinked.call('PUT', '/event/register-user', { event: event.uuid });
    expect(noMember.status).toBe(409);
    expect(noMember.json.detail).toContain(REMEDY);
    const full = await user.call('PUT', '/event/register-user', { event: event.uuid });
    expect([full.status, full.json.detail]).toEqual([409, 'Keine freien Plätze mehr.']);
    const open = await app.make.event(organization);
    expect((await user.call('PUT', '/event/register-user', { event: open.uuid })).status).toBe(409);
    expect(
      (await unlinked.call('PUT', '/event/unregister-user', { event: event.uuid })).status,
    ).toBe(200);
    const admin = await app.as(await app.make.user({ admin: true }));
    expect((await admin.call('PUT', '/event/register-user', { event: event.uuid })).status).toBe(
      409,
    );
  });
});
