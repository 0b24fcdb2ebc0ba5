import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { codeIn, mailedLink } from '../support/accounts';
import { testApp } from '../support/app';
import type { Browser, TestResponse } from '../support/browser';
import { reset } from '../support/credentials';
import { untilWaiting } from '../support/gate';

/**
 * Attacks that abuse the locks of decision 19, or survive the owner taking an account back.
 */

const app = testApp();

describe('callers without rights', () => {
  type Victim = { user: string; organization: string };
  const attacks: Record<string, (stranger: Browser, victim: Victim) => Promise<TestResponse>> = {
    'a removal': (stranger, { user, organization }) =>
      stranger.call('DELETE', `/organization/${organization}/users/${user}`),
    'a removal from the connected users': (stranger, { user, organization }) =>
      stranger.call('DELETE', `/organization/${organization}/connected-users/${user}`),
    'an addition': (stranger, { user, organization }) =>
      stranger.call('PUT', `/organization/${organization}/users/${user}`),
    'a permission': (stranger, victim) =>
      stranger.call('PUT', '/permission', { ...victim, permission: 'EDIT_EVENTS' }),
    'a permission withdrawn': (stranger, victim) =>
      stranger.call('DELETE', '/permission', { ...victim, permission: 'EDIT_EVENTS' }),
    'a change of the account': (stranger, { user }) => stranger.call('PUT', `/user/${user}`, {}),
    'a removal by form': (stranger, { user, organization }) =>
      stranger.submit(`/app/admin/permissions/${user}/remove`, { organization }),
  };

  it.each(Object.keys(attacks))(
    'a caller without rights is refused %s without waiting for, or blocking, the target (H)',
    async (kind) => {
      const { organization } = await app.make.club();
      const victim = await app.make.userOf(organization);
      const member = await app.make.userOf(organization);
      for (const attacker of [await app.make.user(), member]) {
        const stranger = await app.as(attacker, organization);
        const { outcome, pending } = await app.db.transaction().execute(async (trx) => {
          await sql`select from users where uuid = ${victim.uuid} for key share`.execute(trx);
          const pending = attacks[kind]?.(stranger, {
            user: victim.uuid,
            organization: organization.uuid,
          });
          const outcome = await Promise.race([pending, untilWaiting(app).then(() => 'it waits')]);
          return { outcome, pending };
        });
        await pending;
        expect(outcome).toMatchObject({ status: expect.toBeOneOf([302, 403, 404]) });
      }
    },
  );
});

describe('overlapping writes', () => {
  it('overlapping writes do not hold up a withdrawal: it goes before those that came later (A7, H)', async () => {
    const organization = await app.make.organization();
    const user = await app.make.userOf(organization, ['EDIT_EVENTS']);
    const events = [
      await app.make.event(organization),
      await app.make.event(organization),
    ] as const;
    const thief = await app.as(user, organization);
    const remove = (event: { uuid: string }) => thief.call('DELETE', `/event/${event.uuid}`);
    const [first, second] = events;

    const responses = await app.db.transaction().execute(async (trx) => {
      await sql`select from events where uuid = ${second.uuid} for update`.execute(trx);
      const { writing, resetting, late } = await app.db.transaction().execute(async (other) => {
        await sql`select from events where uuid = ${first.uuid} for update`.execute(other);
        const writing = remove(first);
        await untilWaiting(app);
        const resetting = reset(app, user);
        await untilWaiting(app, 2);
        const late = remove(second);
        await untilWaiting(app, 3);
        return { writing, resetting, late };
      });
      // The first write can proceed; the event of the second is still locked.
      return { wrote: await writing, reset: await resetting, late };
    });
    expect(responses.wrote.status).toBe(204);
    expect(responses.reset.status).toBe(204);
    expect((await responses.late).status).toBe(401);
  });
});

