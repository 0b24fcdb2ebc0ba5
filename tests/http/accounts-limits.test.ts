import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { limitMails } from '~/features/accounts/rules/limits.server';
import { registrant } from '../support/accounts';
import { testApp } from '../support/app';
import type { TestResponse } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { expectWait, triesAgo } from '../support/limits';
import { deleteRows, rowsOf, valuesOf } from '../support/rows';
import { mailedCode } from '../support/scene-objects';

const app = testApp({ rateLimits: true, passwordMinLength: 10 });

afterEach(() => deleteRows(app.db, 'rate_limits'));

/** Repeats the request until it is refused. @returns the refusal */
async function untilRefused(
  send: () => Promise<TestResponse>,
  tries: number,
): Promise<TestResponse> {
  for (let time = 0; time < tries; time++) {
    const response = await send();
    expect(response.status, `try ${time + 1}`).not.toBe(429);
  }
  return send();
}

describe('attempt limits', () => {
  it('too many log-ins are refused on the form with Retry-After; other addresses still work (A8)', async () => {
    const user = await app.make.user();
    const login = (password: string) =>
      app.visitor().submit('/app/login', { email: user.email, password });
    const refused = await untilRefused(() => login('falsch'), 5);
    expectWait(refused, 2);
    expect(refused.page).toMatch(
      /Zu viele Versuche\. Bitte versuchen Sie es in (1 Sekunde|2 Sekunden) erneut\./,
    );
    expect(refused.page).toContain('Einloggen fehlgeschlagen.');
    expect((await login(PASSWORD)).status).toBe(429);
    const other = await app.make.user();
    const fine = await app
      .visitor()
      .submit('/app/login', { email: other.email, password: PASSWORD });
    expect(fine.status).toBe(303);
  });

  it('setting the clock back a day does not make anybody wait for that day (A8, issue 10)', async () => {
    const set = (by: string) =>
      sql`update rate_limits set expire = expire + extract(epoch from ${by}::interval) * 1000`.execute(
        app.db,
      );
    const body = { email: 'clock@verein.example', password: 'falsch' };
    const login = () => app.visitor().call('POST', '/login/mobile', body);
    expect((await login()).status).toBe(401);
    await set('1 day');
    expect((await login()).status).toBe(401);
    expectWait(await untilRefused(login, 3), 2);
    await set('1 day');
    // Earlier failures still count: one attempt, then the delay.
    expect((await login()).status).toBe(401);
    expectWait(await login(), 4);
    // Setting the clock forward ends every delay.
    await set('-1 day');
    expect((await login()).status).toBe(401);
  });

  it('a refused network leaves no rows behind, however many addresses it names (issue 10)', async () => {
    const rows = async () => (await rowsOf(app.db, 'rate_limits', {}, ['points'])).length;
    let times = 0;
    const address = () => `stranger${times++}@verein.example`;
    const ways = {
      'a log-in': () =>
        app.visitor().call('POST', '/login/mobile', { email: address(), password: 'falsch' }),
      'a mail': () => app.visitor().submit('/app/auth/password-reset', { email: address() }),
    };
    for (const [way, send] of Object.entries(ways)) {
      let response = await send();
      while (response.status !== 429 && times < 300) response = await send();
      expect(response.status, way).toBe(429);
      const before = await rows();
      for (let more = 0; more < 20; more++) expect((await send()).status, way).toBe(429);
      expect(await rows(), way).toBe(before);
    }
  });

  it('a successful log-in clears the failed attempts (A8)', async () => {
    const user = await app.make.user();
    const login = (password: string) =>
      app.visitor().submit('/app/login', { email: user.email, password });
    for (let round = 0; round < 2; round++) {
      for (let time = 0; time < 4; time++) await login('falsch');
      expect((await login(PASSWORD)).status).toBe(303);
    }
  });

  it('too many mails to one address are refused, with and without an account (A3, A5, A6)', async () => {
    const user = await app.make.user({ activated: false });
    for (const email of [user.email, 'nobody@verein.example']) {
      for (const path of ['/app/auth/password-reset', '/app/auth/register/confirmation']) {
        await deleteRows(app.db, 'rate_limits');
        const refused = await untilRefused(() => app.visitor().submit(path, { email }), 5);
        expectWait(refused, 300);
        expect(refused.page).toContain('Bitte versuchen Sie es in 5 Minuten erneut.');
      }
    }
  });

  it('the wait for the next mail to an address begins with minutes and grows to half a day (A6)', async () => {
    const reset = () =>
      app.visitor().submit('/app/auth/password-reset', { email: 'spam@verein.example' });
    await untilRefused(reset, 5);
    const waits: number[] = [];
    for (let time = 0; time < 10; time++) {
      const wait = Number((await reset()).headers.get('Retry-After'));
      waits.push(Math.ceil(wait / 60));
      await triesAgo(app, wait);
      expect((await reset()).status).not.toBe(429);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 720, 720]);
  });

  const mailings: Record<string, () => Promise<(email: string) => Promise<TestResponse>>> = {
    'a registration': async () => (email) =>
      app.visitor().submit('/app/auth/register', registrant(email)),
    'a confirmation mail': async () => (email) =>
      app.visitor().submit('/app/auth/register/confirmation', { email }),
    'a reset': async () => (email) =>
      app.visitor().call('POST', '/login/password/reset', { email }),
    'a change of the own address': async () => {
      const person = await app.as(await app.make.user());
      return (email) => person.submit('/app/account/email', { email });
    },
    'a change of the own address by a call': async () => {
      const user = await app.make.user();
      const person = await app.as(user);
      return (email) => person.call('PUT', `/user/${user.uuid}`, { email });
    },
  };

  it.each(Object.entries(mailings))(
    'each alias of a mailbox counts as the same one for %s (A3, A12)',
    async (_what, make) => {
      const send = await make();
      let alias = 0;
      const refused = await untilRefused(() => send(`opfer+${++alias}@verein.example`), 5);
      expectWait(refused, 300);
      expectWait(await send('Opfer@verein.example'), 300);
      expect((await send('anders@verein.example')).status).not.toBe(429);
    },
  );

  it('the same address again in a call is no change, and counts as no mail (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const put = (email: string) => person.call('PUT', `/user/${user.uuid}`, { email });
    for (let time = 0; time < 4; time++) {
      expect((await put(user.email)).status).toBe(200);
      expect((await put(user.email.toUpperCase())).status).toBe(200);
    }
    expect((await put('anders@verein.example')).status).toBe(200);
    expect(await valuesOf(app.db, 'rate_limits', {}, 'points')).toEqual([1, 1, 1]);
  });

  it('reaching the mail limit of one purpose leaves other purposes alone (A2, A5, A6)', async () => {
    const user = await app.make.user();
    const reset = () => app.visitor().submit('/app/auth/password-reset', { email: user.email });
    expectWait(await untilRefused(reset, 5), 300);
    const others = await Promise.all([
      app.visitor().submit('/app/auth/register/confirmation', { email: user.email }),
      app.visitor().submit('/app/auth/register', registrant(user.email)),
    ]);
    expect(others.map(({ status }) => status)).toEqual([303, 303]);
  });

  it('attempts by a stranger do not keep the owner of an address from their own mails (A6)', async () => {
    const user = await app.make.user();
    const { limits } = app.services;
    const attempt = (network: string) => limitMails(limits, 'reset', user.email, network);
    const status = (attempted: Promise<unknown>) =>
      attempted.then(
        () => 200,
        (problem) => problem.status,
      );
    // One network's daily limit, and many attempts that come too early.
    for (let time = 0; time < 60; time++) await status(attempt('203.0.113.1'));
    expect(await status(attempt('203.0.113.1'))).toBe(429);
    expect(await status(attempt('198.51.100.7'))).toBe(200);
    // All strange networks together get 20 mails to an address; its owner's network is exempt.
    let sent = 0;
    for (let network = 0; network < 60; network++)
      if ((await status(attempt(`192.0.2.${network}`))) === 200) sent++;
    expect(sent).toBeLessThanOrEqual(20);
    expect(await status(attempt('198.51.100.9'))).toBe(429);
    expect(await status(limitMails(limits, 'confirmation', user.email, '198.51.100.9'))).toBe(200);
    await limits.trust(`${user.email} 198.51.100.8`);
    expect(await status(attempt('198.51.100.8'))).toBe(200);
  });

  it('password changes are refused after ten wrong attempts, but a mailed link still works (A7, A12)', async () => {
    const user = await app.make.user();
    const code = await mailedCode(app, user, 'password');
    const person = await app.as(user);
    const change = () =>
      person.submit('/app/account/password', {
        currentPassword: PASSWORD,
        password: PASSWORD,
        passwordRepeat: PASSWORD,
      });
    expectWait(await untilRefused(change, 10), 60);
    const taken = await app
      .visitor()
      .call('POST', '/login/password/update', { code, password: 'Wieder-und-meins' });
    expect(taken.status).toBe(204);
  });

  it('guessing codes too often is refused on every screen that takes one (A4, A7)', async () => {
    const code = 'x'.repeat(43);
    const refused = await untilRefused(() => app.visitor().submit(`/app/auth/verify/${code}`), 60);
    expectWait(refused, 3600);
    expect(refused.page).toContain('Validierung fehlgeschlagen Zu viele Versuche. Bitte');
    const fields = { password: PASSWORD, passwordRepeat: PASSWORD };
    expectWait(await app.visitor().submit(`/app/auth/password-reset/${code}`, fields), 3600);
  });
});

