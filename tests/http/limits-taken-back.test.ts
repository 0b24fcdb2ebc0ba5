import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { mailed } from '../support/invitation-mails';
import { expectWait, triesAgo } from '../support/limits';
import { mailedCode } from '../support/scene-objects';

/** Attempts that are no guesses, or that one of several limits refuses, leave no trace in the others. */
const app = testApp({ rateLimits: true, trustProxy: '1', passwordMinLength: 10 });

afterEach(() => app.db.deleteFrom('rate_limits').execute());

const from = (network: string) => ({ 'X-Forwarded-For': network });
const HOME = from('198.51.100.1');

const login = (email: string, password: string, network = HOME) =>
  app.visitor().call('POST', '/login/browser', { email, password }, network);

/** So many answers, one after the other. */
async function statusesOf(times: number, send: (time: number) => Promise<TestResponse>) {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await send(time)).status);
  return statuses;
}

describe('links in mails', () => {
  const guess = 'x'.repeat(43);
  const verify = (code: string) => app.visitor().submit(`/app/auth/verify/${code}`, {}, HOME);

  it('right ones do not count, so a club behind one router can confirm and join (A4, A7, C5)', async () => {
    const { link } = await mailed(app);
    const activation = await mailedCode(app, await app.make.user(), 'activation');
    const confirmed = await statusesOf(65, () => verify(activation));
    expect(new Set(confirmed)).toEqual(new Set([200]));
    const user = await app.make.user();
    const code = await mailedCode(app, user, 'password');
    const renew = (password: string) =>
      app.visitor().call('POST', '/login/password/update', { code, password }, HOME);
    const tooWellKnown = await statusesOf(65, () => renew('passwort123'));
    expect(new Set(tooWellKnown)).toEqual(new Set([422]));
    expect((await app.visitor().submit(link, {}, HOME)).status).toBe(200);
    expect((await renew('Wieder-und-meins')).status).toBe(204);
    const guessed = await statusesOf(61, () => verify(guess));
    expect(guessed).toEqual([...Array(60).fill(404), 429]);
  });

  it('guesses that come at once do not get around the delay (A11)', async () => {
    for (const path of [`/app/auth/verify/${guess}`, `/app/invite/${guess}/${guess}`]) {
      await app.db.deleteFrom('rate_limits').execute();
      const send = () => app.visitor().submit(path, {}, HOME);
      const answers = await Promise.all(Array.from({ length: 100 }, send));
      expect(
        answers.filter(({ status }) => status === 404),
        path,
      ).toHaveLength(60);
    }
  });
});

describe('attempts that a second limit refuses', () => {
  const ways = {
    'a log-in while strangers guess': async () => {
      const { email } = await app.make.user();
      return {
        strange: (network: string) => login(email, 'falsch', from(network)),
        own: () => login(email, PASSWORD),
        end: () => app.services.limits.clear('loginsTo', email),
        wrong: () => login(email, 'falsch'),
      };
    },
    'the own password while a thief guesses it': async () => {
      const user = await app.make.user();
      const person = await app.as(user);
      const prove = (password: string, network: Record<string, string>) =>
        person.call('POST', '/login/confirm', { password }, network);
      return {
        strange: (network: string) => prove('falsch', from(network)),
        own: () => prove(PASSWORD, HOME),
        end: () => app.services.limits.clear('loginsTo', user.uuid),
        wrong: () => prove('falsch', HOME),
      };
    },
    'a mail while strangers have mails sent': async () => {
      const { email } = await app.make.user();
      const ask = (network: Record<string, string>) =>
        app.visitor().call('POST', '/login/password/reset', { email }, network);
      return {
        strange: (network: string) => ask(from(network)),
        own: () => ask(HOME),
        end: () => app.services.limits.clear('mailsTo', `reset ${email}`),
        wrong: () => ask(HOME),
      };
    },
  };

  it.each(Object.entries(ways))('%s leave the first as it was (A8, A12)', async (_way, make) => {
    const { strange, own, end, wrong } = await make();
    for (let network = 0; network < 56; network++) {
      const refused = await strange(`192.0.2.${network}`);
      if (refused.status !== 429) continue;
      await triesAgo(app, Number(refused.headers.get('Retry-After')));
      expect((await strange(`192.0.2.${network}`)).status).not.toBe(429);
    }
    expect(await statusesOf(10, own)).toEqual(Array(10).fill(429));
    await end();
    expect(await statusesOf(4, wrong)).not.toContain(429);
    expect((await own()).status).not.toBe(429);
  });
});

describe('right passwords', () => {
  const nobody = (time: number) => login(`niemand${time}@verein.example`, 'falsch');
  const minutesAgo = (minutes: number) => triesAgo(app, 60 * minutes);

  it('do not keep the typing errors of a shared network from being forgotten (A8)', async () => {
    const { email } = await app.make.user();
    expect(await statusesOf(100, nobody)).not.toContain(429);
    expectWait(await nobody(100), 2);
    for (let time = 0; time < 3; time++) {
      await minutesAgo(25);
      expect((await login(email, PASSWORD)).status).toBe(200);
    }
    expect(await statusesOf(3, nobody)).toEqual([401, 401, 401]);
  });

  it('neither shorten the delay of a network nor make it forget, even with a guess at once (ASVS V6.3.1)', async () => {
    const { email } = await app.make.user();
    await statusesOf(96, nobody);
    await minutesAgo(50);
    const both = await Promise.all([login(email, PASSWORD), nobody(96), login(email, PASSWORD)]);
    expect(both.map(({ status }) => status)).toEqual([200, 401, 200]);
    await minutesAgo(15);
    expect(await statusesOf(4, nobody)).toEqual([401, 401, 401, 429]);
    await triesAgo(app, 2);
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect((await nobody(1)).status).toBe(401);
    expectWait(await nobody(2), 4);
    expect((await login(email, PASSWORD)).status).toBe(429);
  });
});
