import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { codeOf, forgetStep, giveFactor, giveRecoveryCodes } from '../support/authenticator';
import { confirm, ofConfirmation, provedAgo, stale, TITLE } from '../support/confirmation';
import { PASSWORD } from '../support/factories';
import { rowsOf } from '../support/rows';
import { actionOf, hidden, send } from '../support/sent-on';

/**
 * Where an account has a second factor, only a code of it opens the way to its removal and to another
 * address (T2, ASVS V7.5.1, docs/decisions/0044).
 */
const app = testApp();
let club: Awaited<ReturnType<typeof app.make.club>>;
beforeAll(async () => {
  club = await app.make.club();
});

const FACTOR = '/app/account/second-factor';
const REMOVAL = `${FACTOR}/removal`;
const CODES = `${FACTOR}/recovery-codes`;
const EMAIL = '/app/account/email';

/** A user with a second factor whose session was proved long ago. */
async function someone() {
  const user = await app.make.userOf(club.organization);
  const secret = await giveFactor(app, user);
  return { user, secret, browser: await stale(app, user, club.organization) };
}

const hasFactor = async ({ uuid }: { uuid: string }) =>
  (await rowsOf(app.db, 'totp', { user_uuid: uuid }, ['user_uuid'])).length === 1;
const newAddress = () => `${crypto.randomUUID()}@verein.example`;

describe('the screen (T2)', () => {
  it('asks for a code alone, says what else helps, and goes on by itself', async () => {
    const { user, secret, browser } = await someone();
    const asked = await send(browser, REMOVAL, hidden(await browser.get(REMOVAL)));
    expect(asked.page).toContain(TITLE);
    expect(asked.page).toContain(
      'Bitte geben Sie noch einmal einen Code aus Ihrer Authenticator-App ein, um Ihren Handy-Code zu ändern. Danach',
    );
    expect(asked.page).toContain('Dann geht auch einer Ihrer Wiederherstellungscodes.');
    expect(asked.page).toContain('Haben Sie weder App noch Wiederherstellungscode, dann hilft');
    expect(asked.text).not.toContain('type="password"');
    const done = await send(browser, actionOf(asked), {
      ...ofConfirmation(asked),
      code: codeOf(secret),
    });
    expect(done.path).toBe(FACTOR);
    expect(done.page).toContain('Abgeschaltet. Auf anderen Geräten sind Sie jetzt ausgeloggt.');
    expect(await hasFactor(user)).toBe(false);
  });

  it.each([
    [{}, 'Bitte den Code eingeben.'],
    [{ code: ' ' }, 'Bitte den Code eingeben.'],
    [{ code: '000000x' }, 'Dieser Code stimmt nicht oder wurde schon benutzt.'],
    [{ password: PASSWORD }, 'Bitte den Code eingeben.'],
  ])('takes nothing else: %j', async (fields, error) => {
    const { user, browser } = await someone();
    const asked = await send(browser, EMAIL, {
      ...hidden(await browser.get(EMAIL)),
      email: newAddress(),
    });
    const again = await send(browser, actionOf(asked), {
      ...ofConfirmation(asked),
      ...(fields as Record<string, string>),
    });
    expect([again.status, again.path.split('?')[0]]).toEqual([422, '/app/confirm']);
    expect(again.page).toContain(error);
    expect(await app.mailsTo(user.email)).toEqual([]);
  });

  it('a recovery code confirms it, once, and a mail tells of it', async () => {
    const { user, browser } = await someone();
    const [code = ''] = await giveRecoveryCodes(app, user);
    const to = newAddress();
    const form = { ...hidden(await browser.get(EMAIL)), email: to };
    const asked = await send(browser, EMAIL, form);
    const done = await send(browser, actionOf(asked), { ...ofConfirmation(asked), code });
    expect(done.page).toContain('Eine E-Mail zur Bestätigung wurde verschickt.');
    expect(await app.mailsTo(to)).toHaveLength(1);
    const subjects = (await app.mailsTo(user.email)).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.includes('Wiederherstellungscode'))).toBe(true);
    await provedAgo(app, user, 11);
    expect((await browser.call('POST', '/login/confirm', { code })).status).toBe(422);
  });
});

