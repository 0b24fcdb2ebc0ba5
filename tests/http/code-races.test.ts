import { describe, expect, it } from 'vitest';
import { codeIn, mailedLink } from '../support/accounts';
import { testApp } from '../support/app';
import type { Browser, TestResponse } from '../support/browser';
import { exists, logIn, NEW_PASSWORD, reset } from '../support/credentials';
import { PASSWORD } from '../support/factories';
import { deadlocks } from '../support/gate';
import { rowsOf } from '../support/rows';
import { mailedCode } from '../support/scene-objects';

/**
 * The session, password, membership and permission that allow a write must still hold when it
 * commits (decision 19).
 */

const app = testApp();

describe('simultaneous uses of codes', () => {
  const both = (one: Promise<TestResponse>, two: Promise<TestResponse>) =>
    Promise.all([one, two]).then((responses) => responses.map(({ status }) => status).sort());

  it('using one reset code twice at once sets one password (A7)', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await app.make.user();
      const code = await mailedCode(app, user, 'password');
      const update = (password: string) =>
        app.visitor().call('POST', '/login/password/update', { code, password });
      expect(await both(update('eins'), update('zwei'))).toEqual([204, 404]);
      const right = await Promise.all(
        ['eins', 'zwei'].map((password) => logIn(app, user.email, password)),
      );
      expect(right.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('using one confirmation code twice at once succeeds both times (A4)', async () => {
    const user = await app.make.user({ activated: false });
    const code = await mailedCode(app, user, 'activation');
    const verify = () => app.visitor().call('POST', `/registration/verify/${code}`);
    expect(await both(verify(), verify())).toEqual([204, 204]);
  });

  it('a reset wins over a simultaneous confirmation, whichever comes first (A4, A7)', async () => {
    const before = await deadlocks(app);
    for (let round = 0; round < 5; round++) {
      const user = await app.make.user({ activated: false });
      const code = await mailedCode(app, user, 'activation');
      const [resetting, verifying] = await Promise.all([
        reset(app, user),
        app.visitor().call('POST', `/registration/verify/${code}`),
      ]);
      expect(resetting.status).toBe(204);
      expect([204, 404]).toContain(verifying.status);
      expect((await logIn(app, user.email, NEW_PASSWORD)).status).toBe(200);
    }
    expect(await deadlocks(app)).toBe(before);
  });

  it('confirming a new address while its account is deleted takes turns without deadlock (A12)', async () => {
    const before = await deadlocks(app);
    for (let round = 0; round < 5; round++) {
      const user = await app.make.user();
      const person = await app.as(user);
      const email = `neu-${crypto.randomUUID()}@verein.example`;
      await person.submit('/app/account/email', { email });
      const code = codeIn(await mailedLink(app, email));
      const [deleting, verifying] = await Promise.all([
        person.submit('/app/account/deletion', { password: PASSWORD }),
        app.visitor().call('POST', `/registration/verify/${code}`),
      ]);
      expect(deleting.location).toBe('/app/login');
      expect([204, 404]).toContain(verifying.status);
      expect(await exists(app, user)).toBe(false);
    }
    expect(await deadlocks(app)).toBe(before);
  });
});

describe('withdrawals in any order', () => {
  it('nothing is written once a withdrawal has been answered, in any order and without deadlock (H)', async () => {
    const before = await deadlocks(app);
    const { organization, admin } = await app.make.club();
    const second = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const system = await app.make.user({ admin: true });
    const statuses: number[] = [];
    const note = ({ status }: TestResponse) => statuses.push(status);

    async function life(number: number): Promise<void> {
      const user = await app.make.userOf(organization, ['EDIT_MEMBERS', 'ORGANIZATION_ADMIN']);
      const [editor, elsewhere] = [
        await app.as(user, organization),
        await app.as(user, organization),
      ];
      const by = await app.as([admin, second][number % 2] ?? admin, organization);
      const written = async () =>
        (await rowsOf(app.db, 'members', { custom_member_identifier: user.uuid }, ['uuid'])).length;
      const write = () =>
        editor.call('POST', '/member', {
          organization: organization.uuid,
          firstName: 'Neu',
          lastName: 'Mitglied',
          customMemberIdentifier: user.uuid,
          description: '',
        });
      const withdraw = [
        () => by.call('DELETE', `/organization/${organization.uuid}/users/${user.uuid}`),
        () =>
          system &&
          app.as(system).then((own) => own.call('PUT', `/user/${user.uuid}`, { activated: false })),
        () => reset(app, user),
        () => editor.call('DELETE', '/login/browser'),
        () => elsewhere.submit('/app/account/sessions/others'),
        () => elsewhere.submit('/app/account/deletion', { password: PASSWORD }),
        () => elsewhere.submit(`/app/account/organizations/${organization.uuid}`),
      ][number % 7];
      // At the same time, two admins revoke each other's permission.
      const rivalry = [by, elsewhere].map((each, at) =>
        each
          .call('DELETE', '/permission', {
            organization: organization.uuid,
            user: at === 0 ? user.uuid : second.uuid,
            permission: 'EDIT_EVENTS',
          })
          .then(note),
      );
      const writes = Array.from({ length: 12 }, () => write().then(note));
      await Promise.race(writes.slice(0, 1 + (number % 5)));
      const response = await withdraw?.();
      if (response) note(response);
      const then = await written();
      await Promise.all([...writes, ...rivalry]);
      expect(response?.status, `withdrawal ${number % 7}`).toBeLessThan(400);
      expect(await written(), `written after withdrawal ${number % 7}`).toBe(then);
    }

    await Promise.all(Array.from({ length: 21 }, (_, number) => life(number)));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await deadlocks(app)).toBe(before);
  });

  it('two admins removing each other take turns without deadlock (C3)', async () => {
    const before = await deadlocks(app);
    for (let round = 0; round < 10; round++) {
      const { organization, admin } = await app.make.club();
      const other = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
      const [one, two] = [await app.as(admin, organization), await app.as(other, organization)];
      const remove = (by: Browser, whom: { uuid: string }) =>
        by.call('DELETE', `/organization/${organization.uuid}/users/${whom.uuid}`);
      const responses = await Promise.all([remove(one, other), remove(two, admin)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
    }
    expect(await deadlocks(app)).toBe(before);
  });
});
