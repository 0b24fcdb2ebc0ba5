import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { Browser, TestResponse } from '../support/browser';
import { exists, logIn, NEW_PASSWORD, reset } from '../support/credentials';
import { PASSWORD } from '../support/factories';
import { holdPasswords, untilWaiting } from '../support/gate';
import { changeRows, deleteRows, rowOf } from '../support/rows';
import { sessionsOf } from '../support/sessions';

/**
 * The session, password, membership and permission that allow a write must still hold when it
 * commits (decision 19).
 */

const app = testApp();

describe('log-ins under way', () => {
  it.each(['browser', 'mobile'])(
    'a log-in by %s whose password is being checked gets no session after a reset (A7, ASVS V7.4.3)',
    async (how) => {
      const user = await app.make.user();
      const held = holdPasswords(app.services, 'verify', 3);
      const attempts = Array.from({ length: 3 }, () => logIn(app, user.email, PASSWORD, how));
      await held.arrived;
      held.pass();
      expect((await reset(app, user)).status).toBe(204);
      held.open();
      expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(await sessionsOf(app, user)).toEqual([]);
    },
  );

  it('a log-in under way gets no session after a password change, deactivation or deletion (A12)', async () => {
    const changes: Array<[number, (user: { uuid: string; email: string }) => Promise<unknown>]> = [
      [
        401,
        async (user) =>
          (await app.as(user)).submit('/app/account/password', {
            currentPassword: PASSWORD,
            password: NEW_PASSWORD,
            passwordRepeat: NEW_PASSWORD,
          }),
      ],
      [
        403,
        async (user) =>
          (await app.as(await app.make.user({ admin: true }))).call('PUT', `/user/${user.uuid}`, {
            activated: false,
          }),
      ],
      [
        401,
        async (user) =>
          (await app.as(user)).submit('/app/account/deletion', { password: PASSWORD }),
      ],
    ];
    for (const [status, change] of changes) {
      const user = await app.make.user();
      const held = holdPasswords(app.services, 'verify');
      const attempt = logIn(app, user.email, PASSWORD);
      await held.arrived;
      held.pass();
      await change(user);
      const left = await sessionsOf(app, user);
      held.open();
      expect((await attempt).status).toBe(status);
      expect(await sessionsOf(app, user)).toEqual(left);
    }
  });
});

