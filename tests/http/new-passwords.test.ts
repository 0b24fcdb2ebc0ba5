import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registrant } from '../support/accounts';
import { type TestApp, testApp } from '../support/app';
import { logIn } from '../support/credentials';
import { PASSWORD } from '../support/factories';
import { accountOf, address, join as joinBy, mailed } from '../support/invitation-mails';
import { afterwards } from '../support/leftovers';
import { changeRows } from '../support/rows';
import { mailedCode } from '../support/scene-objects';

const KNOWN = 'Dieses Passwort ist zu bekannt.';
const STOLEN =
  'Dieses Passwort wurde anderswo schon einmal gestohlen. Bitte nehmen Sie ein anderes.';
const TOO_SHORT = 'Das Passwort braucht mindestens 8 Zeichen.';
const TOO_LONG = 'Das Passwort ist zu lang: höchstens 72 Bytes (meist 72 Zeichen).';
const CLUB = 'Ruderriege Überlingen';

/** Sets a password in one way. @returns what the screen or the call said about it, and if it is set */
type Way = (app: TestApp, password: string) => Promise<{ said: string; isSet: boolean }>;

/** A user of a club by that name. */
async function clubUser(app: TestApp) {
  const { organization } = await app.make.club({ name: CLUB });
  const user = await app.make.user({ firstName: 'Friederike', lastName: 'Größenwahn' });
  await app.make.belongs(user, organization);
  return user;
}

const worksFor = async (app: TestApp, email: string, password: string) => {
  const { status } = await logIn(app, email, password);
  return status === 200;
};

/** The first message at a field of a screen, or in a problem document. */
const problem = (json: { errors?: Record<string, string[]> }) => json.errors?.password?.[0] ?? '';
const message = (page: string) =>
  [KNOWN, STOLEN, TOO_SHORT, TOO_LONG].find((each) => page.includes(each)) ?? '';

const ways: Record<string, Way> = {
  'the registration screen': async (app, password) => {
    const typed = { ...registrant(address()), firstName: 'Friederike', lastName: 'Größenwahn' };
    const { page, status, text } = await app
      .visitor()
      .submit('/app/auth/register', { ...typed, password });
    if (status === 422) expect(text).not.toContain(password);
    return { said: message(page), isSet: Boolean(await accountOf(app, typed.email)) };
  },
  'POST /api/registration': async (app, password) => {
    const typed = { ...registrant(address()), firstName: 'Friederike', lastName: 'Größenwahn' };
    const { json } = await app.visitor().call('POST', '/registration', { ...typed, password });
    const isSet = Boolean(await accountOf(app, typed.email));
    expect(json).toEqual(
      isSet ? { success: true } : { success: false, errorCode: 'INVALID_PASSWORD' },
    );
    return { said: isSet ? '' : 'INVALID_PASSWORD', isSet };
  },
  'the screen for a new password': async (app, password) => {
    const user = await clubUser(app);
    const code = await mailedCode(app, user, 'password');
    const typed = { password, passwordRepeat: password };
    const { page } = await app.visitor().submit(`/app/auth/password-reset/${code}`, typed);
    return { said: message(page), isSet: await worksFor(app, user.email, password) };
  },
  'POST /api/login/password/update': async (app, password) => {
    const user = await clubUser(app);
    const code = await mailedCode(app, user, 'password');
    const { json } = await app.visitor().call('POST', '/login/password/update', { code, password });
    return { said: problem(json ?? {}), isSet: await worksFor(app, user.email, password) };
  },
  "'Mein Konto'": async (app, password) => {
    const user = await clubUser(app);
    const browser = await app.as(user);
    const typed = { currentPassword: PASSWORD, password, passwordRepeat: password };
    const { page } = await browser.submit('/app/account/password', typed);
    return { said: message(page), isSet: await worksFor(app, user.email, password) };
  },
  'an invitation': async (app, password) => {
    const { email, link } = await mailed(app, { name: CLUB });
    const typed = { firstName: 'Friederike', lastName: 'Größenwahn', password };
    const { page } = await joinBy(app.visitor(), link, typed);
    return { said: message(page), isSet: Boolean(await accountOf(app, email)) };
  },
};

/** Whether a way answers by a code of the specification. */
const isCoded = (way: string) => way === 'POST /api/registration';

/** The ways that know the clubs of the user; a registration knows none yet. */
const KNOWING_CLUBS = Object.keys(ways).filter((way) => !/registration/.test(way));

const COMMON = 'Sunshine-baseball!';
const OWN_NAME = 'FriederikeGroessenwahn1';
const OF_CLUB = 'ruderriegeuberlingen24';
const GOOD = 'Friederike rudert über den See';

