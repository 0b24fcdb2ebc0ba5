import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { everyRole } from '../support/organization-roles';
import { UNKNOWN } from '../support/rows';

const app = testApp();

describe('access to organisation calls (table H)', () => {
  it('ids that are unknown here reveal nothing (table H)', async () => {
    const all = await everyRole(app);
    const { uuid } = all.organization;
    for (const path of [
      `/organization/${UNKNOWN}/users`,
      `/organization/${uuid}/connected-users/${all.people.stranger.uuid}`,
      `/organization/${uuid}/connected-users/${all.people.stranger.uuid}/permissions`,
      `/organization/${uuid}/connected-users/${all.people.unlinked.uuid}/mapped-member`,
      `/permission/${all.people.stranger.uuid}/${uuid}`,
      `/permission/${all.people.user.uuid}/${UNKNOWN}`,
    ]) {
      expect((await all.admin.call('GET', path)).status, path).toBe(404);
      expect((await all.operator.call('GET', path)).status, path).toBe(404);
    }
  });
});

describe('responses of organisation calls (section 7)', () => {
  it('the list of users is in German order (section 7)', async () => {
    const { organization, admin } = await app.make.club();
    for (const lastName of ['Zahn', 'Ähre', 'Ahorn']) {
      const user = await app.make.user({
        firstName: 'Ina',
        lastName,
        email: `${lastName}@b.example`,
      });
      await app.make.belongs(user, organization);
    }
    const browser = await app.as(admin);
    const path = `/organization/${organization.uuid}`;
    const users = (await browser.call('GET', `${path}/users`)).json;
    const names = users.map(({ lastName }: { lastName: string }) => lastName);
    expect(names).toEqual(['Ahorn', 'Ähre', admin.lastName, 'Zahn']);
    expect(users[1]).toEqual({
      uuid: expect.any(String),
      firstName: 'Ina',
      lastName: 'Ähre',
      email: 'Ähre@b.example',
      activated: true,
    });
    const connected = (await browser.call('GET', `${path}/connected-users`)).json;
    expect(Object.keys(connected[0]).sort()).toEqual(['email', 'firstName', 'lastName', 'uuid']);
  });

  it('organisation calls return one user, their permissions and their member record (section 7)', async () => {
    const { organization, people, admin } = await everyRole(app);
    const { editor } = people;
    const path = `/organization/${organization.uuid}/connected-users/${editor.uuid}`;
    const { uuid, firstName, lastName, email } = editor;
    expect((await admin.call('GET', path)).json).toEqual({ uuid, firstName, lastName, email });
    const permissions = ['EDIT_EVENTS', 'EDIT_MEMBERS'].map((permission) => ({
      user: uuid,
      organization: organization.uuid,
      permission,
    }));
    expect((await admin.call('GET', `${path}/permissions`)).json).toEqual(permissions);
    expect((await admin.call('GET', `/permission/${uuid}/${organization.uuid}`)).json).toEqual(
      permissions,
    );
    const member = { member: editor.member, firstName, lastName };
    expect((await admin.call('GET', `${path}/mapped-member`)).json).toEqual(member);
  });

  it("organisation calls return which user is which member, and the user's own member (section 7)", async () => {
    const { organization, people, user, operator } = await everyRole(app);
    const path = `/organization/${organization.uuid}`;
    const linked = [people.admin, people.editor, people.user];
    const mapping = linked
      .map(({ uuid, member }) => ({ userUuid: uuid, memberUuid: member }))
      .sort((a, b) => (a.userUuid < b.userUuid ? -1 : 1));
    const mappingPath = `${path}/connected-users/member-mapping`;
    expect((await user.call('GET', mappingPath)).json).toEqual(mapping);

    expect((await user.call('GET', `${path}/user-info`)).json).toEqual({
      mappedMemberUuid: people.user.member,
    });
    const unlinked = await app.as(people.unlinked);
    expect((await unlinked.call('GET', `${path}/user-info`)).json).toEqual({
      mappedMemberUuid: null,
    });
    expect((await operator.call('GET', `${path}/user-info`)).json).toEqual({
      mappedMemberUuid: null,
    });
  });

  it('users may read their own organisations, system administrators those of any user (section 7)', async () => {
    const user = await app.make.user();
    for (const name of ['Zwölf', 'Ähnlich', 'Anders']) {
      const organization = await app.make.organization({ name });
      await app.make.belongs(user, organization);
    }
    const browser = await app.as(user);
    const operator = await app.as(await app.make.user({ admin: true }));
    const own = (await browser.call('GET', '/organization')).json;
    expect(own.map(({ name }: { name: string }) => name)).toEqual(['Ähnlich', 'Anders', 'Zwölf']);
    expect(Object.keys(own[0]).sort()).toEqual([
      'comingVisible',
      'motd',
      'name',
      'timeZone',
      'uuid',
    ]);
    expect((await browser.call('GET', `/organization/?user=${user.uuid}`)).json).toEqual(own);
    expect((await operator.call('GET', `/organization?user=${user.uuid}`)).json).toEqual(own);
    expect((await operator.call('GET', '/organization')).json).toEqual([]);

    const stranger = await app.as(await app.make.user());
    expect((await stranger.call('GET', `/organization?user=${user.uuid}`)).status).toBe(404);
    expect((await stranger.call('GET', '/organization?user=unsinn')).status).toBe(422);
  });
});