describe('password confirmations under way', () => {
  const change = (person: Browser, password: string) =>
    person.submit('/app/account/password', {
      currentPassword: PASSWORD,
      password,
      passwordRepeat: password,
    });

  it('a password change does not win over a reset that came meanwhile (A7, A12)', async () => {
    const user = await app.make.user();
    const thief = await app.as(user);
    const held = holdPasswords(app.services, 'hash');
    const changing = change(thief, 'vom Dieb');
    await held.arrived;
    held.pass();
    expect((await reset(app, user)).status).toBe(204);
    held.open();
    expect((await changing).location).toContain('/app/login');
    expect((await logIn(app, user.email, 'vom Dieb')).status).toBe(401);
    expect((await logIn(app, user.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('of two simultaneous password changes, one finds its current password wrong (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const held = holdPasswords(app.services, 'hash', 2);
    const both = [change(person, 'eins'), change(person, 'zwei')];
    await held.arrived;
    held.pass();
    held.open();
    const responses = await Promise.all(both);
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(responses.find(({ status }) => status === 422)?.page).toContain(
      'Das Passwort ist falsch.',
    );
  });

  it('two clicks at once are one change, and the browser may read either answer (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const [again, stolen] = [person.copy(), person.copy()];
    const held = holdPasswords(app.services, 'hash', 2);
    const form = {
      currentPassword: PASSWORD,
      password: NEW_PASSWORD,
      passwordRepeat: NEW_PASSWORD,
    };
    const both = [person, again].map((browser) =>
      browser.submit('/app/account/password', { ...form, __key: 'a.account-password' }),
    );
    await held.arrived;
    held.pass();
    held.open();
    for (const { status, location } of await Promise.all(both))
      expect([status, location]).toEqual([303, '/app/account']);
    const works = async (browser: Browser) => (await browser.get('/app/account')).status === 200;
    expect([await works(person), await works(again), await works(stolen)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await logIn(app, user.email, NEW_PASSWORD)).status).toBe(200);
  });

  it('a password that a reset has replaced meanwhile deletes no account (A7, A12)', async () => {
    const user = await app.make.user();
    const thief = await app.as(user);
    const held = holdPasswords(app.services, 'verify');
    const deleting = thief.submit('/app/account/deletion', { password: PASSWORD });
    await held.arrived;
    held.pass();
    expect((await reset(app, user)).status).toBe(204);
    held.open();
    expect((await deleting).location).toContain('/app/login');
    expect(await exists(app, user)).toBe(true);
    expect((await logIn(app, user.email, NEW_PASSWORD)).status).toBe(200);
  });
});

describe('sessions', () => {
  it('deactivating a user by any means ends their sessions for reads and writes (A5)', async () => {
    const { organization, admin } = await app.make.club();
    const person = await app.as(admin, organization);
    expect((await person.call('GET', '/user')).status).toBe(403);
    await changeRows(app.db, 'users', admin.uuid, { activated: false });
    expect((await person.call('GET', '/user')).status).toBe(401);
    expect((await person.call('POST', '/event', { organization: organization.uuid })).status).toBe(
      401,
    );
    expect((await person.get('/app/events')).location).toContain('/app/login');
  });
});

describe('writes waiting for a lock', () => {
  async function editorAndEvent() {
    const { organization, admin } = await app.make.club();
    const user = await app.make.userOf(organization, ['EDIT_EVENTS']);
    const event = await app.make.event(organization);
    const editor = await app.as(user, organization);
    const rename = () =>
      editor.call('PUT', '/event', {
        uuid: event.uuid,
        name: 'Umbenannt',
        date: '2030-01-01',
        event_type: 'OPEN_EVENT',
      });
    return { organization, user, event, editor, rename, admin: await app.as(admin, organization) };
  }
  type Place = Awaited<ReturnType<typeof editorAndEvent>>;
  const nameOf = async ({ event }: Place) =>
    (await rowOf(app.db, 'events', event.uuid, ['name'])).name;

  const withdrawals: Record<string, (place: Place) => Promise<TestResponse>> = {
    'a removal from the organisation': ({ admin, organization, user }) =>
      admin.call('DELETE', `/organization/${organization.uuid}/users/${user.uuid}`),
    'a permission withdrawn': ({ admin, organization, user }) =>
      admin.call('DELETE', '/permission', {
        organization: organization.uuid,
        user: user.uuid,
        permission: 'EDIT_EVENTS',
      }),
    'a deactivation': async ({ user }) =>
      (await app.as(await app.make.user({ admin: true }))).call('PUT', `/user/${user.uuid}`, {
        activated: false,
      }),
    'a reset of the password': ({ user }) => reset(app, user),
    'a log-out': ({ editor }) => editor.call('DELETE', '/login/browser'),
    'the end of all other sessions': async ({ user }) =>
      (await app.as(user)).submit('/app/account/sessions/others'),
    'a new password': async ({ user }) =>
      (await app.as(user)).submit('/app/account/password', {
        currentPassword: PASSWORD,
        password: NEW_PASSWORD,
        passwordRepeat: NEW_PASSWORD,
      }),
    'leaving the organisation': async ({ user, organization }) =>
      (await app.as(user)).submit(`/app/account/organizations/${organization.uuid}`),
    'the deletion of the account': async ({ user }) =>
      (await app.as(user)).submit('/app/account/deletion', { password: PASSWORD }),
  };

  it.each(Object.keys(withdrawals))(
    'a write waiting for a lock commits before %s does, or not at all (C3, C4, H)',
    async (kind) => {
      const place = await editorAndEvent();
      const order: string[] = [];
      const { writing, withdrawing } = await app.db.transaction().execute(async (trx) => {
        await sql`select from events where uuid = ${place.event.uuid} for update`.execute(trx);
        const writing = place.rename().then(({ status }) => order.push(`wrote ${status}`));
        await untilWaiting(app);
        const withdrawing = withdrawals[kind]?.(place).then(async ({ status }) =>
          order.push(`withdrew ${status < 400}, and read ${await nameOf(place)}`),
        );
        await Promise.race([withdrawing, untilWaiting(app, 2)]);
        return { writing, withdrawing };
      });
      await Promise.all([writing, withdrawing]);
      expect(order).toHaveLength(2);
      expect(order).toContain('wrote 200');
      expect(order).toContain('withdrew true, and read Umbenannt');
    },
  );

  it('a write is refused if the rights were withdrawn while it waited for a lock (C3, H)', async () => {
    const place = await editorAndEvent();
    const { user, organization } = place;
    const writing = await app.db.transaction().execute(async (trx) => {
      await sql`select from users where uuid = ${user.uuid} for update`.execute(trx);
      const pending = place.rename();
      await untilWaiting(app);
      await deleteRows(trx, 'permissions', {
        user_uuid: user.uuid,
        organization_uuid: organization.uuid,
      });
      return [pending] as const;
    });
    expect((await writing[0]).status).toBe(403);
    expect(await nameOf(place)).toBe(place.event.name);
  });

  it('a write is refused if its session was ended while it waited for a lock (A12)', async () => {
    const place = await editorAndEvent();
    const writing = await app.db.transaction().execute(async (trx) => {
      await sql`select from users where uuid = ${place.user.uuid} for update`.execute(trx);
      const pending = place.rename();
      await untilWaiting(app);
      await deleteRows(trx, 'sessions', { user_uuid: place.user.uuid });
      return [pending] as const;
    });
    expect((await writing[0]).status).toBe(401);
    expect(await nameOf(place)).toBe(place.event.name);
  });
});

describe('writes of group leaders (U8)', () => {
  /** A group whose leader edits its event, and somebody who edits members. */
  async function led() {
    const { organization, admin } = await app.make.club();
    const leader = await app.make.userOf(organization);
    const group = await app.make.group(organization, [{ uuid: leader.member }]);
    await lead(leader);
    const event = await app.make.event(organization);
    await app.make.forGroups(event, [group]);
    const browser = await app.as(leader, organization);
    const body = { uuid: event.uuid, date: '2030-01-01', event_type: 'OPEN_EVENT' };
    const rename = () => browser.call('PUT', '/event', { ...body, name: 'Umbenannt' });
    return { group, leader, event, rename, admin: await app.as(admin, organization) };
  }
  type Led = Awaited<ReturnType<typeof led>>;

  const lead = ({ member }: { member: string }, leader = true) =>
    changeRows(app.db, 'group_members', { member_uuid: member }, { leader });

  const withdrawals: Record<string, (place: Led) => Promise<TestResponse>> = {
    'leading no longer': ({ admin, group, leader }) =>
      admin.call('PUT', `/group/${group.uuid}/member/${leader.member}`, { leader: false }),
    'leaving the group': ({ admin, group, leader }) =>
      admin.call('DELETE', `/group/${group.uuid}/member/${leader.member}`),
    'unticking them': ({ admin, group, leader }) =>
      admin.submit(`/app/groups/${group.uuid}/members`, { inQuestion: leader.member }),
    'the deletion of the group': ({ admin, group }) => admin.call('DELETE', `/group/${group.uuid}`),
    'the deletion of the member': ({ admin, leader }) =>
      admin.call('DELETE', `/member/${leader.member}`),
    'the end of the group': async ({ admin, group }) => {
      const { json } = await admin.call('GET', `/group/${group.uuid}`);
      return admin.call('PUT', '/group', { ...json, archived: true });
    },
    'merging the member with another one’s': async ({ admin, group, leader }) => {
      const other = await app.make.userOf({ uuid: group.organization });
      const fields = { other: leader.member, user: other.uuid };
      const merged = await admin.call('POST', `/member/${other.member}/merge`, fields);
      // The record that is left leads, and its user is another one.
      await changeRows(app.db, 'group_members', {}, { leader: false });
      return merged;
    },
  };

  const nameOf = ({ event }: Led) => rowOf(app.db, 'events', event.uuid, ['name']);

  it.each(Object.entries(withdrawals))(
    '%s waits for a write under way, and none comes later (U8)',
    async (_how, withdraw) => {
      const place = await led();
      const order: string[] = [];
      const both = await app.db.transaction().execute(async (trx) => {
        await sql`select from events where uuid = ${place.event.uuid} for update`.execute(trx);
        const writing = place.rename().then(({ status }) => order.push(`wrote ${status}`));
        await untilWaiting(app);
        const withdrawing = withdraw(place).then(({ status }) =>
          order.push(`withdrew ${status < 400}`),
        );
        await untilWaiting(app, 2);
        return [writing, withdrawing];
      });
      await Promise.all(both);
      expect(order.sort()).toEqual(['withdrew true', 'wrote 200']);
      expect((await nameOf(place)).name).toBe('Umbenannt');
      expect((await place.rename()).status).toBe(403);
    },
  );

  it('a new leader of a group that is being deleted is waited for, too (U8)', async () => {
    const place = await led();
    await lead(place.leader, false);
    const deleting = await app.db.transaction().execute(async (trx) => {
      await sql`select from groups where uuid = ${place.group.uuid} for update`.execute(trx);
      const pending = place.admin.call('DELETE', `/group/${place.group.uuid}`);
      await untilWaiting(app);
      await changeRows(
        trx,
        'group_members',
        { member_uuid: place.leader.member },
        { leader: true },
      );
      return [pending] as const;
    });
    expect((await deleting[0]).status).toBeLessThan(400);
    expect((await place.rename()).status).toBe(403);
  });
});
