import { availableParallelism } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPasswords } from '~/server/passwords';
import { registrant } from '../support/accounts';
import { type TestApp, testApp } from '../support/app';
import {
  accountWithFactor,
  beginFactor,
  codeOf,
  giveRecoveryCodes,
} from '../support/authenticator';
import type { TestResponse } from '../support/browser';
import { CODES, SETUP } from '../support/factor-screens';
import { PASSWORD, QUICK_HASHES } from '../support/factories';
import { fields, mailed } from '../support/invitation-mails';
import { afterwards } from '../support/leftovers';
import { mailedCode } from '../support/scene-objects';
import { atSecondStep, enterCode } from '../support/second-step';

/** What waits for a password or recovery code to be hashed is told so in time, and loses nothing. */
const app = testApp({ rateLimits: true });
beforeAll(() => shortenPatience(app, 300));

interface Attempt {
  readonly send: () => Promise<TestResponse>;
  /** The status once there is time for it. */
  readonly succeeds: number;
}

const withFactor = async () => {
  const user = await accountWithFactor(app);
  const [recovery = ''] = await giveRecoveryCodes(app, user);
  return { user, recovery };
};

const ways: Record<string, () => Promise<Attempt>> = {
  'the log-in form': async () => {
    const { email } = await app.make.user();
    const send = () => app.visitor().submit('/app/login', { email, password: PASSWORD });
    return { send, succeeds: 303 };
  },
  'the log-in form of an address without an account': async () => {
    const typed = { email: 'niemand@verein.example', password: PASSWORD };
    return { send: () => app.visitor().submit('/app/login', typed), succeeds: 401 };
  },
  'a log-in call with a code of the app': async () => {
    const { user } = await withFactor();
    const body = { email: user.email, password: PASSWORD, code: codeOf(user.secret) };
    return { send: () => app.visitor().call('POST', '/login/browser', body), succeeds: 200 };
  },
  'a log-in call with a recovery code': async () => {
    const { user, recovery } = await withFactor();
    const body = { email: user.email, password: PASSWORD, code: recovery };
    return { send: () => app.visitor().call('POST', '/login/mobile', body), succeeds: 200 };
  },
  'the second step of a log-in, with a recovery code': async () => {
    const { user, browser, page } = await atSecondStep(app);
    const [recovery = ''] = await giveRecoveryCodes(app, user);
    return { send: () => enterCode(browser, page, recovery), succeeds: 303 };
  },
  'a registration': async () => {
    const typed = registrant(`${crypto.randomUUID()}@verein.example`);
    return { send: () => app.visitor().submit('/app/auth/register', typed), succeeds: 303 };
  },
  'a registration with an invitation mail': async () => {
    const { link } = await mailed(app);
    return { send: () => app.visitor().submit(`${link}/account`, fields), succeeds: 303 };
  },
  'a new password by a mailed code': async () => {
    const code = await mailedCode(app, await app.make.user(), 'password');
    const body = { code, password: 'das neue Passwort' };
    const send = () => app.visitor().call('POST', '/login/password/update', body);
    return { send, succeeds: 204 };
  },
  'a change of the own password': async () => {
    const person = await app.as(await app.make.user());
    const [currentPassword, password] = [PASSWORD, 'das neue Passwort'];
    const typed = { currentPassword, password, passwordRepeat: password };
    return { send: () => person.submit('/app/account/password', typed), succeeds: 303 };
  },
  'the deletion of the own account': async () => {
    const person = await app.as(await app.make.user());
    const typed = { password: PASSWORD };
    return { send: () => person.submit('/app/account/deletion', typed), succeeds: 303 };
  },
  'a confirmation by the password': async () => {
    const person = await app.as(await app.make.user());
    const send = () => person.call('POST', '/login/confirm', { password: PASSWORD });
    return { send, succeeds: 204 };
  },
  'a confirmation by a recovery code': async () => {
    const { user, recovery } = await withFactor();
    const person = await app.as(user);
    return { send: () => person.call('POST', '/login/confirm', { code: recovery }), succeeds: 204 };
  },
  'the last step of setting up a second factor': async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const code = codeOf(await beginFactor(app, user));
    return { send: () => person.submit(SETUP, { code }), succeeds: 200 };
  },
  'new recovery codes': async () => {
    const { user } = await withFactor();
    const person = await app.as(user);
    return { send: () => person.submit(CODES), succeeds: 200 };
  },
};

/** All that a code or a limit could lose. */
async function spendable() {
  const tables = {
    // That a network is its user's is nothing to lose.
    rate_limits: `select key, points from rate_limits
      where points > 0 and key not like 'known:%' order by key`,
    codes: 'select code_hash, used_at from codes order by code_hash',
    recovery_codes: 'select code_hash, used_at from recovery_codes order by code_hash',
    totp: 'select user_uuid, last_step, confirmed_at from totp order by user_uuid',
    invitations: 'select * from invitations order by code_hash',
  };
  const found = Object.entries(tables).map(async ([table, query]) => [
    table,
    (await app.pool.query(query)).rows,
  ]);
  return Object.fromEntries(await Promise.all(found));
}

describe('while every thread hashes', () => {
  it.each(Object.entries(ways))(
    '%s gets 503 with Retry-After in time, and nothing of it is spent (A8, A11, T4)',
    async (_way, make) => {
      const { send, succeeds } = await make();
      const before = await spendable();
      const refused = await whileHashing(app, send);
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10']);
      expect(refused.text).toContain('Gerade melden sich sehr viele Leute an.');
      expect(await spendable()).toEqual(before);
      expect((await send()).status).toBe(succeeds);
    },
  );

  it('what was given up is not done once there is time for it again (A11)', async () => {
    const { passwords } = app.services;
    const done: string[] = [];
    const work = (name: string) => passwords.inTurn('192.0.2.1', async () => done.push(name));
    const refused = await whileHashing(app, () =>
      Promise.allSettled(Array.from({ length: 20 }, () => work('given up'))),
    );
    for (const each of refused)
      expect(each).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    await Promise.all([work('next'), work('after it')]);
    expect(done).toEqual(['next', 'after it']);
  });
});

/** Sets how long passwords and recovery codes wait for their turn, instead of ten seconds. */
function shortenPatience({ services }: TestApp, patienceMs: number): void {
  const impatient = createPasswords({ ...QUICK_HASHES, patienceMs });
  afterwards(() => impatient.close());
  Object.assign(services.passwords, impatient);
}

/** Keeps every thread that hashes busy while `act` runs. */
async function whileHashing<Done>({ services }: TestApp, act: () => Promise<Done>): Promise<Done> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const busy = Array.from({ length: availableParallelism() }, () =>
    services.passwords.inTurn('elsewhere', () => ended),
  );
  try {
    return await act();
  } finally {
    end();
    await Promise.all(busy);
  }
}
