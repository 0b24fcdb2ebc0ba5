import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { qrCode } from '~/kernel/qr.server';
import { keepHouse } from '~/server/housekeeping';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { loggedActionsOf } from '../support/audit';
import { codeOf, forgetStep, fromBase32, wrongCode } from '../support/authenticator';
import {
  begin,
  CODES,
  codesIn,
  DISCARD,
  FACTOR,
  factorsOf,
  keyIn,
  REMOVAL,
  recoveryCodesOf,
  SETUP,
  setUp,
  works,
} from '../support/factor-screens';
import { unescaped } from '../support/html';
import { changeRows } from '../support/rows';
import { sessionsOf } from '../support/sessions';

const app = testApp();

async function someone() {
  const organization = await app.make.organization();
  const user = await app.make.userOf(organization);
  return { user, person: await app.as(user, organization) };
}

describe('setting up', () => {
  it("'Mein Konto' says whether there is a second factor, and leads to it (T3)", async () => {
    const { person } = await someone();
    const before = await person.get('/app/account');
    expect(before.page).toContain('Einloggen mit Handy-Code Aus');
    expect(before.text).toContain(`href="${FACTOR}"`);
    await setUp(person);
    const after = await person.get('/app/account');
    expect(after.page).toMatch(
      /Einloggen mit Handy-Code Eingerichtet am \d\d\. \S+ \d{4}, noch 10 Wiederherstellungscodes/,
    );
  });

  it('the whole way without scripts: explanation, key, code, ten recovery codes (T3, T4)', async () => {
    const { user, person } = await someone();
    const explained = await person.get(FACTOR);
    expect(explained.page).toContain('Nach dem Passwort geben Sie noch einen Code');
    expect(await factorsOf(app, user)).toEqual([]);

    const begun = await person.submit(FACTOR);
    expect([begun.status, begun.location]).toEqual([303, SETUP]);
    const shown = await person.get(SETUP);
    const key = keyIn(shown);
    expect(fromBase32(key)).toHaveLength(20);
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    const [[, uri] = [], ...others] = shown.text.matchAll(/href="(otpauth:[^"]+)"/g);
    expect(others, 'once, as text browsers see what styles hide').toEqual([]);
    const address = unescaped(uri ?? '');
    expect(address).toContain(`secret=${key}`);
    expect(decodeURIComponent(new URL(address).pathname)).toContain(user.email);
    expect(shown.text).toContain(`d="${qrCode(address).path}"`);
    expect(shown.text).toMatch(/autoComplete="one-time-code"/i);
    const [pending] = await factorsOf(app, user);
    expect(pending).toMatchObject({ confirmed_at: null });
    expect(pending?.secret).not.toContain(key);
    // It is not asked for before a code was right.
    expect(await works(app, user, codeOf(key))).toBe(false);

    const confirmed = await person.submit(SETUP, { code: codeOf(key) });
    expect(confirmed.status).toBe(200);
    expect(confirmed.page).toContain('Der Handy-Code ist eingeschaltet');
    expect(confirmed.page).toContain('Diese Codes sehen Sie nur jetzt.');
    expect(confirmed.headers.get('Cache-Control')).toBe('no-store');
    const codes = codesIn(confirmed);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes)
      expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    // As a file, without a script: the browser has all of it.
    const [, file = ''] =
      /href="data:text\/plain;charset=utf-8,([^"]+)" download=/.exec(confirmed.text) ?? [];
    for (const code of codes) expect(decodeURIComponent(file)).toContain(code);
    expect(await works(app, user, codes[3] ?? '')).toBe(true);
    expect(await works(app, user, codes[3] ?? '')).toBe(false);

    const later = await person.get(FACTOR);
    expect(later.page).toContain('Sie haben noch 9 Wiederherstellungscodes.');
    for (const path of [FACTOR, SETUP, CODES, REMOVAL, '/app/account']) {
      const { text } = await person.get(path);
      expect(text).not.toContain(key);
      for (const code of codes) expect(text).not.toContain(code);
    }
    expect(await loggedActionsOf(app, user)).toEqual([
      'Einrichten eines Handy-Codes begonnen',
      'Handy-Code eingerichtet',
    ]);
  });

  it('the code that switches it on is spent, and older ones are, too (T3, ASVS V6.5.1)', async () => {
    const { user, person } = await someone();
    const key = await begin(person);
    const code = codeOf(key);
    await person.submit(SETUP, { code });
    expect(await works(app, user, code)).toBe(false);
    expect(await works(app, user, codeOf(key, { offset: -1 }))).toBe(false);
    await forgetStep(app, user);
    expect(await works(app, user, codeOf(key))).toBe(true);
  });

  it('a wrong code is said at its field, and the key stays the same (T3)', async () => {
    const { user, person } = await someone();
    const key = await begin(person);
    for (const code of [
      wrongCode(key),
      '',
      '12345',
      '1234567',
      'abcdef',
      '１２３４５６',
      '-12345',
      'x'.repeat(51),
      '1\u00002345',
    ]) {
      const refused = await person.submit(SETUP, { code });
      expect(refused.status, code).toBe(422);
      expect(keyIn(refused)).toBe(key);
    }
    const refused = await person.submit(SETUP, { code: wrongCode(key) });
    expect(refused.page).toContain('Dieser Code stimmt nicht oder wurde schon benutzt.');
    expect(refused.text).toMatch(/aria-invalid="true"/);
    expect((await person.submit(SETUP, { code: 'x'.repeat(50_000) })).status).toBe(422);
    expect(await factorsOf(app, user)).toMatchObject([{ confirmed_at: null }]);
    expect(await recoveryCodesOf(app, user)).toEqual([]);
    expect((await person.submit(SETUP, { code: codeOf(key) })).status).toBe(200);
  });

  it('it ends all other sessions, keeps this one and tells by mail (T3, ASVS V7.4.3)', async () => {
    const { user, person } = await someone();
    const elsewhere = await app.as(user);
    const token = await app.make.session(user, undefined, 'mobile');
    const thief = person.copy();
    await setUp(person);
    // What was copied of this session's cookie proves nothing from now on, and soon opens nothing.
    await thief.submit(REMOVAL);
    expect(await factorsOf(app, user)).toHaveLength(1);
    await changeRows(
      app.db,
      'sessions',
      { user_uuid: user.uuid },
      { token_renewed_at: sql<Date>`now() - interval '31 seconds'` },
    );
    expect((await thief.get('/app/account')).status).toBe(302);
    expect((await elsewhere.get('/app/account')).status).toBe(302);
    const call = await fetch(`${app.origin}/api/user/self/info`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await call.json()).toEqual({ loggedIn: false });
    expect((await person.get('/app/account')).status).toBe(200);
    expect(await sessionsOf(app, user)).toHaveLength(1);
    const [mail] = await app.mailsTo(user.email);
    expect(mail?.subject).toBe('Handy-Code eingerichtet');
  });

  it('a double click loses nothing: both answers show the codes that work (T4)', async () => {
    const { user, person } = await someone();
    const key = await begin(person);
    const code = codeOf(key);
    const cookie = person.cookies.get('session') ?? '';
    const first = codesIn(await person.submit(SETUP, { code }));
    const renewed = person.cookies.get('session');
    expect(renewed).not.toBe(cookie);
    // A browser that sends it twice shows one of the answers.
    person.cookies.set('session', cookie);
    const second = codesIn(await person.submit(SETUP, { code }));
    expect([cookie, renewed]).not.toContain(person.cookies.get('session'));
    expect(first).toHaveLength(10);
    expect(second).toEqual(first);
    expect(await works(app, user, second[0] ?? '')).toBe(true);
    expect(await recoveryCodesOf(app, user)).toHaveLength(10);
    expect((await app.mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'Handy-Code eingerichtet',
    ]);
    // Another code, or the same one later, shows no codes.
    const other = await person.submit(SETUP, { code: codeOf(key, { offset: 1 }) });
    expect([other.status, codesIn(other)]).toEqual([422, []]);
    await changeRows(
      app.db,
      'totp',
      { user_uuid: user.uuid },
      { confirmed_at: sql<Date>`now() - interval '3 minutes'` },
    );
    const late = await person.submit(SETUP, { code });
    expect([late.status, late.location]).toEqual([302, FACTOR]);
    expect((await person.get(FACTOR)).page).toContain(messages.factorConfirmFailed.message);
  });

  it('two forms with the same code at once leave ten codes, which both answers show (T4)', async () => {
    const { user, person } = await someone();
    const key = await begin(person);
    const code = codeOf(key);
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => person.submit(SETUP, { code })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await recoveryCodesOf(app, user)).toHaveLength(10);
    for (const [index, answer] of answers.entries())
      expect(await works(app, user, codesIn(answer)[index] ?? '')).toBe(true);
    expect(await app.mailsTo(user.email)).toHaveLength(1);
  });

  it('two tabs that set up at once show one key, and beginning again keeps it (T3)', async () => {
    const { user, person } = await someone();
    await Promise.all(Array.from({ length: 8 }, () => person.submit(FACTOR)));
    const key = keyIn(await person.get(SETUP));
    await person.submit(FACTOR);
    expect(keyIn(await person.get(SETUP))).toBe(key);
    expect(await factorsOf(app, user)).toHaveLength(1);
    expect(await loggedActionsOf(app, user)).toEqual(['Einrichten eines Handy-Codes begonnen']);
  });

  it('another session neither sees the key nor leaves one behind that its owner confirms (T3, ASVS V7.2.4)', async () => {
    const { user, person } = await someone();
    const thief = await app.as(user);
    const planted = await begin(thief);
    expect((await person.get(SETUP)).page).toContain('Hier ist nichts begonnen');
    expect((await person.submit(SETUP, { code: codeOf(planted) })).status).toBe(422);
    // A new password, and then a second factor: what owners do who have noticed something.
    const own = await begin(person);
    expect(own).not.toBe(planted);
    expect(keyIn(await thief.get(SETUP))).toBe('');
    expect((await thief.submit(SETUP, { code: codeOf(own) })).status).toBe(422);
    expect((await person.submit(SETUP, { code: codeOf(own) })).status).toBe(200);
    await forgetStep(app, user);
    expect(await works(app, user, codeOf(planted))).toBe(false);
    expect(await works(app, user, codeOf(own))).toBe(true);
  });

  it('beginning where there is a second factor changes nothing and shows no key (T3)', async () => {
    const { user, person } = await someone();
    const { key } = await setUp(person);
    const [before] = await factorsOf(app, user);
    expect((await person.submit(FACTOR)).location).toBe(SETUP);
    const shown = await person.get(SETUP);
    expect([shown.status, keyIn(shown)]).toEqual([200, '']);
    expect(shown.page).toContain('Der Handy-Code ist eingeschaltet');
    expect(shown.text).not.toContain(key);
    expect(await factorsOf(app, user)).toEqual([before]);
  });

  it("'Abbrechen' throws the key away; without one it does nothing, and never ends a factor (T3)", async () => {
    const { user, person } = await someone();
    const key = await begin(person);
    expect((await person.get(DISCARD)).page).toContain('Einrichten abbrechen');
    for (const _ of [1, 2]) expect((await person.submit(DISCARD)).location).toBe(FACTOR);
    expect((await person.get(FACTOR)).page).toContain(messages.factorDiscarded.message);
    expect(await factorsOf(app, user)).toEqual([]);
    expect((await person.get(SETUP)).page).toContain('Hier ist nichts begonnen');
    const gone = await person.submit(SETUP, { code: codeOf(key) });
    expect([gone.status, gone.location]).toEqual([302, FACTOR]);
    expect(await begin(person)).not.toBe(key);
    expect(await loggedActionsOf(app, user)).toEqual([
      'Einrichten eines Handy-Codes begonnen',
      'Einrichten eines Handy-Codes abgebrochen',
      'Einrichten eines Handy-Codes begonnen',
    ]);
    await setUp(person);
    await person.submit(DISCARD);
    expect(await factorsOf(app, user)).toHaveLength(1);
  });

  it('a key that was not confirmed within a day is forgotten, a confirmed one never (T3)', async () => {
    const { user, person } = await someone();
    const other = await someone();
    const { key: kept } = await setUp(other.person);
    const key = await begin(person);
    const age = (hours: number) =>
      changeRows(
        app.db,
        'totp',
        {},
        { created_at: sql<Date>`now() - make_interval(hours => ${hours})` },
      );
    await age(23);
    await keepHouse(app.db, app.config);
    expect(keyIn(await person.get(SETUP))).toBe(key);
    await age(25);
    // Even before housekeeping has come by.
    expect(keyIn(await person.get(SETUP))).toBe('');
    expect((await person.submit(SETUP, { code: codeOf(key) })).location).toBe(FACTOR);
    expect(await begin(person)).not.toBe(key);
    await age(25);
    await keepHouse(app.db, app.config);
    expect(await factorsOf(app, user)).toEqual([]);
    expect(await factorsOf(app, other.user)).toHaveLength(1);
    await forgetStep(app, other.user);
    expect(await works(app, other.user, codeOf(kept))).toBe(true);
  });

  it('a key that another SESSION_SECRET has sealed is replaced (T3)', async () => {
    const { user, person } = await someone();
    await begin(person);
    await changeRows(app.db, 'totp', { user_uuid: user.uuid }, { secret: 'of before' });
    expect((await person.get(SETUP)).page).toContain('Hier ist nichts begonnen');
    expect((await person.submit(SETUP, { code: '123456' })).status).toBe(422);
    const { codes } = await setUp(person);
    expect(codes).toHaveLength(10);
  });

  it('setting up against throwing away: either it is on with ten codes, or there is nothing (T3)', async () => {
    for (let round = 0; round < 10; round++) {
      const { user, person } = await someone();
      const key = await begin(person);
      const [confirmed] = await Promise.all([
        person.submit(SETUP, { code: codeOf(key) }),
        person.submit(DISCARD),
        ...(round % 2 ? [person.submit(FACTOR)] : []),
      ]);
      const [factor] = await factorsOf(app, user);
      const isOn = factor?.confirmed_at != null;
      expect(confirmed.status === 200 && codesIn(confirmed).length === 10).toBe(isOn);
      expect(await recoveryCodesOf(app, user)).toHaveLength(isOn ? 10 : 0);
    }
  });
});
