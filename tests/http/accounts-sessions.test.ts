import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { changeRows } from '../support/rows';
import { sessionsOf } from '../support/sessions';

const app = testApp();

describe('sessions', () => {
  it('a session is stored hashed, and good for thirty days (A11)', async () => {
    const user = await app.make.user();
    const visitor = app.visitor();
    await visitor.submit('/app/login', { email: user.email, password: PASSWORD });
    const [session, ...more] = await sessionsOf(app, user);
    expect(more).toEqual([]);
    expect(session?.token_hash.toString()).not.toContain(visitor.cookies.get('session'));
    const days = (Number(session?.valid_until) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
  });

  it('a session is extended by use, at most once an hour, and ends when it has run out (A11)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const age = (hours: number, days: number) =>
      changeRows(
        app.db,
        'sessions',
        { user_uuid: user.uuid },
        {
          used_at: new Date(Date.now() - hours * 3600_000),
          valid_until: new Date(Date.now() + days * 86_400_000),
        },
      );
    const daysLeft = async () => {
      const [session] = await sessionsOf(app, user);
      return Math.round((Number(session?.valid_until) - Date.now()) / 86_400_000);
    };
    await age(0.5, 10);
    await person.get('/app/account');
    expect(await daysLeft()).toBe(10);
    await age(2, 10);
    await person.get('/app/account');
    expect(await daysLeft()).toBe(30);
    // Last used tomorrow, because the clock was set back since (issue 10).
    await age(-24, 10);
    await person.get('/app/account');
    expect(await daysLeft()).toBe(30);
    await age(2, -0.001);
    expect((await person.get('/app/account')).location).toContain('/app/login');
    expect((await person.call('GET', '/user/self/info')).json).toEqual({ loggedIn: false });
  });

  it('a session ends a year after the log-in, however much it is used (A11, ASVS V7.3.2)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    await sql`update sessions set created_at = now() - interval '364 days',
      used_at = now() - interval '2 hours' where user_uuid = ${user.uuid}`.execute(app.db);
    await person.get('/app/account');
    const [session] = await sessionsOf(app, user);
    const hours = (Number(session?.valid_until) - Date.now()) / 3600_000;
    expect(Math.round(hours)).toBe(24);
  });

  it('logging out ends the session on the server (A10)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const stolen = person.copy();
    const { status, location } = await person.submit('/app/logout');
    expect([status, location]).toEqual([303, '/app/login']);
    expect(person.cookies.has('session')).toBe(false);
    expect((await stolen.get('/app/account')).location).toContain('/app/login');
    expect((await stolen.submit('/app/logout')).location).toContain('/app/login');
  });
});
