import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { keepHouse } from '~/server/housekeeping';
import { testApp } from '../support/app';
import type { Browser } from '../support/browser';
import { PASSWORD } from '../support/factories';
import { changeRows, insertRows } from '../support/rows';

/** A log-in from a device that an account was not used on is told to its owner by mail. */
const app = testApp({ trustProxy: '1' });

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

interface From {
  agent?: string;
  address?: string;
}

function logIn(
  user: { email: string },
  browser: Browser,
  { agent = FIREFOX, address = '203.0.113.5' }: From = {},
) {
  const headers = { 'User-Agent': agent, 'X-Forwarded-For': address };
  return browser.submit('/app/login', { email: user.email, password: PASSWORD }, headers);
}

const logInApp = (user: { email: string }, agent: string, address = '203.0.113.5') =>
  app
    .visitor()
    .call(
      'POST',
      '/login/mobile',
      { email: user.email, password: PASSWORD },
      { 'User-Agent': agent, 'X-Forwarded-For': address },
    );

const devicesOf = (user: { uuid: string }) =>
  app.db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_uuid', '=', user.uuid)
    .orderBy('first_used_at')
    .execute();

async function newDeviceMails(user: { email: string }) {
  const mails = await app.mailsTo(user.email);
  return mails.filter(({ subject }) => subject.includes('neuen Gerät'));
}

/** Lets time pass for sessions and devices. */
async function later(interval: string) {
  const ago = sql.lit(interval);
  await sql`update sessions set created_at = created_at - ${ago}::interval`.execute(app.db);
  await sql`update known_devices set first_used_at = first_used_at - ${ago}::interval,
    last_used_at = last_used_at - ${ago}::interval`.execute(app.db);
}

/** A user who has logged in once, from the browser that is returned. */
async function usedAccount() {
  const user = await app.make.user();
  const home = app.visitor();
  expect((await logIn(user, home)).status).toBe(303);
  await later('1 hour');
  return { user, home };
}

