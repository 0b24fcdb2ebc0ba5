import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import {
  accountWithFactor,
  codeOf,
  forgetStep,
  giveRecoveryCodes,
  wrongCode,
} from '../support/authenticator';
import type { TestResponse } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { triesAgo } from '../support/limits';
import { enterCode, enterPassword, queuedTemplates } from '../support/second-step';

/** Delays against guessing codes (T3, docs/decisions/0043). */
const app = testApp({ rateLimits: true, trustProxy: '1' });

afterEach(() => app.db.deleteFrom('rate_limits').execute());

const HOME = '198.51.100.1';
const STRANGE = '203.0.113.1';

/** A page with the second step for an account, and tries of codes on it. */
async function guessing() {
  const user = await accountWithFactor(app);
  const page = await enterPassword(app.visitor(), user);
  const wrong = wrongCode(user.secret);
  const enter = (code: string, network: string) =>
    enterCode(app.visitor(), page, code, { 'X-Forwarded-For': network });
  return {
    user,
    guess: (network: string) => enter(wrong, network),
    async right(network: string) {
      await forgetStep(app, user);
      return enter(codeOf(user.secret), network);
    },
    enter,
  };
}

const waitOf = ({ status, headers }: TestResponse) =>
  status === 429 ? Number(headers.get('Retry-After')) : 0;

/** Guesses once, after a wait if there is one. */
async function guessWhenDue(guess: () => Promise<TestResponse>): Promise<void> {
  const early = await guess();
  if (early.status === 401) return;
  await triesAgo(app, waitOf(early));
  expect((await guess()).status).toBe(401);
}

/** Guesses until refused. @returns how often that was possible */
async function guessesUntilRefused(guess: () => Promise<TestResponse>): Promise<number> {
  for (let count = 0; count < 50; count++) {
    const { status } = await guess();
    if (status === 429) return count;
    expect(status).toBe(401);
  }
  throw new Error('guessing is never refused');
}

