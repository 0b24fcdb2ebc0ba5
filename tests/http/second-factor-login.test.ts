import { beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../support/app';
import { loggedActionsOf } from '../support/audit';
import {
  accountWithFactor,
  codeOf,
  forgetStep,
  giveFactor,
  giveRecoveryCodes,
  takeFactor,
  wrongCode,
} from '../support/authenticator';
import { NEW_PASSWORD, reset } from '../support/credentials';
import { PASSWORD } from '../support/factories';
import { accountOf, join, mailed } from '../support/invitation-mails';
import { changeRows, deleteRows } from '../support/rows';
import { atSecondStep, enterCode, enterPassword, queuedTemplates } from '../support/second-step';
import { actionOf, hidden } from '../support/sent-on';
import { sessionsOf } from '../support/sessions';

/** Logging in to an account with a second factor (T3, T4, T7). */
const app = testApp();

const WRONG =
  'Dieser Code stimmt nicht oder wurde schon benutzt. Bitte nehmen Sie den nächsten. ' +
  'Hilft das nicht, geht vielleicht die Uhr des Handys falsch.';
const TOO_OLD = 'Das hat zu lange gedauert, oder Ihre Zugangsdaten haben sich geändert.';

describe('the log-in screen', () => {
  it('asks for the code after the right password, and logs in with it, without scripts (T3)', async () => {
    const { user, browser, page, code } = await atSecondStep(app);
    expect(page.status).toBe(200);
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(page.page).toContain('den Ihre Authenticator-App für');
    expect(page.page).toContain(user.email);
    expect(page.page).toContain('Wiederherstellungscodes');
    expect(page.page).not.toContain('Fehler');
    expect(page.text).toMatch(/<input[^>]*name="code"/);
    expect(page.text).toMatch(/autoComplete="one-time-code"/i);
    expect(page.text).not.toContain('name="password"');
    expect(page.text).not.toContain(PASSWORD);
    expect(await sessionsOf(app, user)).toEqual([]);

    const done = await enterCode(browser, page, code);
    expect([done.status, done.location]).toEqual([303, '/app/']);
    expect((await browser.get('/app/account')).page).toContain(user.email);
    expect(await sessionsOf(app, user)).toHaveLength(1);
    expect(await loggedActionsOf(app, user)).toEqual(['Eingeloggt']);
  });

  it('no longer says why it was shown once the password was right (T3)', async () => {
    const user = await accountWithFactor(app);
    const browser = app.visitor();
    browser.cookies.set('session', 'x'.repeat(43));
    const ended = 'Ihre Sitzung ist abgelaufen.';
    expect((await browser.get('/app/login')).page).toContain(ended);
    const { page } = await enterPassword(browser, user);
    expect(page).toContain('Das Passwort stimmt.');
    expect(page).not.toContain(ended);
  });

  it('shows a wrong code at its field and takes the right one then (T3)', async () => {
    const { user, browser, page, code } = await atSecondStep(app);
    const wrong = await enterCode(browser, page, wrongCode(user.secret));
    expect(wrong.status).toBe(401);
    expect(wrong.page).toContain(WRONG);
    expect(wrong.page).toContain('Handy-Code');
    expect(wrong.text).toContain('Fehler: ');
    expect(wrong.headers.getSetCookie()).toEqual([]);
    const none = await enterCode(browser, wrong, '  ');
    expect([none.status, none.page.includes('Bitte den Code eingeben.')]).toEqual([401, true]);
    // It grows no younger by being tried.
    expect(hidden(none).passwordProof).toBe(hidden(page).passwordProof);
    const done = await enterCode(browser, none, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(done.location).toBe('/app/');
  });

  it('takes a recovery code once, says so in the log, and tells the owner by mail (T4)', async () => {
    const { user, browser, page } = await atSecondStep(app);
    const [code = '', other = ''] = await giveRecoveryCodes(app, user);
    const done = await enterCode(browser, page, code.toLowerCase().replaceAll('-', ' '));
    expect(done.location).toBe('/app/');
    expect(await loggedActionsOf(app, user)).toEqual([
      'Eingeloggt, mit einem Wiederherstellungscode',
    ]);
    expect(await queuedTemplates(app, user)).toEqual(['recoveryCodeUsed']);

    const again = await enterPassword(app.visitor(), user);
    expect((await enterCode(app.visitor(), again, code)).status).toBe(401);
    expect((await enterCode(app.visitor(), again, other)).status).toBe(303);
  });

  it('takes no code of the app twice, nor an older one after it (RFC 6238 5.2, ASVS V6.5.1)', async () => {
    const { user, browser, page } = await atSecondStep(app);
    const [older, code, newer] = [-1, 0, 1].map((offset) => codeOf(user.secret, { offset }));
    expect((await enterCode(browser, page, code ?? '')).status).toBe(303);
    const again = await enterPassword(app.visitor(), user);
    expect((await enterCode(app.visitor(), again, code ?? '')).status).toBe(401);
    expect((await enterCode(app.visitor(), again, older ?? '')).status).toBe(401);
    expect((await enterCode(app.visitor(), again, newer ?? '')).status).toBe(303);
  });

  it('takes codes of clocks that are half a minute slow or fast, and no more (T3)', async () => {
    const { user, page } = await atSecondStep(app);
    const far = {
      slow: codeOf(user.secret, { offset: -3 }),
      fast: codeOf(user.secret, { offset: 3 }),
    };
    for (const code of Object.values(far))
      expect((await enterCode(app.visitor(), page, code)).status).toBe(401);
    for (const offset of [0, 1]) {
      await forgetStep(app, user);
      const code = codeOf(user.secret, { offset });
      expect((await enterCode(app.visitor(), page, code)).status, String(offset)).toBe(303);
    }
  });

  it('keeps where somebody wanted to go, through a wrong password and a wrong code (A9)', async () => {
    const user = await accountWithFactor(app);
    const browser = app.visitor();
    const path = '/app/events?page=2&x=%26';
    const first = `/app/login?redirect=${encodeURIComponent(path)}`;
    const wrong = await enterPassword(browser, user, { path: first, password: 'falsch' });
    expect(wrong.page).not.toContain('Handy-Code');
    const page = await enterPassword(browser, user, { path: actionOf(wrong) });
    const again = await enterCode(browser, page, wrongCode(user.secret));
    const done = await enterCode(browser, again, codeOf(user.secret));
    expect(done.location).toBe(path);
  });

  it('leads back to another account, and a reload to the first step', async () => {
    const { browser, page } = await atSecondStep(app);
    expect(page.text).toMatch(/<a[^>]*href="\/app\/login"[^>]*>Anderes Konto<\/a>/);
    const first = await browser.get(actionOf(page));
    expect([first.status, first.text.includes('name="password"')]).toEqual([200, true]);
  });

  it('ends the session that the browser had before (A8)', async () => {
    const user = await accountWithFactor(app);
    const browser = await app.as(user);
    const page = await enterPassword(app.visitor(), user);
    expect((await browser.get('/app/account')).status).toBe(200);
    expect((await enterCode(browser, page, codeOf(user.secret))).status).toBe(303);
    expect(await sessionsOf(app, user)).toHaveLength(1);
  });

  it('asks for none that is still being set up', async () => {
    const begun = await app.make.user();
    await giveFactor(app, begun);
    await changeRows(app.db, 'totp', { user_uuid: begun.uuid }, { confirmed_at: null });
    expect((await enterPassword(app.visitor(), begun)).status).toBe(303);
  });
});

describe('between the steps', () => {
  it('a new password ends what the first step answered; the factor and its recovery codes stay (T4, ASVS V6.4.3)', async () => {
    const { user, browser, page, code } = await atSecondStep(app);
    const [recovery = ''] = await giveRecoveryCodes(app, user);
    expect((await reset(app, user)).status).toBe(204);
    const refused = await enterCode(browser, page, code);
    expect(refused.status).toBe(401);
    expect(refused.page).toContain(TOO_OLD);
    expect(refused.text).toContain('name="password"');
    expect(refused.page).not.toContain('Handy-Code');
    expect(await sessionsOf(app, user)).toEqual([]);
    // The code was not looked at.
    const anew = await enterPassword(browser, user, { password: NEW_PASSWORD });
    expect(anew.page).toContain('Handy-Code');
    expect((await enterCode(app.visitor(), anew, recovery)).location).toBe('/app/');
    expect((await enterCode(browser, anew, code)).location).toBe('/app/');
  });

  it.each([
    ['a new address', { email: 'anders@verein.example' }],
    ['a deactivation', { activated: false }],
    ['a deletion of the account', null],
  ])('%s ends it, too', async (_what, change) => {
    const { user, browser, page, code } = await atSecondStep(app);
    if (change) await changeRows(app.db, 'users', user.uuid, change);
    else await deleteRows(app.db, 'users', user.uuid);
    const refused = await enterCode(browser, page, code);
    expect([refused.status, refused.page.includes(TOO_OLD)]).toEqual([401, true]);
    expect(await sessionsOf(app, user)).toEqual([]);
  });

  it('a factor that was removed is not asked for', async () => {
    const { user, browser, page } = await atSecondStep(app);
    await takeFactor(app, user);
    expect((await enterCode(browser, page, 'egal')).location).toBe('/app/');
  });
});

describe('attacks on the second step', () => {
  let victim: Awaited<ReturnType<typeof atSecondStep>>;
  beforeAll(async () => {
    victim = await atSecondStep(app);
  });

  it('what the first step answered is changed, made up or sealed for something else in vain', async () => {
    const { user, page, code } = victim;
    const { passwordProof = '' } = hidden(page);
    const { __key = '' } = hidden(page);
    // Anybody may have anything sealed as kept input.
    const owner = await app.as(user);
    const form = hidden(await owner.get('/app/account/name'));
    const text = JSON.stringify({ user: user.uuid, mark: 'x', until: 9e15 });
    const kept = await app
      .visitor()
      .submit('/app/login?redirect=%2Fapp%2Faccount%2Fname&keep', { ...form, firstName: text });
    const sealed = hidden(kept).__kept ?? '';
    expect(sealed.length).toBeGreaterThan(100);
    const changed = `${passwordProof.slice(0, 40)}${passwordProof[40] === 'A' ? 'B' : 'A'}${passwordProof.slice(41)}`;
    for (const forged of [
      '',
      'x',
      '\0',
      changed,
      sealed,
      passwordProof.slice(0, -2),
      'A'.repeat(50_000),
    ]) {
      const refused = await app
        .visitor()
        .submit('/app/login?step=2', { __key, passwordProof: forged, code });
      expect([refused.status, refused.page.includes(TOO_OLD)], forged.slice(0, 50)).toEqual([
        401,
        true,
      ]);
      expect(refused.text.length).toBeLessThan(60_000);
      expect(refused.headers.getSetCookie().join()).not.toContain('session=');
    }
  });

  it('a right password counts for ten minutes, also after a new SESSION_SECRET (T3, ASVS V9.1.1, V9.2.1)', async () => {
    const { user, page } = await atSecondStep(app);
    const { secret } = app.config;
    const enterAfter = async (minutes: number) => {
      vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ['Date'] });
      const entered = enterCode(app.visitor(), page, codeOf(user.secret));
      return entered.finally(() => vi.useRealTimers());
    };
    expect((await enterAfter(10.1)).page).toContain(TOO_OLD);
    try {
      Object.assign(app.config, { secret: 'n'.repeat(32) });
      expect((await enterAfter(9)).page).toContain(TOO_OLD);
      Object.assign(app.config, { formerSecrets: [secret] });
      expect((await enterAfter(9)).status).toBe(303);
    } finally {
      Object.assign(app.config, { secret, formerSecrets: [] });
    }
  });

  it("somebody else's code does not help, nor another code that is none", async () => {
    const { user, page } = victim;
    const other = await accountWithFactor(app);
    const [recovery = ''] = await giveRecoveryCodes(app, other);
    const codes = [
      ...[
        codeOf(other.secret),
        recovery,
        'null',
        '-1',
        '0',
        '1e5',
        "' or 1=1 --",
        '\0',
        '\0\0\0\0\0\0',
      ],
      ...[`${codeOf(user.secret)}\0`, '９９９９９９', '٠١٢٣٤٥', '9'.repeat(50_000), '😀'.repeat(6)],
    ];
    for (const code of codes) {
      const refused = await enterCode(app.visitor(), page, code);
      expect([refused.status, refused.page.includes('Handy-Code')], code.slice(0, 20)).toEqual([
        401,
        true,
      ]);
      expect(refused.text.length).toBeLessThan(60_000);
    }
    expect(await sessionsOf(app, user)).toHaveLength(1);
  });

  it('two fields of one name, or none, open nothing', async () => {
    const { page, code } = victim;
    const { passwordProof = '' } = hidden(page);
    const two = await app
      .visitor()
      .submit('/app/login?step=2', { passwordProof: [passwordProof, passwordProof], code });
    expect(two.status).toBeGreaterThanOrEqual(400);
    expect((await app.visitor().submit('/app/login?step=2', {})).status).toBe(401);
    expect(two.headers.getSetCookie().join()).not.toContain('session=');
  });
});