describe('where passwords are judged, from eight characters on', () => {
  const app = testApp({ passwordMinLength: 8, passwordWords: ['Bodensee', ' Seehasen Fest'] });

  it.each(Object.entries(ways))(
    '%s refuses short and common passwords, own names, words of the operator and of the product, and says so (T1, I3, ASVS V6.2.4, V6.2.11)',
    async (name, set) => {
      const [answer, short] = isCoded(name)
        ? ['INVALID_PASSWORD', 'INVALID_PASSWORD']
        : [KNOWN, TOO_SHORT];
      expect(await set(app, '8aB!x2q')).toEqual({ said: short, isSet: false });
      for (const password of [COMMON, OWN_NAME, 'BodenseeSeehasenfest', 'Vereinsheim-Passwort-7'])
        expect(await set(app, password), password).toEqual({ said: answer, isSet: false });
      expect(await set(app, GOOD)).toEqual({ said: '', isSet: true });
    },
  );

  it.each(KNOWING_CLUBS.map((way) => [way]))('%s refuses the names of clubs (T1)', async (name) => {
    expect(await ways[name]?.(app, OF_CLUB)).toEqual({ said: KNOWN, isSet: false });
  });

  it('a refused password by mail leaves its code good for a better one (A7, T1)', async () => {
    const user = await clubUser(app);
    const code = await mailedCode(app, user, 'password');
    const send = (password: string) =>
      app.visitor().call('POST', '/login/password/update', { code, password });
    expect((await send(OWN_NAME)).status).toBe(422);
    expect(await worksFor(app, user.email, PASSWORD)).toBe(true);
    expect((await send(GOOD)).status).toBe(204);
    expect(await worksFor(app, user.email, GOOD)).toBe(true);
  });

  it('an unknown or used code tells nobody whose it is: own names are taken for others (T1)', async () => {
    const user = await clubUser(app);
    const code = await mailedCode(app, user, 'password');
    const send = (password: string, by = code) =>
      app.visitor().call('POST', '/login/password/update', { code: by, password });
    expect((await send(OWN_NAME, 'x'.repeat(43))).status).toBe(404);
    expect((await send(GOOD)).status).toBe(204);
    expect((await send(OWN_NAME)).status).toBe(404);
  });

  it('a bad password that was set before still logs in (T1)', async () => {
    const user = await app.make.user();
    const password_hash = await app.services.passwords.hash('password');
    await changeRows(app.db, 'users', user.uuid, { password_hash });
    expect(await worksFor(app, user.email, 'password')).toBe(true);
  });

  it('the hint says so wherever a password is typed (T1)', async () => {
    const { link } = await mailed(app);
    const guest = app.visitor();
    const pages = [
      (await guest.get('/app/auth/register')).page,
      (await guest.get(`/app/auth/password-reset/${'x'.repeat(43)}`)).page,
      (await (await app.as(await app.make.user())).get('/app/account/password')).page,
      (await guest.submit(link)).page,
    ];
    for (const page of pages) {
      expect(page).toContain('Mindestens 8 Zeichen. Bitte keines, auf das');
    }
  });
});

describe('where any password will do', () => {
  const app = testApp({ passwordMinLength: 1, passwordWords: ['Bodensee'] });

  it.each(Object.entries(ways))(
    '%s refuses none but those of more than 72 bytes (T1, A2, A11)',
    async (name, set) => {
      for (const password of ['password', 'x', OWN_NAME, OF_CLUB, 'Bodensee'])
        expect(await set(app, password), password).toEqual({ said: '', isSet: true });
      const said = isCoded(name) ? 'INVALID_PASSWORD' : TOO_LONG;
      expect(await set(app, 'ü'.repeat(37))).toEqual({ said, isSet: false });
      const hint = (await app.visitor().get('/app/auth/register')).page;
      expect(hint).not.toContain('Bitte keines');
    },
  );
});

describe('with a list of stolen passwords', () => {
  const stolen = 'Vier Igel tanzen Walzer';
  const app = testApp({ passwordMinLength: 1 });
  const list = async (...passwords: string[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-stolen-'));
    afterwards(() => rm(folder, { recursive: true }));
    const file = join(folder, 'list.txt');
    const hashes = passwords.map((each) => createHash('sha1').update(each).digest('hex'));
    await writeFile(file, `${hashes.sort().join(':7\r\n')}:7\r\n`.toUpperCase());
    Object.assign(app.services.config, { breachedPasswordsFile: file });
    return file;
  };

  it.each(Object.entries(ways))(
    '%s refuses those in it, whatever the length that is required (ASVS V6.2.12)',
    async (name, set) => {
      await list(stolen, 'anderes', 'noch eines');
      const answer = isCoded(name) ? 'INVALID_PASSWORD' : STOLEN;
      expect(await set(app, stolen)).toEqual({ said: answer, isSet: false });
      expect(await set(app, `${stolen}.`)).toEqual({ said: '', isSet: true });
    },
  );

  it('a list that has become unreadable lets passwords through, and the log says so (ASVS V6.2.12)', async () => {
    const file = await list(stolen);
    await rm(file);
    const set = ways['POST /api/registration'];
    expect(await set?.(app, stolen)).toEqual({ said: '', isSet: true });
    expect(app.errors.splice(0)).toEqual([
      expect.objectContaining({ msg: 'the list of stolen passwords cannot be read', file }),
    ]);
  });
});