describe('delays against guessing codes', () => {
  it('grow from two seconds to an hour, and nobody is locked out (T3, ASVS V6.3.1, V6.6.3)', async () => {
    const { guess, right } = await guessing();
    expect(await guessesUntilRefused(() => guess(STRANGE))).toBe(5);
    const waits: number[] = [];
    for (let time = 0; time < 14; time++) {
      const refused = await guess(STRANGE);
      expect(refused.page).toContain('Bitte versuchen Sie es in');
      expect(refused.page).toContain('Handy-Code');
      waits.push(waitOf(refused));
      await triesAgo(app, waitOf(refused));
      expect((await guess(STRANGE)).status).toBe(401);
    }
    const expected = Array.from(waits, (_, at) => Math.min(2 ** (at + 1), 3600));
    // The clock runs meanwhile.
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(expected[at] ?? 0);
      expect(wait).toBeGreaterThan((expected[at] ?? 0) * 0.9 - 3);
    }
    // A right code does not help while it comes too early, and is not used up by that.
    expect((await right(STRANGE)).status).toBe(429);
    await triesAgo(app, 3600);
    expect((await right(STRANGE)).status).toBe(303);
  });

  it('are not shortened by log-ins of the owner, from wherever (T3)', async () => {
    const { guess, right } = await guessing();
    for (let time = 0; time < 12; time++) await guessWhenDue(() => guess(STRANGE));
    const before = waitOf(await guess(STRANGE));
    expect(before).toBeGreaterThan(100);
    // Once by their own network, which is not known yet: they wait for the strangers' guesses.
    expect((await right(HOME)).status).toBe(429);
    await triesAgo(app, before);
    expect((await right(HOME)).status).toBe(303);
    expect((await guess(STRANGE)).status).toBe(401);
    const after = waitOf(await guess(STRANGE));
    expect(after).toBeGreaterThan(before);
    // From then on their network is known, and does not wait for strangers.
    for (let time = 0; time < 3; time++) expect((await right(HOME)).status).toBe(303);
    expect(waitOf(await guess(STRANGE))).toBeGreaterThan(after - 30);
    // Nor from the very network of the guesser.
    await triesAgo(app, after);
    expect((await right(STRANGE)).status).toBe(303);
    expect((await guess(STRANGE)).status).toBe(401);
    expect(waitOf(await guess(STRANGE))).toBeGreaterThan(after);
  });

  it('count all strange networks together, and recovery codes the same (T3, T4)', async () => {
    const { guess, enter, user } = await guessing();
    const codes = await giveRecoveryCodes(app, user);
    let network = 0;
    const guessed = await guessesUntilRefused(() => {
      const address = `192.0.2.${++network}`;
      return network % 2 ? guess(address) : enter('AAAA-BBBB-CCCC-DDDD', address);
    });
    expect(guessed).toBe(5);
    expect((await enter(codes[0] ?? '', '192.0.2.99')).status).toBe(429);
    await triesAgo(app, 2);
    expect((await enter(codes[0] ?? '', '192.0.2.99')).status).toBe(303);
  });

  it('let one of many guesses at the same time through, once they are due (T3)', async () => {
    const { guess } = await guessing();
    const all = await Promise.all(Array.from({ length: 20 }, () => guess(STRANGE)));
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5);
    await triesAgo(app, 2);
    const again = await Promise.all(Array.from({ length: 20 }, () => guess(STRANGE)));
    expect(again.filter(({ status }) => status === 401)).toHaveLength(1);
  });

  it('are forgotten after a night without a wrong one, whatever right ones came meanwhile (T3)', async () => {
    const { guess, right } = await guessing();
    await guessesUntilRefused(() => guess(STRANGE));
    await triesAgo(app, 8 * 3600);
    expect((await right(STRANGE)).status).toBe(303);
    await triesAgo(app, 4 * 3600 + 60);
    expect(await guessesUntilRefused(() => guess(STRANGE))).toBe(5);
  });

  it('do not grow at home by codes that come too early because strangers guess (T3)', async () => {
    const { user, guess, right } = await guessing();
    for (let network = 0; network < 10; network++)
      await guessWhenDue(() => guess(`192.0.2.${network}`));
    for (let time = 0; time < 10; time++) expect((await right(HOME)).status).toBe(429);
    await app.services.limits.clear('factorsOf', user.uuid);
    for (let time = 0; time < 4; time++) expect((await guess(HOME)).status).toBe(401);
    expect((await right(HOME)).status).toBe(303);
  });

  it('are the same for the calls, where the password does not restart them (T7)', async () => {
    const { user, guess } = await guessing();
    const call = (how: string, code: string) =>
      app
        .visitor()
        .call(
          'POST',
          `/login/${how}`,
          { email: user.email, password: PASSWORD, code },
          { 'X-Forwarded-For': HOME },
        );
    for (const how of ['mobile', 'browser', 'mobile', 'browser', 'mobile'])
      expect((await call(how, wrongCode(user.secret))).status).toBe(401);
    await triesAgo(app, 1);
    await app.services.limits.clear('login', `${user.email} ${HOME}`);
    const refused = await call('mobile', codeOf(user.secret));
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ type: 'about:blank', title: 'Zu viele Versuche' });
    expect((await guess(HOME)).status).toBe(429);
  });

  it('a network counts as the owner’s for passwords only after the code, too (T3)', async () => {
    const { user, right } = await guessing();
    const pair = `${user.email} ${HOME}`;
    await enterPassword(app.visitor(), user, {}, { 'X-Forwarded-For': HOME });
    expect(await app.services.limits.trusts(pair)).toBe(false);
    expect((await right(HOME)).status).toBe(303);
    expect(await app.services.limits.trusts(pair)).toBe(true);
  });

  it('right passwords without a code use up nothing of a network that many share', async () => {
    const user = await accountWithFactor(app);
    for (let time = 0; time < 130; time++) {
      await app.services.limits.clear('login', `${user.email} ${HOME}`);
      await app.services.limits.clear('loginsTo', user.email);
      const page = await enterPassword(app.visitor(), user, {}, { 'X-Forwarded-For': HOME });
      expect(page.status).toBe(200);
    }
  });
});

describe('the mail about guesses', () => {
  it('goes to the owner after ten wrong codes, and once a day (T3)', async () => {
    const { user, guess, right } = await guessing();
    const patient = () => guessWhenDue(() => guess(STRANGE));
    for (let time = 0; time < 9; time++) await patient();
    expect(await queuedTemplates(app, user)).toEqual([]);
    await patient();
    expect(await queuedTemplates(app, user)).toEqual(['codesGuessed']);
    for (let time = 0; time < 3; time++) await patient();
    // Nor does a right code begin the count anew.
    await triesAgo(app, 1000);
    expect((await right(STRANGE)).status).toBe(303);
    await patient();
    expect(await queuedTemplates(app, user)).toEqual(['codesGuessed']);
    await triesAgo(app, 24 * 3600);
    await guess(STRANGE);
    await guess(STRANGE);
    expect(await queuedTemplates(app, user)).toEqual(['codesGuessed', 'codesGuessed']);
  });

  it('is not written for wrong codes without the right password (T3)', async () => {
    const user = await accountWithFactor(app);
    for (let time = 0; time < 12; time++) {
      const body = { email: user.email, password: 'falsch', code: '000000' };
      const { status } = await app.visitor().call('POST', '/login/mobile', body);
      expect(status).toBeGreaterThanOrEqual(401);
      await triesAgo(app, 900);
    }
    expect(await queuedTemplates(app, user)).toEqual([]);
  });
});
