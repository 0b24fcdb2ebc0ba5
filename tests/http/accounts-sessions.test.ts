import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { everyScreen } from '../support/every-screen';
import { makeClub } from '../support/every-screen-club';
import { PASSWORD } from '../support/factories';
import { sessionsOf } from '../support/sessions';

const app = testApp();

describe('sessions', () => {
  it('the session cookie is out of reach of scripts and other sites, and stored hashed (A11, G3)', async () => {
    const user = await app.make.user();
    const visitor = app.visitor();
    const response = await visitor.submit('/app/login', { email: user.email, password: PASSWORD });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^session=[\w-]{43};/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('SameSite=Lax');
    expect(cookie).toContain('Path=/');
    expect(cookie).not.toContain('Domain');
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
      app.db
        .updateTable('sessions')
        .set({
          used_at: new Date(Date.now() - hours * 3600_000),
          valid_until: new Date(Date.now() + days * 86_400_000),
        })
        .where('user_uuid', '=', user.uuid)
        .execute();
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
    const stolen = app.visitor();
    stolen.cookies.set('session', person.cookies.get('session') ?? '');
    const { status, location } = await person.submit('/app/logout');
    expect([status, location]).toEqual([303, '/app/login']);
    expect(person.cookies.has('session')).toBe(false);
    expect((await stolen.get('/app/account')).location).toContain('/app/login');
    expect((await stolen.submit('/app/logout')).location).toContain('/app/login');
  });

  it('every screen of a logged-in user, errors included, offers to log out (B3, ASVS V7.4.4)', async () => {
    const club = await makeClub(app);
    const person = app.visitor();
    person.cookies.set('session', club.token);
    for (const { path, open } of everyScreen(club)) {
      if (open) continue;
      const { text } = await person.visit(path);
      expect(text, path).toMatch(/<form[^>]*action="\/app\/logout"[^>]*>.*?Abmelden/s);
    }
  });

  it("a failed log-out shows 'Abmelden fehlgeschlagen.' and keeps the session (A10)", async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    await failingDeletes('sessions', async () => {
      const { status, page } = await person.submit('/app/logout');
      expect(status).toBe(500);
      expect(page).toContain('Abmelden fehlgeschlagen.');
    });
    expect(app.errors.splice(0)).toHaveLength(1);
    expect((await person.get('/app/account')).status).toBe(200);
  });

  async function failingDeletes(table: string, act: () => Promise<void>) {
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
      app.db,
    );
    await sql`create trigger fail before delete on ${sql.table(table)} for each row execute function fail()`.execute(
      app.db,
    );
    try {
      await act();
    } finally {
      await sql`drop function fail() cascade`.execute(app.db);
    }
  }
});