describe('no way round (T2)', () => {
  it('neither the password, nor changing it, nor what else counts as a proof', async () => {
    const { user, browser } = await someone();
    const refused = async (about: string) => {
      for (const path of [REMOVAL, CODES, FACTOR]) {
        const { status, location } = await browser.submit(path);
        expect([status, location.split('&')[0]], `${path} ${about}`).toEqual([
          307,
          '/app/confirm?for=factor',
        ]);
      }
      const address = { email: newAddress() };
      expect((await browser.submit(EMAIL, address)).location).toContain('/app/confirm?for=email');
      const call = await browser.call('PUT', `/user/${user.uuid}`, address);
      expect([call.status, call.json.type], about).toEqual([403, '/problems/confirm']);
      expect(call.json.detail, about).toContain('mit einem Code aus Ihrer Authenticator-App');
    };
    await refused('stale');
    expect((await browser.call('POST', '/login/confirm', { password: PASSWORD })).status).toBe(204);
    await refused('by password');
    // Another kind in the address asks for what that kind needs, and opens no more.
    const other = await browser.visit(`/app/confirm?for=export&next=${REMOVAL}`);
    if (other.page.includes(TITLE)) await confirm(browser, other);
    await refused('by another kind');
    const password = 'Neu-und-geheim';
    const change = { currentPassword: PASSWORD, password, passwordRepeat: password };
    expect((await browser.submit('/app/account/password', change)).status).toBe(303);
    await refused('by a new password');
    expect(await hasFactor(user)).toBe(true);
  });

  it.each([
    ['nothing', false],
    ['no code', true],
  ])('the token that a proof by code replaces has proved %s', async (_what, byPassword) => {
    const { user, secret, browser } = await someone();
    const prove = (by: object) => browser.call('POST', '/login/confirm', by);
    if (byPassword) expect((await prove({ password: PASSWORD })).status).toBe(204);
    const copy = browser.copy();
    expect((await prove({ code: codeOf(secret) })).status).toBe(204);
    expect((await copy.submit(REMOVAL)).location).toContain('/app/confirm?for=factor');
    expect(await hasFactor(user)).toBe(true);
    expect((await browser.submit(REMOVAL)).status).toBe(303);
  });

  it('another session has proved nothing by it, and ten minutes later nor has this one', async () => {
    const { user, secret, browser } = await someone();
    const elsewhere = await app.as(user);
    await provedAgo(app, user, 11);
    expect((await browser.call('POST', '/login/confirm', { code: codeOf(secret) })).status).toBe(
      204,
    );
    expect((await elsewhere.submit(REMOVAL)).location).toContain('/app/confirm?for=factor');
    await provedAgo(app, user, 11);
    // By the password it is fresh again, but not by a code.
    expect((await browser.call('POST', '/login/confirm', { password: PASSWORD })).status).toBe(204);
    expect((await browser.submit(REMOVAL)).location).toContain('/app/confirm?for=factor');
    expect(await hasFactor(user)).toBe(true);
  });

  it.each(['app’s', 'browser’s'])(
    'an %s log-in with password and code is a proof by code',
    async (by) => {
      const { user, secret } = await someone();
      const visitor = app.visitor();
      const login = { email: user.email, password: PASSWORD, code: codeOf(secret) };
      const path = by === 'app’s' ? '/login/mobile' : '/login/browser';
      const { json } = await visitor.call('POST', path, login);
      const headers = json.sessionId ? { Authorization: `Bearer ${json.sessionId}` } : undefined;
      const change = await visitor.call(
        'PUT',
        `/user/${user.uuid}`,
        { email: newAddress() },
        headers,
      );
      expect(change.status).toBe(200);
    },
  );

  it('the two steps of a log-in on the screen are one, too', async () => {
    const { user, secret } = await someone();
    const visitor = app.visitor();
    const step = await visitor.submit('/app/login', { email: user.email, password: PASSWORD });
    await visitor.submit(actionOf(step), { ...hidden(step), code: codeOf(secret) });
    expect((await visitor.submit(REMOVAL)).status).toBe(303);
    expect(await hasFactor(user)).toBe(false);
  });

  it('one code at many doors at once is one proof', async () => {
    const { user, secret, browser } = await someone();
    await forgetStep(app, user);
    const hands = Array.from({ length: 6 }, () => browser.copy());
    const proof = { code: codeOf(secret) };
    const answers = await Promise.all(
      hands.map((hand) => hand.call('POST', '/login/confirm', proof)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422, 422, 422]);
    const through = await Promise.all(hands.map((hand) => hand.submit(REMOVAL)));
    expect(through.filter(({ status }) => status === 303)).toHaveLength(1);
  });
});
