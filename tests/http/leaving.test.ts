import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { crowd } from '../support/crowd';
import { inClubDays } from '../support/events';
import { PASSWORD } from '../support/factories';
import { deadlocks } from '../support/gate';
import { changeRows, rowsOf, valuesOf } from '../support/rows';
import { brokenRules } from '../support/waiting-list';

/** Both halves of leaving: the record and the access, and what was promised (O9). */
const app = testApp();

const LIST = '/app/admin/permissions';
const TOMORROW = inClubDays(1);
const YESTERDAY = inClubDays(-1);
const TODAY = inClubDays(0);

/** A club whose member comes to, waits for and declines events, with somebody in line for the place. */
async function promises() {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  const next = await app.make.userOf(organization);
  const member = { uuid: user.member };
  const events = {
    full: await app.make.event(organization, { name: 'Bus', date: '2031-05-01', max: 1 }),
    wanted: await app.make.event(organization, { name: 'Zelt', date: '2031-05-02', max: 1 }),
    asking: await app.make.event(organization, { date: '2031-05-03' }, { asks_answer: true }),
    today: await app.make.event(organization, { date: TODAY, max: 5 }),
    cancelled: await app.make.event(organization, { date: TOMORROW, max: 5 }),
    begun: await app.make.event(organization, { date: TODAY, max: 5 }, { start_time: '00:00' }),
    over: await app.make.event(organization, { date: YESTERDAY, max: 5 }),
    declined: await app.make.event(organization, { date: TOMORROW, max: 5 }),
  };
  for (const name of ['full', 'asking', 'today', 'cancelled', 'begun', 'over'] as const)
    await app.make.registration(events[name], member);
  await changeRows(app.db, 'events', events.cancelled.uuid, { cancelled_at: new Date() });
  await app.make.registration(events.wanted, await app.make.member(organization));
  await app.make.waiting(events.wanted, member);
  await app.make.waiting(events.full, { uuid: next.member });
  await app.make.decline(events.declined, member);
  /** What the member has answered, by the names above. */
  const answers = async () => {
    const answered = await valuesOf(app.db, 'answers', { member_uuid: member.uuid }, 'event_uuid');
    return Object.entries(events).flatMap(([name, { uuid }]) =>
      answered.includes(uuid) ? [name] : [],
    );
  };
  return { organization, admin, user, next, events, answers };
}

const ALL = ['full', 'wanted', 'asking', 'today', 'cancelled', 'begun', 'over', 'declined'];
const LEFT = ['begun', 'over', 'declined'];

const toldTo = async ({ uuid }: { uuid: string }) => {
  const rows = await rowsOf(app.db, 'notifications', { user_uuid: uuid }, ['kind', 'event_uuid']);
  return rows.map(({ kind, event_uuid }) => [kind, event_uuid]);
};

const isUser = async (user: { uuid: string }, { uuid }: { uuid: string }) => {
  const both = { user_uuid: user.uuid, organization_uuid: uuid };
  return (await rowsOf(app.db, 'organization_users', both, ['user_uuid'])).length === 1;
};

const exists = async ({ uuid }: { uuid: string }) =>
  (await rowsOf(app.db, 'members', uuid, ['uuid'])).length === 1;

/** The boxes of a page, each with whether it is ticked. */
const boxes = (html: string) =>
  [...html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => [
    / name="([^"]*)"/.exec(box)?.[1],
    / value="([^"]*)"/.exec(box)?.[1],
    box.includes(' checked=""'),
  ]);