describe('the calls', () => {
  it.each(['mobile', 'browser'])(
    'POST /login/%s asks for the code by a problem of its own type, and takes it with the password (T7)',
    async (how) => {
      const user = await accountWithFactor(app);
      const [recovery = ''] = await giveRecoveryCodes(app, user);
      const post = (body: object = {}) =>
        app
          .visitor()
          .call('POST', `/login/${how}`, { email: user.email, password: PASSWORD, ...body });
      for (const missing of [{}, { code: null }]) {
        const asked = await post(missing);
        expect(asked.status).toBe(401);
        expect(asked.json).toEqual({
          type: '/problems/second-factor',
          title: 'Handy-Code nötig',
          status: 401,
          detail: 'Zum Einloggen fehlt noch der Code aus Ihrer Authenticator-App.',
        });
        expect(asked.headers.get('Content-Type')).toBe('application/problem+json');
        expect(asked.headers.get('WWW-Authenticate')).toBe('Bearer');
        expect(asked.headers.getSetCookie()).toEqual([]);
      }
      for (const code of [wrongCode(user.secret), 'x', '\0', '１２３４５６']) {
        const wrong = await post({ code });
        expect(wrong.status, code).toBe(401);
        expect(wrong.json).toEqual({
          type: '/problems/second-factor',
          title: 'Handy-Code nötig',
          status: 401,
          detail: WRONG,
          errors: { code: [WRONG] },
        });
      }
      expect((await post({ code: '' })).json.errors).toEqual({
        code: ['Bitte den Code eingeben.'],
      });
      for (const code of ['x'.repeat(51), 'x'.repeat(50_000), 123456, ['123456'], {}])
        expect((await post({ code })).status).toBe(422);
      expect(await sessionsOf(app, user)).toEqual([]);

      const code = codeOf(user.secret);
      const done = await post({ code });
      expect(done.status).toBe(200);
      const session = how === 'mobile' ? { sessionId: expect.stringMatching(/^[\w-]{43}$/) } : {};
      expect(done.json).toEqual({
        ...session,
        userUuid: user.uuid,
        validUntil: expect.any(String),
      });
      expect((await post({ code })).status).toBe(401);
      expect((await post({ code: recovery })).status).toBe(200);
      const sentence = how === 'mobile' ? 'In einer App eingeloggt' : 'Eingeloggt';
      expect(await loggedActionsOf(app, user)).toEqual([
        sentence,
        `${sentence}, mit einem Wiederherstellungscode`,
      ]);
    },
  );

  it('no answer tells of a second factor without the right password (T7)', async () => {
    const user = await accountWithFactor(app);
    const plain = await app.make.user();
    for (const how of ['mobile', 'browser']) {
      const answers = [user.email, plain.email, 'niemand@verein.example'].map(async (email) => {
        const { status, json } = await app
          .visitor()
          .call('POST', `/login/${how}`, { email, password: 'falsch', code: codeOf(user.secret) });
        return [status, json];
      });
      const [first, ...others] = await Promise.all(answers);
      expect(first?.[0]).toBe(401);
      for (const other of others) expect(other).toEqual(first);
    }
    // The code was not used up by that.
    const body = { email: user.email, password: PASSWORD, code: codeOf(user.secret) };
    expect((await app.visitor().call('POST', '/login/browser', body)).status).toBe(200);
  });

  it('a code is not looked at where the account has no second factor (T7)', async () => {
    const user = await app.make.user();
    for (const code of ['', '123456', 'egal', null]) {
      const body = { email: user.email, password: PASSWORD, code };
      expect((await app.visitor().call('POST', '/login/mobile', body)).status).toBe(200);
    }
  });
});