describe('log-in delays', () => {
  const login = (email: string, password: string, from = app.visitor()) =>
    from.call('POST', '/login/browser', { email, password });

  it('log-in delays grow with each failure up to a quarter of an hour, and nobody is locked out (A8, ASVS V6.3.1)', async () => {
    const user = await app.make.user();
    await untilRefused(() => login(user.email, 'falsch'), 5);
    const waits: number[] = [];
    for (let time = 0; time < 11; time++) {
      const refused = await login(user.email, 'falsch');
      expect(refused.json).toMatchObject({ status: 429, title: 'Zu viele Versuche' });
      const wait = Number(refused.headers.get('Retry-After'));
      waits.push(wait);
      await triesAgo(app, wait);
      expect((await login(user.email, 'falsch')).status).toBe(401);
    }
    const expected = [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900];
    for (const [at, wait] of waits.entries())
      expect(Math.abs(wait - (expected[at] ?? 0)), `wait ${at + 1}`).toBeLessThanOrEqual(1);
    await triesAgo(app, 900);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  it('attempts that come too early do not prolong the log-in delay (ASVS V6.1.1)', async () => {
    const user = await app.make.user();
    await untilRefused(() => login(user.email, 'falsch'), 5);
    for (let time = 0; time < 20; time++) await login(user.email, 'falsch');
    await triesAgo(app, 2);
    expect((await login(user.email, PASSWORD)).status).toBe(200);
  });

  it('simultaneous log-ins do not get around the delay (ASVS V6.3.1)', async () => {
    const user = await app.make.user();
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => login(user.email, 'falsch')),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(35);
  });

  it("the delay of an account stops guessing from many networks, but not its owner's network (ASVS V6.3.1)", async () => {
    const { limits } = app.services;
    const user = await app.make.user();
    expect((await login(user.email, PASSWORD)).status).toBe(200);
    const guess = async (email: string) => (await limits.take(['loginsTo', email])).wait;
    for (let time = 0; time < 50; time++) expect(await guess(user.email)).toBe(0);
    expect(await guess(user.email)).toBeGreaterThan(0);
    expect((await login(user.email, PASSWORD)).status).toBe(200);

    const other = await app.make.user();
    for (let time = 0; time < 50; time++) await guess(other.email);
    expect((await login(other.email, PASSWORD)).status).toBe(429);
  });

  it('the delay of a network counts failures only, so a club behind one router can log in (ASVS V6.3.1)', async () => {
    const user = await app.make.user();
    for (let time = 0; time < 110; time++)
      expect((await login(user.email, PASSWORD)).status).toBe(200);
    for (let time = 0; time < 100; time++)
      expect((await login(`nobody${time}@verein.example`, 'falsch')).status).toBe(401);
    expect((await login(user.email, PASSWORD)).status).toBe(429);
  });

  it('log-in delays store no readable e-mail or network address, however long it is (ASVS V14.2.4)', async () => {
    const email = `${'a'.repeat(242)}@b.example`;
    expect((await login(email, 'falsch')).status).toBe(401);
    const rows = await rowsOf(app.db, 'rate_limits', {}, ['key']);
    expect(rows.length).toBeGreaterThan(1);
    for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{43}$/);
  });
});
