import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { everyRole } from '../support/organization-roles';
import { UNKNOWN } from '../support/rows';

const app = testApp();

/** What an organisation has that has decided nothing else. */
const settings = { timeZone: 'Europe/Berlin', comingVisible: 'registered' };

describe('changing an organisation', () => {
  it('PUT refuses an invalid organisation and changes nothing (G4)', async () => {
    const { organization, admin } = await everyRole(app);
    const { uuid } = organization;
    for (const [body, field] of [
      [{ uuid, name: ' ' }, 'name'],
      [{ uuid, motd: 'x' }, 'name'],
      [{ uuid, name: 'x'.repeat(201) }, 'name'],
      [{ uuid, name: 'A', motd: 'x'.repeat(10_001) }, 'motd'],
      [{ uuid, name: 'A\u0000' }, 'name'],
      [{ name: 'A' }, 'uuid'],
    ] as const) {
      const response = await admin.call('PUT', '/organization', body);
      expect(response.status).toBe(422);
      expect(Object.keys(response.json.errors)).toEqual([field]);
    }
    expect((await admin.call('PUT', '/organization', { uuid: UNKNOWN, name: 'A' })).status).toBe(
      404,
    );
    const unchanged = (await admin.call('GET', `/organization/${uuid}`)).json;
    expect(unchanged).toEqual({ uuid, name: 'Turnverein', motd: 'Hallo', ...settings });
  });

  it('PUT …/motd changes only the message (C2)', async () => {
    const { organization, admin } = await everyRole(app);
    const { uuid } = organization;
    const path = `/organization/${uuid}/motd`;
    const { json } = await admin.call('PUT', path, { motd: 'Neu' });
    expect(json).toEqual({ uuid, name: 'Turnverein', motd: 'Neu', ...settings });
    expect((await admin.call('PUT', path, {})).status).toBe(422);
    expect((await admin.call('PUT', path, { motd: '' })).json.motd).toBe('');
  });
});

describe('users of an organisation', () => {
  it('PUT …/users/:user adds a user to an organisation (H)', async () => {
    const all = await everyRole(app);
    const newcomer = await app.make.user({ firstName: 'Neu', lastName: 'Hier' });
    const path = `/organization/${all.organization.uuid}/users/${newcomer.uuid}`;
    const added = await all.operator.call('PUT', path);
    expect(added.json).toEqual({
      uuid: newcomer.uuid,
      firstName: 'Neu',
      lastName: 'Hier',
      email: newcomer.email,
    });
    const theirs = await app.as(newcomer);
    expect((await theirs.call('GET', `/organization/${all.organization.uuid}`)).status).toBe(200);
    expect(
      (await theirs.call('GET', `/permission/${newcomer.uuid}/${all.organization.uuid}`)).json,
    ).toEqual([]);
    for (const [organization, user] of [
      [all.organization.uuid, UNKNOWN],
      [UNKNOWN, newcomer.uuid],
      [all.organization.uuid, 'unsinn'],
    ]) {
      const response = await all.operator.call(
        'PUT',
        `/organization/${organization}/users/${user}`,
      );
      expect(response.status).toBe(404);
    }
  });
});

describe('permissions', () => {
  it('permission calls refuse unknown permissions, users and organisations (G4)', async () => {
    const { organization, people, admin } = await everyRole(app);
    const body = {
      user: people.user.uuid,
      organization: organization.uuid,
      permission: 'EDIT_EVENTS',
    };
    for (const method of ['PUT', 'DELETE']) {
      const send = (change: Record<string, unknown>) =>
        admin.call(method, '/permission', { ...body, ...change });
      expect((await send({ permission: 'ROOT' })).json.errors).toHaveProperty('permission');
      expect((await send({ user: people.stranger.uuid })).status).toBe(404);
      expect((await send({ organization: UNKNOWN })).status).toBe(404);
    }
    expect((await admin.call('GET', `/permission/${body.user}/${body.organization}`)).json).toEqual(
      [],
    );
  });
});