it('one code used twenty times at once opens one session (T3, T4, ASVS V6.5.1)', async () => {
  const user = await accountWithFactor(app);
  const [recovery = ''] = await giveRecoveryCodes(app, user);
  for (const code of [codeOf(user.secret), recovery]) {
    await deleteRows(app.db, 'sessions', { user_uuid: user.uuid });
    const page = await enterPassword(app.visitor(), user);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        if (at % 2 === 0) return (await enterCode(app.visitor(), page, code)).status;
        const body = { email: user.email, password: PASSWORD, code };
        return (await app.visitor().call('POST', '/login/mobile', body)).status;
      }),
    );
    const opened = statuses.filter((status) => status === 303 || status === 200);
    expect(opened).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(19);
    expect(await sessionsOf(app, user)).toHaveLength(1);
  }
});

it('an invitation mail does not let anybody past a second factor (C5, T3)', async () => {
  const { link, email } = await mailed(app);
  expect((await join(app.visitor(), link)).status).toBe(303);
  const twice = await join(app.visitor(), link);
  expect(twice.headers.getSetCookie().join()).toContain('session=');
  const user = await accountOf(app, email);
  await giveFactor(app, { uuid: user?.uuid ?? '' });
  const refused = await join(app.visitor(), link);
  expect(refused.status).toBe(409);
  expect(refused.page).toContain('Dann loggen Sie sich einfach ein.');
  expect(refused.headers.getSetCookie().join()).not.toContain('session=');
});
