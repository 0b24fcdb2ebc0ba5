import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { deleteRows, rowsOf } from '../support/rows';

/** Which answers have the browser drop what it keeps of our pages (ASVS V14.3.1). */
const app = testApp();
const CLEARED = '"cache", "storage"';
const cleared = ({ headers }: { headers: Headers }) => headers.get('Clear-Site-Data');

const endSessions = (user: { uuid: string }) =>
  deleteRows(app.db, 'sessions', { user_uuid: user.uuid });

describe('Clear-Site-Data', () => {
  it('a log-out clears what the browser keeps, by form, data and call, but not by what the device is known (ASVS V14.3.1)', async () => {
    const user = await app.make.user();
    const out = [
      await (await app.as(user)).submit('/app/logout'),
      await (await app.as(user)).submit('/app/logout.data'),
      await (await app.as(user)).call('DELETE', '/login/browser'),
    ];
    for (const answer of out) {
      expect(answer.status).toBeLessThan(400);
      expect(cleared(answer)).toBe(CLEARED);
      expect(answer.headers.getSetCookie().join()).toMatch(/session=; Max-Age=0/);
      expect(answer.headers.getSetCookie().join()).not.toContain('device');
    }
  });

  it('so does the end of this session in Mein Konto, and of the account', async () => {
    const { admin } = await app.make.club();
    const person = await app.as(admin);
    const [session] = await rowsOf(app.db, 'sessions', { user_uuid: admin.uuid }, ['uuid']);
    const ended = await person.submit(`/app/account/sessions/${session?.uuid}`);
    expect([ended.location, cleared(ended)]).toEqual(['/app/login', CLEARED]);
    const user = await app.make.user();
    const deleted = await (await app.as(user)).submit('/app/account/deletion', {
      password: PASSWORD,
      currentPassword: PASSWORD,
    });
    expect([deleted.status, cleared(deleted)]).toEqual([303, CLEARED]);
  });

  it('an answer that finds the session ended clears it too, once there was one (ASVS V14.3.1)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    await endSessions(user);
    const found = [
      await person.get('/app/events'),
      await person.get('/app/events.data'),
      await person.submit('/app/account/name', { firstName: 'A', lastName: 'B' }),
      await person.submit('/app/logout'),
    ];
    for (const answer of found) expect(cleared(answer)).toBe(CLEARED);
    expect((await person.get('/app/events')).location).toBe('/app/login?redirect=%2Fapp%2Fevents');
  });

  it('no other answer does: visitors keep what they have, and a browser keeps the built files while its user works', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const visitor = app.visitor();
    const answers = [
      await visitor.get('/app/events'),
      await visitor.get('/app/login'),
      await visitor.submit('/app/login', { email: user.email, password: PASSWORD }),
      await visitor.submit('/app/login', { email: user.email, password: 'falsch' }),
      await person.get('/app/account'),
      await person.submit('/app/account/name', { firstName: 'A', lastName: 'B' }),
      await person.get('/app/gibt-es-nicht'),
      await person.call('DELETE', `/login/mobile/${'x'.repeat(43)}`),
    ];
    expect(answers.map(cleared)).toEqual(Array(answers.length).fill(null));
  });
});