describe('what somebody promised who leaves', () => {
  it('removing a user offers, ticked, to take back their promises, and others move up (O9)', async () => {
    const { organization, admin, user, next, events, answers } = await promises();
    const browser = await app.as(admin, organization);
    const path = `${LIST}/${user.uuid}/remove`;
    const dialog = await browser.get(path);
    expect(boxes(dialog.text)).toEqual([['withdraw', 'on', true]]);
    expect(dialog.page).toContain('Künftige Zusagen zurückziehenBetrifft 5 Veranstaltungen');
    expect(await answers()).toEqual(ALL);
    expect((await browser.submit(path, { withdraw: 'on' })).location).toBe(LIST);
    expect(await answers()).toEqual(LEFT);
    expect(await isUser(user, organization)).toBe(false);
    expect(await toldTo(next)).toEqual([['promoted', events.full.uuid]]);
    expect(await brokenRules(app.pool)).toEqual([]);
    expect((await loggedActions(app, organization)).at(-1)).toBe(
      `Benutzer „${user.firstName} ${user.lastName}“ entfernt, künftige Zusagen zurückgezogen: 5`,
    );
  });

  it('without the tick, and by a call without the flag, promises stay as they are (O9, C3)', async () => {
    for (const how of ['form', 'users', 'connected-users']) {
      const { organization, admin, user, next, answers } = await promises();
      const browser = await app.as(admin, organization);
      if (how === 'form') await browser.submit(`${LIST}/${user.uuid}/remove`);
      else {
        const path = `/organization/${organization.uuid}/${how}/${user.uuid}`;
        expect((await browser.call('DELETE', path)).status).toBe(204);
        expect((await browser.call('DELETE', path)).status).toBe(404);
      }
      expect(await isUser(user, organization)).toBe(false);
      expect(await answers()).toEqual(ALL);
      expect(await toldTo(next)).toEqual([]);
    }
  });

  it.each([
    ['users', '', { withdraw: true }],
    ['users', '?withdraw=true', undefined],
    ['connected-users', '?withdraw=true', undefined],
    ['users', '?withdraw=true', {}],
    ['users', '?withdraw=true', { withdraw: true }],
  ])(
    'a call to %s%s takes promises back with the flag, in body %j (O9)',
    async (which, query, body) => {
      const { organization, admin, user, answers } = await promises();
      const browser = await app.as(admin, organization);
      const address = `/organization/${organization.uuid}/${which}/${user.uuid}`;
      expect((await browser.call('DELETE', `${address}?withdraw=perhaps`)).status).toBe(422);
      expect((await browser.call('DELETE', address + query, body)).status).toBe(204);
      expect(await answers()).toEqual(LEFT);
    },
  );

  it('leaving an organisation offers, ticked, to take back what one promised there (O9, A12)', async () => {
    const { organization, user, next, answers } = await promises();
    const other = await app.make.organization();
    await app.make.belongs(user, other);
    const record = await app.make.member(other, { user });
    const elsewhere = await app.make.event(other, { max: 1 });
    await app.make.registration(elsewhere, record);
    const browser = await app.as(user, organization);
    const path = `/app/account/organizations/${organization.uuid}`;
    expect(boxes((await browser.get(path)).text)).toEqual([['withdraw', 'on', true]]);
    expect((await browser.submit(path, { withdraw: 'on' })).location).toBe('/app/account');
    expect(await answers()).toEqual(LEFT);
    expect(await toldTo(next)).toHaveLength(1);
    expect((await loggedActions(app, organization)).at(-1)).toBe(
      'Verein verlassen, künftige Zusagen zurückgezogen: 5',
    );
    const kept = await rowsOf(app.db, 'answers', { answer: 'yes', member_uuid: record.uuid }, [
      'event_uuid',
    ]);
    expect(kept).toEqual([{ event_uuid: elsewhere.uuid }]);
  });

  it('deleting the account offers the same for all organisations; without promises nothing is asked (O9, A12)', async () => {
    const { organization, user, answers } = await promises();
    const browser = await app.as(user, organization);
    const path = '/app/account/deletion';
    const fields = { password: 'Falsch-und-lang' };
    expect(boxes((await browser.get(path)).text)).toEqual([['withdraw', 'on', true]]);
    // What was unticked stays so when the form comes back.
    expect(boxes((await browser.submit(path, fields)).text)).toEqual([['withdraw', 'on', false]]);
    await browser.submit(path, { password: PASSWORD, withdraw: 'on' });
    expect(await answers()).toEqual(LEFT);

    const idle = await app.make.userOf(organization);
    const idles = await app.as(idle, organization);
    for (const page of [path, `/app/account/organizations/${organization.uuid}`])
      expect(boxes((await idles.get(page)).text)).toEqual([]);
    expect((await idles.submit(path, { password: PASSWORD, withdraw: 'on' })).status).toBe(303);
  });

  it('many who are removed or leave at once while others sign up and off leave every place right (O9, K2)', async () => {
    const { organization, editor, visitors, members } = await crowd(app, 40);
    const events: Awaited<ReturnType<typeof app.make.event>>[] = [];
    for (const max of [5, 10, 15]) events.push(await app.make.event(organization, { max }));
    const signUp = (at: number, { uuid: event }: { uuid: string }) =>
      visitors[at]?.call('PUT', '/event/register-user', { event, waitingList: true });
    const signOff = (at: number, { uuid: event }: { uuid: string }) =>
      visitors[at]?.call('PUT', '/event/unregister-user', { event });
    for (const [at] of visitors.entries()) for (const event of events) await signUp(at, event);
    const users = await rowsOf(app.db, 'members', { organization_uuid: organization.uuid }, [
      'uuid',
      'user_uuid',
    ]);
    const userOf = (at: number) => users.find(({ uuid }) => uuid === members[at]?.uuid)?.user_uuid;
    const before = await deadlocks(app);
    const here = `/organization/${organization.uuid}`;
    const work = visitors.flatMap((visitor, at) => {
      if (at < 10) return [editor.call('DELETE', `${here}/users/${userOf(at)}?withdraw=true`)];
      if (at < 20)
        return [
          visitor.submit(`/app/account/organizations/${organization.uuid}`, { withdraw: 'on' }),
        ];
      if (at < 25) return [editor.call('DELETE', `/member/${members[at]?.uuid}`)];
      return events.flatMap((event) => [signOff(at, event), signUp(at, event)]);
    });
    const statuses = (await Promise.all(work)).map((response) => response?.status ?? 0);
    expect(statuses.filter((status) => status >= 500 || status === 0)).toEqual([]);
    const gone = members.slice(0, 20).map(({ uuid }) => uuid);
    const rows = app.db.selectFrom('answers').select('event_uuid').where('member_uuid', 'in', gone);
    expect(await rows.where('answer', '<>', 'no').execute()).toEqual([]);
    expect(await brokenRules(app.pool)).toEqual([]);
    expect(await deadlocks(app)).toBe(before);
  });
});

