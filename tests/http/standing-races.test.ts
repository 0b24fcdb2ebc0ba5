import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { watchQueries } from '../plans/sent-queries';
import { codeIn, mailedLink } from '../support/accounts';
import { testApp } from '../support/app';
import type { Answer, Browser } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { deadlocks, holdPasswords, untilWaiting } from '../support/gate';
import { mailedCode } from '../support/requests';

/**
 * What a write rests on must still be true when it commits: session, password, membership,
 * permission (decision 19).
 */

const app = testApp();

const NEW = 'das neue Passwort';

async function reset(user: { uuid: string }): Promise<Answer> {
  const code = await mailedCode(app, user, 'password');
  return app.visitor().call('POST', '/login/password/update', { code, password: NEW });
}
const logIn = (email: string, password: string, how = 'browser') =>
  app.visitor().call('POST', `/login/${how}`, { email, password });
const sessionsOf = async (user: { uuid: string }) =>
  (await app.db.selectFrom('sessions').select('uuid').where('user_uuid', '=', user.uuid).execute())
    .length;
const exists = async (user: { uuid: string }) =>
  (await app.db.selectFrom('users').select('uuid').where('uuid', '=', user.uuid).execute())
    .length === 1;

describe('a log-in whose password is being checked', () => {
  it.each(['browser', 'mobile'])(
    'by %s gets no session after a reset (A7, ASVS V7.4.3)',
    async (how) => {
      const user = await app.make.user();
      const held = holdPasswords(app.services, 'verify', 3);
      const attempts = Array.from({ length: 3 }, () => logIn(user.email, PASSWORD, how));
      await held.arrived;
      held.pass();
      expect((await reset(user)).status).toBe(204);
      held.open();
      expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(await sessionsOf(user)).toBe(0);
    },
  );

  it('gets none after a change of the password, a deactivation or a deletion (A12)', async () => {
    const changes: Array<[number, (user: { uuid: string; email: string }) => Promise<unknown>]> = [
      [
        401,
        async (user) =>
          (await app.as(user)).submit('/app/account/password', {
            currentPassword: PASSWORD,
            password: NEW,
            passwordRepeat: NEW,
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
      const attempt = logIn(user.email, PASSWORD);
      await held.arrived;
      held.pass();
      await change(user);
      const left = await sessionsOf(user);
      held.open();
      expect((await attempt).status).toBe(status);
      expect(await sessionsOf(user)).toBe(left);
    }
  });
});

describe('a password that is asked for again', () => {
  const change = (person: Browser, password: string) =>
    person.submit('/app/account/password', {
      currentPassword: PASSWORD,
      password,
      passwordRepeat: password,
    });

  it('does not win over a reset that came meanwhile (A7, A12)', async () => {
    const user = await app.make.user();
    const thief = await app.as(user);
    const held = holdPasswords(app.services, 'hash');
    const changing = change(thief, 'vom Dieb');
    await held.arrived;
    held.pass();
    expect((await reset(user)).status).toBe(204);
    held.open();
    expect((await changing).location).toContain('/app/login');
    expect((await logIn(user.email, 'vom Dieb')).status).toBe(401);
    expect((await logIn(user.email, NEW)).status).toBe(200);
  });

  it('is right for one of two changes at once, and wrong for the other (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const held = holdPasswords(app.services, 'hash', 2);
    const both = [change(person, 'eins'), change(person, 'zwei')];
    await held.arrived;
    held.pass();
    held.open();
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(answers.find(({ status }) => status === 422)?.page).toContain(
      'Das Passwort ist falsch.',
    );
  });

  it('deletes no account that a reset took back meanwhile (A7, A12)', async () => {
    const user = await app.make.user();
    const thief = await app.as(user);
    const held = holdPasswords(app.services, 'verify');
    const deleting = thief.submit('/app/account/deletion', { password: PASSWORD });
    await held.arrived;
    held.pass();
    expect((await reset(user)).status).toBe(204);
    held.open();
    expect((await deleting).location).toContain('/app/login');
    expect(await exists(user)).toBe(true);
    expect((await logIn(user.email, NEW)).status).toBe(200);
  });
});

describe('a session', () => {
  it('ends for reads and writes when its user is deactivated, by whatever means (A5)', async () => {
    const { organization, admin } = await app.make.club();
    const person = await app.as(admin, organization);
    expect((await person.call('GET', '/user')).status).toBe(403);
    await app.db
      .updateTable('users')
      .set({ activated: false })
      .where('uuid', '=', admin.uuid)
      .execute();
    expect((await person.call('GET', '/user')).status).toBe(401);
    expect((await person.call('POST', '/event', { organization: organization.uuid })).status).toBe(
      401,
    );
    expect((await person.get('/app/events')).location).toContain('/app/login');
  });
});

describe('a write that waits for a lock', () => {
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
    (
      await app.db
        .selectFrom('events')
        .select('name')
        .where('uuid', '=', event.uuid)
        .executeTakeFirst()
    )?.name;

  const withdrawals: Record<string, (place: Place) => Promise<Answer>> = {
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
    'a reset of the password': ({ user }) => reset(user),
    'a log-out': ({ editor }) => editor.call('DELETE', '/login/browser'),
    'the end of all other sessions': async ({ user }) =>
      (await app.as(user)).submit('/app/account/sessions/others'),
    'a new password': async ({ user }) =>
      (await app.as(user)).submit('/app/account/password', {
        currentPassword: PASSWORD,
        password: NEW,
        passwordRepeat: NEW,
      }),
    'leaving the organisation': async ({ user, organization }) =>
      (await app.as(user)).submit(`/app/account/organizations/${organization.uuid}`),
    'the deletion of the account': async ({ user }) =>
      (await app.as(user)).submit('/app/account/deletion', { password: PASSWORD }),
  };

  it.each(Object.keys(withdrawals))(
    'commits before %s does, or not at all (C3, C4, H)',
    async (kind) => {
      const place = await editorAndEvent();
      const order: string[] = [];
      const { writing, withdrawing } = await app.db.transaction().execute(async (trx) => {
        await sql`select from events where uuid = ${place.event.uuid} for update`.execute(trx);
        const writing = place.rename().then(({ status }) => order.push(`wrote ${status}`));
        await untilWaiting(app, 1);
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

  it('is refused when the rights were withdrawn while it waited for that (C3, H)', async () => {
    const place = await editorAndEvent();
    const { user, organization } = place;
    const writing = await app.db.transaction().execute(async (trx) => {
      await sql`select from users where uuid = ${user.uuid} for update`.execute(trx);
      const pending = place.rename();
      await untilWaiting(app, 1);
      await trx
        .deleteFrom('permissions')
        .where('user_uuid', '=', user.uuid)
        .where('organization_uuid', '=', organization.uuid)
        .execute();
      return [pending] as const;
    });
    expect((await writing[0]).status).toBe(403);
    expect(await nameOf(place)).toBe(place.event.name);
  });

  it('is refused when the session was ended while it waited for that (A12)', async () => {
    const place = await editorAndEvent();
    const writing = await app.db.transaction().execute(async (trx) => {
      await sql`select from users where uuid = ${place.user.uuid} for update`.execute(trx);
      const pending = place.rename();
      await untilWaiting(app, 1);
      await trx.deleteFrom('sessions').where('user_uuid', '=', place.user.uuid).execute();
      return [pending] as const;
    });
    expect((await writing[0]).status).toBe(401);
    expect(await nameOf(place)).toBe(place.event.name);
  });
});

describe('two uses of codes at once', () => {
  const both = (one: Promise<Answer>, two: Promise<Answer>) =>
    Promise.all([one, two]).then((answers) => answers.map(({ status }) => status).sort());

  it('of one reset code set one password (A7)', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await app.make.user();
      const code = await mailedCode(app, user, 'password');
      const update = (password: string) =>
        app.visitor().call('POST', '/login/password/update', { code, password });
      expect(await both(update('eins'), update('zwei'))).toEqual([204, 404]);
      const right = await Promise.all(
        ['eins', 'zwei'].map((password) => logIn(user.email, password)),
      );
      expect(right.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
  });

  it('of one confirmation are two successes (A4)', async () => {
    const user = await app.make.user({ activated: false });
    const code = await mailedCode(app, user, 'activation');
    const verify = () => app.visitor().call('POST', `/registration/verify/${code}`);
    expect(await both(verify(), verify())).toEqual([204, 204]);
  });

  it('reset and confirmation: the reset wins, whichever is first (A4, A7)', async () => {
    const before = await deadlocks(app);
    for (let round = 0; round < 5; round++) {
      const user = await app.make.user({ activated: false });
      const code = await mailedCode(app, user, 'activation');
      const [resetting, verifying] = await Promise.all([
        reset(user),
        app.visitor().call('POST', `/registration/verify/${code}`),
      ]);
      expect(resetting.status).toBe(204);
      expect([204, 404]).toContain(verifying.status);
      expect((await logIn(user.email, NEW)).status).toBe(200);
    }
    expect(await deadlocks(app)).toBe(before);
  });

  it('a new address and the deletion of its account: one after the other, without deadlock (A12)', async () => {
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
      expect(await exists(user)).toBe(false);
    }
    expect(await deadlocks(app)).toBe(before);
  });
});

describe('in any order', () => {
  it('nothing is written after the answer to a withdrawal, and nobody waits in a circle (H)', async () => {
    const before = await deadlocks(app);
    const { organization, admin } = await app.make.club();
    const second = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    const system = await app.make.user({ admin: true });
    const statuses: number[] = [];
    const note = ({ status }: Answer) => statuses.push(status);

    async function life(number: number): Promise<void> {
      const user = await app.make.userOf(organization, ['EDIT_MEMBERS', 'ORGANIZATION_ADMIN']);
      const [editor, elsewhere] = [
        await app.as(user, organization),
        await app.as(user, organization),
      ];
      const by = await app.as([admin, second][number % 2] ?? admin, organization);
      const written = async () =>
        (
          await app.db
            .selectFrom('members')
            .select('uuid')
            .where('custom_member_identifier', '=', user.uuid)
            .execute()
        ).length;
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
        () => reset(user),
        () => editor.call('DELETE', '/login/browser'),
        () => elsewhere.submit('/app/account/sessions/others'),
        () => elsewhere.submit('/app/account/deletion', { password: PASSWORD }),
        () => elsewhere.submit(`/app/account/organizations/${organization.uuid}`),
      ][number % 7];
      // Two who would remove each other's administration besides.
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
      const answer = await withdraw?.();
      if (answer) note(answer);
      const then = await written();
      await Promise.all([...writes, ...rivalry]);
      expect(answer?.status, `withdrawal ${number % 7}`).toBeLessThan(400);
      expect(await written(), `written after withdrawal ${number % 7}`).toBe(then);
    }

    await Promise.all(Array.from({ length: 21 }, (_, number) => life(number)));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await deadlocks(app)).toBe(before);
  });

  it('two who remove each other take turns, without a deadlock (C3)', async () => {
    const before = await deadlocks(app);
    for (let round = 0; round < 10; round++) {
      const { organization, admin } = await app.make.club();
      const other = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
      const [one, two] = [await app.as(admin, organization), await app.as(other, organization)];
      const remove = (by: Browser, whom: { uuid: string }) =>
        by.call('DELETE', `/organization/${organization.uuid}/users/${whom.uuid}`);
      const answers = await Promise.all([remove(one, other), remove(two, admin)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    }
    expect(await deadlocks(app)).toBe(before);
  });
});

describe('what it costs', () => {
  it('is no round trip more for a sign-up and a sign-off', async () => {
    const organization = await app.make.organization();
    const event = await app.make.event(organization, { max: 5 });
    const person = await app.as(await app.make.userOf(organization));
    for (const call of ['register-user', 'unregister-user']) {
      const sent = watchQueries();
      expect((await person.call('PUT', `/event/${call}`, { event: event.uuid })).status).toBe(200);
      const statements = sent().map(({ text }) => text);
      expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(9);
    }
  });
});
