import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sealSecret } from '~/features/factors/sealed.server';
import { NOT_TO_BE_OPENED } from '~/features/factors/wording';
import { testApp } from '../support/app';
import {
  accountWithFactor,
  codeOf,
  forgetStep,
  giveFactor,
  giveRecoveryCodes,
  toBase32,
} from '../support/authenticator';
import { ofConfirmation, stale } from '../support/confirmation';
import { begin, SETUP } from '../support/factor-screens';
import { PASSWORD } from '../support/factories';
import { untilWaiting } from '../support/gate';
import { enterCode, enterPassword } from '../support/second-step';
import { actionOf, hidden, send } from '../support/sent-on';
import { sessionsOf } from '../support/sessions';

/** The second factor under races, in old tabs, and after a change of SESSION_SECRET. */
const app = testApp();
const limited = testApp({ rateLimits: true });

const NEW_FEED = '/app/account/calendars/new';

describe('a factor that the present SESSION_SECRET does not open (T4)', () => {
  const lostMessages = () => limited.errors.splice(0).map((line) => (line as { msg: string }).msg);
  const expectLogged = (times: number) =>
    expect(lostMessages()).toEqual(
      Array.from(
        { length: times },
        () => 'a second factor cannot be opened, set OLD_SESSION_SECRET',
      ),
    );

  async function lost() {
    const user = await limited.make.user();
    const former = { db: limited.db, config: { secret: 'f'.repeat(32) } };
    const secret = await giveFactor(former, user);
    const codes = await giveRecoveryCodes(limited, user);
    return { user, code: codeOf(secret), codes };
  }

  it('the log-in says why, as often as it is tried, and takes a recovery code at once', async () => {
    const { user, code, codes } = await lost();
    const browser = limited.visitor();
    let page = await enterPassword(browser, user);
    for (let time = 0; time < 7; time++) {
      page = await enterCode(browser, page, code);
      expect([page.status, page.page.includes(NOT_TO_BE_OPENED)]).toEqual([409, true]);
      expect(page.page).toContain(user.email);
    }
    expectLogged(7);
    expect((await enterCode(browser, page, codes[0] ?? '')).location).toBe('/app/');
  });

  it.each(['mobile', 'browser'])('POST /login/%s says why, too', async (how) => {
    const { user, code, codes } = await lost();
    const logIn = (typed: string) =>
      limited
        .visitor()
        .call('POST', `/login/${how}`, { email: user.email, password: PASSWORD, code: typed });
    const refused = await logIn(code);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({ type: 'about:blank', detail: NOT_TO_BE_OPENED });
    expectLogged(1);
    expect((await logIn(codes[0] ?? '')).status).toBeLessThan(300);
  });

  it('the confirmation says why and keeps what waits, which goes on by a recovery code (T2)', async () => {
    const { user, code, codes } = await lost();
    const browser = await stale(limited, user);
    const call = await browser.call('POST', '/login/confirm', { code });
    expect([call.status, call.json.detail]).toEqual([409, NOT_TO_BE_OPENED]);
    const form = { ...hidden(await browser.get(NEW_FEED)), label: 'Handy', scope: 'mine' };
    const asked = await send(browser, NEW_FEED, form);
    const by = { ...ofConfirmation(asked), password: '' };
    const refused = await send(browser, actionOf(asked), { ...by, code });
    expect([refused.status, refused.page.includes(NOT_TO_BE_OPENED)]).toEqual([409, true]);
    expect(refused.page).toContain('Was Sie eingegeben haben, ist noch da.');
    expectLogged(2);
    const again = { ...ofConfirmation(refused), password: '', code: codes[0] ?? '' };
    await send(browser, actionOf(refused), again);
    const feeds = limited.db.selectFrom('calendar_feeds').select('label');
    expect(await feeds.where('user_uuid', '=', user.uuid).execute()).toEqual([{ label: 'Handy' }]);
  });
});