describe('an address change by an intruder', () => {
  const change = (user: { uuid: string }, how: 'form' | 'call') => async (email: string) => {
    const thief = await app.as(user);
    const response =
      how === 'form'
        ? await thief.submit('/app/account/email', { email })
        : await thief.call('PUT', `/user/${user.uuid}`, { email });
    expect([200, 303]).toContain(response.status);
  };
  const addressOf = async ({ uuid }: { uuid: string }) =>
    (await app.db.selectFrom('users').select('email').where('uuid', '=', uuid).executeTakeFirst())
      ?.email;
  const deactivate = async (user: { uuid: string }, activated = false) =>
    (await app.as(await app.make.user({ admin: true }))).call('PUT', `/user/${user.uuid}`, {
      activated,
    });
  const newAddress = () => `dieb-${crypto.randomUUID()}@anderswo.example`;

  it.each([
    ['form', 'a reset'],
    ['call', 'a reset'],
    ['form', 'a deactivation'],
  ] as const)(
    "an intruder's address change by %s is not mailed after %s, however late the queue is (A7, A12, H)",
    async (how, end) => {
      const user = await app.make.user();
      const email = newAddress();
      await change(user, how)(email);
      const ended = await (end === 'a reset' ? reset(app, user) : deactivate(user));
      expect([200, 204]).toContain(ended.status);
      expect(await app.mailsTo(email)).toEqual([]);
      expect(await addressOf(user)).toBe(user.email);
    },
  );

  it('an address change cannot be confirmed once the account was deactivated, nor later (A12, H)', async () => {
    const user = await app.make.user();
    const email = newAddress();
    await change(user, 'form')(email);
    const code = codeIn(await mailedLink(app, email));
    expect((await deactivate(user)).status).toBe(200);
    const confirm = () => app.visitor().call('POST', `/registration/verify/${code}`);
    expect((await confirm()).status).toBe(404);
    await deactivate(user, true);
    expect((await confirm()).status).toBe(404);
    expect(await addressOf(user)).toBe(user.email);
  });
});

describe('the audit log', () => {
  it('strangers cannot fill the audit log by ending sessions that do not exist (ASVS V16.2.5)', async () => {
    const entries = async () =>
      (await app.db.selectFrom('audit_log').select('id').execute()).length;
    const before = await entries();
    for (const session of ['x', crypto.randomUUID()]) {
      expect((await app.visitor().call('DELETE', '/login/mobile', { session })).status).toBe(204);
    }
    expect(await entries()).toBe(before);
  });
});

describe('an organisation being deleted', () => {
  /** Runs `act` so that it waits for the deletion of a club. */
  async function whileDeleting(
    organization: { uuid: string },
    act: () => Promise<TestResponse>,
  ): Promise<TestResponse> {
    const pending = await app.db.transaction().execute(async (trx) => {
      await sql`select from organizations where uuid = ${organization.uuid} for update`.execute(
        trx,
      );
      const pending = act();
      await untilWaiting(app);
      await sql`delete from organizations where uuid = ${organization.uuid}`.execute(trx);
      return [pending] as const;
    });
    return pending[0];
  }

  const forms: Record<string, (admin: Browser, organization: string) => Promise<TestResponse>> = {
    '/app/members/new': (admin, organization) =>
      admin.submit('/app/members/new', { organization, firstName: 'Max', lastName: 'Neu' }),
    '/app/events/new': (admin, organization) =>
      admin.submit('/app/events/new', {
        organization,
        name: 'Fest',
        date: '2031-05-01',
        eventType: 'OPEN_EVENT',
      }),
    '/app/organizations/active': (admin, organization) =>
      admin.submit('/app/organizations/active', { organization }),
  };

  it.each(Object.keys(forms))(
    'an organisation deleted during the form %s is reported as gone, not as a server fault (B7)',
    async (form) => {
      const { organization, admin } = await app.make.club();
      const other = await app.make.organization();
      await app.make.belongs(admin, other);
      const person = await app.as(admin, form.endsWith('active') ? other : organization);
      const response = await whileDeleting(organization, async () => {
        const response = await forms[form]?.(person, organization.uuid);
        if (!response) throw new Error(`no form ${form}`);
        return response;
      });
      expect(response.status).toBeLessThan(500);
      expect(app.errors).toEqual([]);
    },
  );

  it('a link into an organisation deleted at this moment says that it is gone (B1, E5)', async () => {
    const { organization, admin } = await app.make.club();
    const other = await app.make.organization();
    await app.make.belongs(admin, other);
    const event = await app.make.event(organization, { max: 3 });
    const person = await app.as(admin, other);
    const response = await whileDeleting(organization, () =>
      person.get(`/app/events/${event.uuid}/registration`),
    );
    expect(response.status).toBeLessThan(500);
    expect(app.errors).toEqual([]);
  });
});
