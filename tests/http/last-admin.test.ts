import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { clubOfAdmins } from '../support/permissions';
import { changeRows, deleteRows, rowsOf } from '../support/rows';

/** Postgres itself ensures that an organisation keeps an administrator (C4, 0002-organizations.sql). */

const app = testApp();

async function admins(organization: { uuid: string }): Promise<number> {
  const rows = await rowsOf(
    app.db,
    'permissions',
    { organization_uuid: organization.uuid, permission: 'ORGANIZATION_ADMIN' },
    ['user_uuid'],
  );
  return rows.length;
}

const statuses = (responses: ReadonlyArray<{ status: number }>) =>
  responses.map(({ status }) => status).sort();

describe('races for the last admin', () => {
  it("two admins who revoke each other's permission leave exactly one, time after time (C4)", async () => {
    for (let round = 0; round < 25; round++) {
      const { organization, people } = await clubOfAdmins(app, 2);
      const [one, two] = people;
      if (!one || !two) throw new Error('two were made');
      const drop = (by: typeof one, whom: typeof one) =>
        by.browser.call('DELETE', '/permission', {
          user: whom.user.uuid,
          organization: organization.uuid,
          permission: 'ORGANIZATION_ADMIN',
        });
      const responses = await Promise.all([drop(one, two), drop(two, one)]);
      expect(await admins(organization)).toBe(1);
      expect(statuses(responses)[0]).toBe(204);
      // The slower one had already lost the permission, or the constraint refused it.
      expect([403, 409]).toContain(statuses(responses)[1]);
    }
  });

  it('ten admins who all resign, leave or delete their account at once leave exactly one (A12, C4)', async () => {
    const { organization, people } = await clubOfAdmins(app, 10);
    const ways = [
      '/app/admin/permissions/resign',
      `/app/account/organizations/${organization.uuid}`,
      '/app/account/deletion',
    ];
    const responses = await Promise.all(
      people.map(({ browser }, at) =>
        browser.submit(ways[at % ways.length] ?? '', { password: PASSWORD }),
      ),
    );
    expect(statuses(responses)).toEqual([...Array(9).fill(303), 409]);
    expect(await admins(organization)).toBe(1);
  });
});

describe('the database constraint', () => {
  const refused = { code: 'VH004' };

  it('Postgres refuses every way of losing the last admin: permission, user, account (C4, A12)', async () => {
    const { organization, admin } = await app.make.club();
    const theirs = { user_uuid: admin.uuid };
    const only = await app.make.userOf(await app.make.organization(), ['ORGANIZATION_ADMIN']);
    const lesser = { permission: 'EDIT_EVENTS' } as const;
    const isRefused = (loss: Promise<unknown>) => expect(loss).rejects.toMatchObject(refused);
    await isRefused(deleteRows(app.db, 'permissions', theirs));
    await isRefused(changeRows(app.db, 'permissions', { user_uuid: only.uuid }, lesser));
    await isRefused(deleteRows(app.db, 'organization_users', theirs));
    await isRefused(deleteRows(app.db, 'users', admin.uuid));
    expect(await admins(organization)).toBe(1);

    // With a second admin, each of these works.
    await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    await deleteRows(app.db, 'users', admin.uuid);
    expect(await admins(organization)).toBe(1);
  });

  it('Postgres allows deleting the organisation, or several users at once (C2, C4)', async () => {
    const { organization, admin } = await app.make.club();
    await deleteRows(app.db, 'organizations', organization.uuid);
    await deleteRows(app.db, 'users', admin.uuid);

    const { organization: club, people } = await clubOfAdmins(app, 3);
    const [stays, ...leave] = people.map(({ user }) => user.uuid);
    await deleteRows(app.db, 'users', { uuid: leave });
    expect(await admins(club)).toBe(1);
    await expect(deleteRows(app.db, 'users', stays)).rejects.toMatchObject(refused);
  });

  it('deleting an organisation while its admins are removed ends without an error (C2)', async () => {
    for (let round = 0; round < 10; round++) {
      const { organization, people } = await clubOfAdmins(app, 3);
      const [one, two, three] = people;
      if (!one || !two || !three) throw new Error('three were made');
      const path = `/organization/${organization.uuid}`;
      const responses = await Promise.all([
        one.browser.call('DELETE', path),
        two.browser.call('DELETE', `${path}/users/${three.user.uuid}`),
        three.browser.call('DELETE', `${path}/users/${two.user.uuid}`),
      ]);
      expect(responses[0]?.status).toBe(204);
      for (const { status } of responses) expect([204, 403, 404]).toContain(status);
      expect(await admins(organization)).toBe(0);
    }
  });
});