describe('a new device', () => {
  it('the first log-in of an account is told to nobody, the first from another browser once', async () => {
    const { user, home } = await usedAccount();
    expect(await newDeviceMails(user)).toEqual([]);
    const phone = app.visitor();
    await logIn(user, phone, { agent: SAFARI, address: '2001:db8:7:8::9' });
    await logIn(user, phone, { agent: SAFARI, address: '198.51.100.1' });
    await logIn(user, home);
    const [mail, ...more] = await newDeviceMails(user);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Auf einem neuen Gerät eingeloggt');
    expect(mail?.text).toContain('Safari auf iPhone');
    expect(mail?.text).toMatch(
      /\p{L}+tag|Mittwoch, \d{1,2}\. \p{L}+ 20\d\d, \d\d:\d\d Uhr \(deutsche Zeit\)/u,
    );
    expect(mail?.text).toContain('im Netz 2001:db8:7:x');
    expect(mail?.text).toMatch(
      /\n\nWaren Sie das\? .*\n\nWaren Sie es nicht\? Dann setzen .*\n\nNeues Passwort setzen:\n/,
    );
    expect(mail?.text).not.toContain('2001:db8:7:8');
    expect(mail?.html).toContain(`href="${app.origin}/app/auth/password-reset"`);
    expect(await devicesOf(user)).toHaveLength(2);
  });

  it('an app is known by what it calls itself, apart from browsers and from other apps', async () => {
    const { user } = await usedAccount();
    expect((await logInApp(user, FIREFOX)).status).toBe(200);
    await logInApp(user, 'Platzwart/1.2');
    await logInApp(user, 'Platzwart/1.2', '198.51.100.9');
    const mails = await newDeviceMails(user);
    const named = mails.map(({ text }) => /^App .*$/m.exec(text)?.[0]);
    expect(named.sort()).toEqual(['App Platzwart', 'App auf Windows']);
  });

  it('a device is kept as a hash, and what the browser holds opens nothing', async () => {
    const { user, home } = await usedAccount();
    const device = home.cookies.get('device') ?? '';
    expect(device).toMatch(/^[\w-]{43}$/);
    const { rows } = await sql<{ whole: string }>`
      select d::text as whole from known_devices d where user_uuid = ${user.uuid}`.execute(app.db);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.whole).not.toContain(device);
    expect(rows[0]?.whole).not.toContain(Buffer.from(device).toString('hex'));
    const thief = app.visitor();
    thief.cookies.set('device', device);
    thief.cookies.set('session', device);
    expect((await thief.get('/app/account')).location).toContain('/app/login');
    const bearer = { Authorization: `Bearer ${device}` };
    expect((await thief.call('GET', '/user/self/info', undefined, bearer)).json).toEqual({
      loggedIn: false,
    });
  });

  it('what a browser holds lasts over a log-out and is set by log-ins only, known or not', async () => {
    const { user, home } = await usedAccount();
    const device = home.cookies.get('device');
    const shown = await home.get('/app/account');
    expect(shown.headers.getSetCookie().join()).not.toContain('device');
    const out = await home.submit('/app/logout');
    expect(out.headers.getSetCookie().join()).not.toContain('device');
    expect(home.cookies.get('device')).toBe(device);
    const again = await logIn(user, home);
    expect(again.headers.getSetCookie().join('\n')).toMatch(
      new RegExp(`^device=${device}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax$`, 'm'),
    );
    await home.submit('/app/logout');
    const failed = await home.submit('/app/login', { email: user.email, password: 'falsch' });
    expect(failed.status).toBe(401);
    expect(failed.headers.getSetCookie().join()).not.toContain('device');
    expect(await newDeviceMails(user)).toEqual([]);
  });

  it.each([
    ['of another form', 'planted'],
    ['of 10 KB', 'x'.repeat(10_000)],
    ['with odd bytes', '%00%ff%F0%9F%98%80";--'],
    ['that was never given out', randomBytes(32).toString('base64url')],
  ])('a cookie %s is replaced, and passes for no device', async (_, planted) => {
    const { user } = await usedAccount();
    const browser = app.visitor();
    browser.cookies.set('device', planted);
    expect((await logIn(user, browser)).status).toBe(303);
    expect(browser.cookies.get('device')).toMatch(/^[\w-]{43}$/);
    expect(browser.cookies.get('device')).not.toBe(planted);
    expect(await newDeviceMails(user)).toHaveLength(1);
  });

  it('two users of one browser are told once each, and no copy of what it held before passes for it', async () => {
    const { user: anna, home: shared } = await usedAccount();
    const { user: ben } = await usedAccount();
    const copy = shared.cookies.get('device') ?? '';
    await logIn(ben, shared);
    await later('1 hour');
    for (const user of [anna, ben, anna, ben]) await logIn(user, shared);
    expect(await newDeviceMails(anna)).toEqual([]);
    expect(await newDeviceMails(ben)).toHaveLength(1);
    await later('1 hour');
    const thief = app.visitor();
    thief.cookies.set('device', copy);
    await logIn(ben, thief);
    expect(await newDeviceMails(ben)).toHaveLength(2);
  });

  it('log-ins of one new browser or app at once are told once, each succeeds, and the app is one device', async () => {
    const { user } = await usedAccount();
    const at = async (logInOnce: () => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: 8 }, logInOnce))).map(({ status }) => status);
    expect(await at(() => logInApp(user, 'Kiosk/1'))).toEqual(Array(8).fill(200));
    expect(await newDeviceMails(user)).toHaveLength(1);
    expect(await devicesOf(user)).toHaveLength(2);
    const browsers = await at(() => logIn(user, app.visitor(), { agent: SAFARI }));
    expect(browsers).toEqual(Array(8).fill(303));
    expect(await newDeviceMails(user)).toHaveLength(2);
  });

  it('ten are told in a day at most, and the eleventh log-in succeeds as well', async () => {
    const { user } = await usedAccount();
    await later('2 days');
    for (let at = 0; at < 13; at++)
      expect((await logInApp(user, `Neu${at}/1.0`)).status, String(at)).toBe(200);
    expect(await newDeviceMails(user)).toHaveLength(10);
    await later('25 hours');
    await logInApp(user, 'Morgen/1.0');
    expect(await newDeviceMails(user)).toHaveLength(11);
  });

  it('the mail goes out although the log-in is undone at once, to the address of that moment', async () => {
    const { user } = await usedAccount();
    const thief = app.visitor();
    await logIn(user, thief);
    await thief.submit('/app/logout');
    const email = 'entwendet@verein.example';
    await changeRows(app.db, 'users', user.uuid, { email });
    expect(await newDeviceMails(user)).toHaveLength(1);
    expect(await newDeviceMails({ email })).toEqual([]);
  });

  it('no name of an app becomes a link in the mail', async () => {
    const { user } = await usedAccount();
    await logInApp(user, 'https.evil.example/x');
    const [mail] = await newDeviceMails(user);
    expect(mail?.text).toContain('App https. evil. example');
    expect(mail?.html).not.toContain('evil.example');
  });
});

describe('devices are forgotten', () => {
  it('50 devices of a user are known, and those used longest ago are forgotten', async () => {
    const { user, home } = await usedAccount();
    await insertRows(
      app.db,
      'known_devices',
      Array.from({ length: 60 }, (_, at) => ({
        user_uuid: user.uuid,
        device_hash: randomBytes(32),
        first_used_at: sql<Date>`now() - interval '90 days'`,
        last_used_at: sql<Date>`now() - make_interval(days => ${at + 2})`,
      })),
    );
    await logInApp(user, 'Neu/1.0');
    const kept = await devicesOf(user);
    expect(kept).toHaveLength(50);
    const oldest = Math.min(...kept.map(({ last_used_at }) => last_used_at.getTime()));
    expect(Math.round((Date.now() - oldest) / 86_400_000)).toBe(49);
    await newDeviceMails(user);
    await logIn(user, home);
    expect(await newDeviceMails(user)).toHaveLength(1);
  });

  it('a device is forgotten 400 days after its last log-in; an account that nobody used since is told of the next', async () => {
    const { user, home } = await usedAccount();
    await later('399 days');
    await keepHouse(app.db, app.config);
    expect(await devicesOf(user)).toHaveLength(1);
    await later('2 days');
    await keepHouse(app.db, app.config);
    expect(await devicesOf(user)).toEqual([]);
    await changeRows(app.db, 'users', user.uuid, { created_at: sql`now() - interval '402 days'` });
    await logIn(user, home);
    expect(await newDeviceMails(user)).toHaveLength(1);
  });

  it('a device is no longer known after 400 days, even before housekeeping', async () => {
    const { user, home } = await usedAccount();
    await logIn(user, app.visitor(), { agent: SAFARI });
    await newDeviceMails(user);
    await later('401 days');
    await logIn(user, home);
    expect(await newDeviceMails(user)).toHaveLength(2);
  });
});