describe('the access of a member who is deleted', () => {
  async function linked() {
    const { organization, admin } = await app.make.club();
    const user = await app.make.userOf(organization);
    return { organization, admin, user, member: { uuid: user.member } };
  }

  it('deleting a member offers, ticked, to end the access of the linked user (O9)', async () => {
    const { organization, admin, user, member } = await linked();
    const theirs = await app.as(user, organization);
    const browser = await app.as(admin, organization);
    const path = `/app/members/${member.uuid}/delete`;
    const dialog = await browser.get(path);
    expect(boxes(dialog.text)).toEqual([['endAccessOf', user.uuid, true]]);
    expect(dialog.page).toContain(
      `Zugang auch beenden${user.firstName} ${user.lastName} (${user.email}) sieht dann nichts mehr`,
    );
    expect(dialog.page).toContain('die Verknüpfung mit dem Benutzer');
    const fields = { endAccessOf: user.uuid, __key: 'a.delete-member' };
    expect((await browser.submit(path, fields)).location).toBe('/app/members');
    expect([await exists(member), await isUser(user, organization)]).toEqual([false, false]);
    expect((await theirs.call('GET', `/member?organization=${organization.uuid}`)).status).toBe(
      404,
    );
    expect((await loggedActions(app, organization)).at(-1)).toBe(
      `Mitglied „${user.firstName} ${user.lastName}“ gelöscht, Benutzer „${user.firstName} ${user.lastName}“ entfernt`,
    );
    // Sent twice, it acts once.
    expect((await browser.submit(path, fields)).location).toBe('/app/members');
  });

  it('without the tick, and by a call without the flag, the user stays (O9, D2)', async () => {
    for (const how of ['form', 'call']) {
      const { organization, admin, user, member } = await linked();
      const browser = await app.as(admin, organization);
      if (how === 'form') await browser.submit(`/app/members/${member.uuid}/delete`);
      else expect((await browser.call('DELETE', `/member/${member.uuid}`)).status).toBe(204);
      expect([await exists(member), await isUser(user, organization)]).toEqual([false, true]);
    }
  });

  it('a call ends the access of the user that it names, in body or address (O9)', async () => {
    for (const [query, body] of [
      ['', (uuid: string) => ({ endAccessOf: uuid })],
      ['?endAccessOf=', () => undefined],
      ['?endAccessOf=', () => ({})],
    ] as const) {
      const { organization, admin, user, member } = await linked();
      const browser = await app.as(admin, organization);
      const address = `/member/${member.uuid}${query && query + user.uuid}`;
      expect((await browser.call('DELETE', address, body(user.uuid))).status).toBe(204);
      expect([await exists(member), await isUser(user, organization)]).toEqual([false, false]);
    }
  });

  it('a user who may not remove others is not offered it, and refused by form and call (O9, H)', async () => {
    const { organization, user, member } = await linked();
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS', 'EDIT_EVENTS']);
    const admin = await app.asUserOf(organization, ['ORGANIZATION_ADMIN']);
    const path = `/app/members/${member.uuid}/delete`;
    const dialog = await editor.get(path);
    expect(boxes(dialog.text)).toEqual([]);
    expect(dialog.page).toContain('Der verknüpfte Benutzer bleibt im Verein');
    expect(dialog.page).not.toContain(user.email);
    for (const [browser, refusal] of [
      [editor, 403],
      [admin, 403],
    ] as const) {
      const address = `/member/${member.uuid}?endAccessOf=${user.uuid}`;
      expect((await browser.call('DELETE', address)).status).toBe(refusal);
      expect((await browser.submit(path, { endAccessOf: user.uuid })).location).toBe('/app/');
    }
    expect([await exists(member), await isUser(user, organization)]).toEqual([true, true]);
  });

  it('nobody is offered to end their own access there, nor that of the last administrator (O9, C4)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    const path = `/app/members/${admin.member}/delete`;
    const own = await browser.get(path);
    expect(boxes(own.text)).toEqual([]);
    expect(own.page).toContain('Das sind Sie selbst: Ihr Zugang bleibt');
    const address = `/member/${admin.member}?endAccessOf=${admin.uuid}`;
    const refused = await browser.call('DELETE', address);
    expect([refused.status, refused.json.detail]).toEqual([
      409,
      'Jeder Verein braucht jemanden mit der Berechtigung Administration. Erteilen Sie diese zuerst jemand anderem.',
    ]);
    // An operator of the installation sees it, too.
    const operator = await app.as(await app.make.user({ admin: true }), organization);
    const dialog = await operator.get(path);
    if (dialog.status === 200) {
      expect(boxes(dialog.text)).toEqual([]);
      expect(dialog.page).toContain('Sonst könnte sie niemand mehr verwalten.');
    }
    expect([await exists({ uuid: admin.member }), await isUser(admin, organization)]).toEqual([
      true,
      true,
    ]);
  });

  it('a member who was linked to somebody else meanwhile is not deleted, and it says so (O9)', async () => {
    const { organization, admin, user, member } = await linked();
    const other = await app.make.userOf(organization, [], { linked: false });
    const stranger = await app.make.user();
    await changeRows(app.db, 'members', member.uuid, { user_uuid: other.uuid });
    const browser = await app.as(admin, organization);
    for (const { uuid } of [user, stranger]) {
      const refused = await browser.call('DELETE', `/member/${member.uuid}`, { endAccessOf: uuid });
      expect(refused.status).toBe(409);
    }
    const form = { endAccessOf: user.uuid };
    const refused = await browser.submit(`/app/members/${member.uuid}/delete`, form);
    expect([refused.status, refused.page]).toEqual([
      409,
      expect.stringContaining('Dieses Mitglied ist inzwischen mit jemand anderem verknüpft'),
    ]);
    // Now by whom it is linked to.
    expect(refused.text).toContain(`value="${other.uuid}"`);
    expect([await exists(member), await isUser(user, organization)]).toEqual([true, true]);
  });
});
