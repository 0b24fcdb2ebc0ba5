import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { codeOf, giveFactor, wrongCode } from '../support/authenticator';
import { PASSWORD } from '../support/factories';
import { accountOf, join, mailed } from '../support/invitation-mails';
import { insertRows, rowsOf } from '../support/rows';

/** Each way in remembers the device once it has been gone to its end, and not before. */
const app = testApp();

const devicesOf = (user: { uuid: string }) =>
  rowsOf(app.db, 'known_devices', { user_uuid: user.uuid }, ['device_hash']);

async function newDeviceMails({ email }: { email: string }) {
  const mails = await app.mailsTo(email);
  return mails.filter(({ subject }) => subject.includes('neuen Gerät'));
}

/** As if the account had been used from elsewhere long ago. */
const usedBefore = (user: { uuid: string }) =>
  insertRows(app.db, 'known_devices', {
    user_uuid: user.uuid,
    device_hash: Buffer.alloc(32, 1),
    first_used_at: new Date('2026-01-01'),
  });

describe('with a second factor', () => {
  it.each(['mobile', 'browser'])(
    'what logs in by /login/%s is told and remembered with the right code only, and not for the password alone',
    async (way) => {
      const user = await app.make.user();
      const secret = await giveFactor(app, user);
      await usedBefore(user);
      const browser = app.visitor();
      const logIn = (code?: string) =>
        browser.call('POST', `/login/${way}`, { email: user.email, password: PASSWORD, code });
      expect((await logIn()).status).toBe(401);
      expect((await logIn(wrongCode(secret))).status).toBe(401);
      expect(browser.cookies.has('device')).toBe(false);
      expect(
        [await devicesOf(user), await newDeviceMails(user)].map(({ length }) => length),
      ).toEqual([1, 0]);
      expect((await logIn(codeOf(secret))).status).toBe(200);
      expect(
        [await devicesOf(user), await newDeviceMails(user)].map(({ length }) => length),
      ).toEqual([2, 1]);
      expect(browser.cookies.has('device')).toBe(way === 'browser');
    },
  );
});

describe('by an invitation mail', () => {
  it('the browser that registers is known, and its owner is not told of it', async () => {
    const { link, email } = await mailed(app);
    const browser = app.visitor();
    expect((await join(browser, link)).status).toBe(303);
    const account = await accountOf(app, email);
    expect(await devicesOf({ uuid: account?.uuid ?? '' })).toHaveLength(1);
    const device = browser.cookies.get('device');
    expect(device).toMatch(/^[\w-]{43}$/);
    await browser.submit('/app/logout');
    await browser.submit('/app/login', { email, password: PASSWORD });
    expect(browser.cookies.get('device')).toBe(device);
    expect(await newDeviceMails({ email })).toEqual([]);
  });

  it('the same form from elsewhere within its ten minutes is a log-in on a new device', async () => {
    const { link, email } = await mailed(app);
    await join(app.visitor(), link);
    const again = await app
      .visitor()
      .submit(
        `${link}/account`,
        { firstName: 'Nina', lastName: 'Neu', password: PASSWORD },
        { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      );
    expect(again.status).toBe(303);
    expect(await newDeviceMails({ email })).toHaveLength(1);
  });
});
