import { describe, expect, it } from 'vitest';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { permissionsOf, twoAdminsAndUser } from '../support/permissions';
import { rowOf, rowsOf } from '../support/rows';

const app = testApp();

const LIST = '/app/admin/permissions';
const LAST_ADMIN = 'Jeder Verein braucht jemanden mit der Berechtigung Administration.';

async function belongs(user: { uuid: string }, organization: { uuid: string }) {
  const both = { user_uuid: user.uuid, organization_uuid: organization.uuid };
  return (await rowsOf(app.db, 'organization_users', both, ['user_uuid'])).length === 1;
}

describe('removing a user', () => {
  it('removing a user asks first, ends the access and keeps the member record, unlinked (C3)', async () => {
    const { organization, user, browser } = await twoAdminsAndUser(app, ['EDIT_EVENTS']);
    const theirs = await app.as(user, organization);
    const path = `${LIST}/${user.uuid}/remove?q=Anna`;
    expect((await browser.get(path)).page).toContain(user.email);
    expect(await belongs(user, organization)).toBe(true);
    const response = await browser.submit(path);
    expect([response.status, response.location]).toEqual([303, `${LIST}?q=Anna`]);
    expect((await browser.get(response.location)).page).toContain(messages.userRemoved(user).title);
    expect(await belongs(user, organization)).toBe(false);
    expect(await permissionsOf(app, user, organization)).toEqual([]);
    const member = await rowOf(app.db, 'members', user.member, ['last_name', 'user_uuid']);
    expect(member).toEqual({ last_name: user.lastName, user_uuid: null });
    expect((await theirs.get('/app/')).page).toContain('Keine Organisationen verfügbar.');
    // Another tab tries to remove the same user.
    expect((await browser.submit(path)).location).toBe(LIST);
    expect((await browser.get(LIST)).page).toContain(
      'Error: Organisation Fehler beim entfernen des Benutzers aus der Organisation.',
    );
  });

  it('users who remove themselves see a warning and are led to /app/ (C3)', async () => {
    const { organization, second } = await twoAdminsAndUser(app);
    const browser = await app.as(second, organization);
    const path = `${LIST}/${second.uuid}/remove`;
    expect((await browser.get(path)).page).toContain('Das sind Sie selbst.');
    expect((await browser.submit(path)).location).toBe('/app/');
    expect(await belongs(second, organization)).toBe(false);
  });
});

describe('the last administrator', () => {
  it('the last administrator can neither lose the permission nor be removed, by screen or call (C4)', async () => {
    const { organization, admin } = await app.make.club();
    await app.make.userOf(organization, ['EDIT_MEMBERS']);
    const browser = await app.as(admin, organization);
    const operator = await app.as(await app.make.user({ admin: true }));
    const own = {
      user: admin.uuid,
      organization: organization.uuid,
      permission: 'ORGANIZATION_ADMIN',
    };
    const revoked = { permission: 'ORGANIZATION_ADMIN', state: 'revoked' };

    for (const refused of [
      await browser.submit(`${LIST}/resign`),
      await browser.submit(`${LIST}/${admin.uuid}`, revoked),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.page).toContain(
        'Error: Berechtigungen Fehler beim speichern der Berechtigungen.',
      );
      expect(refused.page).toContain(LAST_ADMIN);
    }
    const removal = await browser.submit(`${LIST}/${admin.uuid}/remove`);
    expect(removal.status).toBe(409);
    expect(removal.page).toContain('Fehler beim entfernen des Benutzers aus der Organisation.');
    expect(removal.page).toContain(LAST_ADMIN);

    for (const caller of [browser, operator]) {
      for (const refused of [
        await caller.call('DELETE', '/permission', own),
        await caller.call('DELETE', `/organization/${organization.uuid}/users/${admin.uuid}`),
        await caller.call(
          'DELETE',
          `/organization/${organization.uuid}/connected-users/${admin.uuid}`,
        ),
      ]) {
        expect(refused.status).toBe(409);
        expect(refused.json.detail).toContain(LAST_ADMIN);
      }
    }
    expect(await permissionsOf(app, admin, organization)).toEqual([
      'EDIT_EVENTS',
      'EDIT_MEMBERS',
      'ORGANIZATION_ADMIN',
    ]);
  });
});