describe('a log-in while the factor changes (T3)', () => {
  /** Has a log-in wait before its session begins, changes the factor, and lets it go on. */
  async function meanwhile<Answer>(
    user: { uuid: string },
    logIn: () => Promise<Answer>,
    sealed: string,
  ): Promise<Answer> {
    const holder = await app.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from users where uuid = $1 for update', [user.uuid]);
      const under = logIn();
      await untilWaiting(app);
      await holder.query('delete from totp where user_uuid = $1', [user.uuid]);
      await holder.query(
        'insert into totp (user_uuid, secret, confirmed_at) values ($1, $2, now())',
        [user.uuid, sealed],
      );
      await holder.query('commit');
      return await under;
    } finally {
      holder.release();
    }
  }
  const another = (user: { uuid: string }) => {
    const secret = toBase32(randomBytes(20));
    return { secret, sealed: sealSecret(secret, user.uuid, app.config) };
  };

  it('one that is switched on is asked for, by browser and by call', async () => {
    const user = await app.make.user();
    const { secret, sealed } = another(user);
    const browser = app.visitor();
    const page = await meanwhile(user, () => enterPassword(browser, user), sealed);
    expect(page.page).toContain('Das Passwort stimmt.');
    expect(await sessionsOf(app, user)).toEqual([]);
    expect((await enterCode(browser, page, codeOf(secret))).location).toBe('/app/');

    const other = await app.make.user();
    const body = { email: other.email, password: PASSWORD };
    const call = () => app.visitor().call('POST', '/login/mobile', body);
    const refused = await meanwhile(other, call, another(other).sealed);
    expect([refused.status, refused.json.type]).toEqual([401, '/problems/second-factor']);
    expect(await sessionsOf(app, other)).toEqual([]);
  });

  it('one that is replaced takes no code of the former one', async () => {
    const user = await accountWithFactor(app);
    const { secret, sealed } = another(user);
    const browser = app.visitor();
    const page = await enterPassword(browser, user);
    const code = () => enterCode(browser, page, codeOf(user.secret));
    const again = await meanwhile(user, code, sealed);
    expect(again.page).toContain('Das Passwort stimmt.');
    expect(await sessionsOf(app, user)).toEqual([]);
    expect((await enterCode(browser, again, codeOf(user.secret))).status).toBe(401);
    expect((await enterCode(browser, again, codeOf(secret))).location).toBe('/app/');
  });

  it('log-ins and the switching on at once leave the session that switched it on, and no other', async () => {
    for (let round = 0; round < 6; round++) {
      const user = await app.make.user();
      const person = await app.as(user);
      const key = await begin(person);
      const body = { email: user.email, password: PASSWORD };
      const [on] = await Promise.all([
        person.submit(SETUP, { code: codeOf(key) }),
        ...Array.from({ length: 6 }, () => app.visitor().call('POST', '/login/mobile', body)),
        ...Array.from({ length: 3 }, () => enterPassword(app.visitor(), user)),
      ]);
      expect(on.status).toBe(200);
      expect(await sessionsOf(app, user)).toHaveLength(1);
      expect((await person.get('/app/account')).status).toBe(200);
    }
  });
});

it('a logged-in user who logs in as somebody else in an older tab gets to the second step (A10, T3)', async () => {
  const user = await accountWithFactor(app);
  const before = await app.make.user();
  const browser = await app.as(before);
  expect((await browser.get('/app/login')).location).toBe('/app/');
  const wrong = await enterPassword(browser, user, { password: 'falsch' });
  expect(wrong.status).toBe(401);
  const page = await enterPassword(browser, user);
  expect([page.status, Object.keys(hidden(page)).includes('passwordProof')]).toEqual([200, true]);
  await forgetStep(app, user);
  expect((await enterCode(browser, page, codeOf(user.secret))).location).toBe('/app/');
  expect(await sessionsOf(app, before)).toEqual([]);
  expect((await browser.get('/app/account')).page).toContain(user.email);
});
