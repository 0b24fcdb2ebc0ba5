import { describe, expect, it } from 'vitest';
import { mailedLink } from '../support/accounts';
import { testApp } from '../support/app';
import { PASSWORD } from '../support/factories';
import { actionOf, hidden } from '../support/sent-on';
import { sessionsOf } from '../support/sessions';

const app = testApp();

describe('the log-in screen', () => {
  it('a wrong password is refused at both fields, and the address is kept (A8)', async () => {
    const user = await app.make.user();
    const credentials = { email: user.email, password: 'falsch' };
    const { page, text, headers } = await app.visitor().submit('/app/login', credentials);
    expect(page.match(/E-Mail oder Passwort falsch\./g)).toHaveLength(3);
    expect(text).toContain(`value="${user.email}"`);
    expect(text).not.toContain('falsch"');
    expect(headers.getSetCookie()).toEqual([]);
    // In a tab that is older than the session, which goes on.
    const other = await app.as(user);
    const late = await other.submit('/app/login', credentials);
    expect(late.page).toContain('E-Mail oder Passwort falsch.');
    expect(late.page).not.toContain('abgelaufen');
  });

  it('knowing the password of an unconfirmed account offers to send the confirmation again (A5)', async () => {
    const user = await app.make.user({ activated: false });
    const visitor = app.visitor();
    const wrong = await visitor.submit('/app/login', { email: user.email, password: 'falsch' });
    expect(wrong.page).not.toContain('Bestätigung');
    const refused = await visitor.submit('/app/login?redirect=%2Fapp%2Fevents', {
      email: user.email,
      password: PASSWORD,
    });
    expect(refused.status).toBe(403);
    expect(refused.page).toContain('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.');
    expect(refused.page).toContain('Bestätigung erneut senden');
    expect(await sessionsOf(app, user)).toEqual([]);
    const [, email = ''] = /name="email" value="([^"]*)"/.exec(refused.text) ?? [];
    const sent = await visitor.submit(actionOf(refused), { email, redirect: '/app/events' });
    expect(sent.status).toBe(303);
    const link = await mailedLink(app, user.email);
    const verified = await visitor.submit(link);
    expect(verified.text).toContain('href="/app/login?redirect=%2Fapp%2Fevents"');
  });
});

describe('the redirect parameter', () => {
  it('after the log-in the redirect parameter leads within the application alone (A9)', async () => {
    const { email } = await app.make.user();
    for (const [value, path] of [
      ['app/events', '/app/events'],
      ['https://evil.example', '/app/'],
      ['/%09/evil.example', '/%09/evil.example'],
      ['/\t/evil.example', '/app/'],
    ] as const) {
      const login = `/app/login?redirect=${encodeURIComponent(value)}`;
      const { location } = await app.visitor().submit(login, { email, password: PASSWORD });
      expect(location).toBe(path);
    }
  });

  it('the redirect parameter survives the way to a screen, and registration and confirmation (A9, B2)', async () => {
    const visitor = app.visitor();
    const { location } = await visitor.get('/app/account');
    expect(location).toBe('/app/login?redirect=%2Fapp%2Faccount');
    const login = await visitor.get(location);
    const why = 'Bitte loggen Sie sich ein, dann geht es gleich weiter.';
    expect(login.page).toContain(why);
    expect((await visitor.get('/app/login?redirect=%2Fapp%2F')).page).not.toContain(why);
    expect(login.text).toContain('href="/app/auth/register?redirect=%2Fapp%2Faccount"');
    const register = await visitor.get('/app/auth/register?redirect=%2Fapp%2Faccount');
    const email = 'kept@verein.example';
    const fields = {
      firstName: 'A',
      lastName: 'B',
      email,
      password: 'c',
      redirect: '/app/account',
    };
    await visitor.submit(actionOf(register), fields);
    expect(await mailedLink(app, email)).toContain('?redirect=%2Fapp%2Faccount');
  });

  it('a log-in that leads to a file says that its page stays, and leads on from there (A9, M6)', async () => {
    const club = await app.make.club();
    const user = await app.make.userOf(club.organization);
    const { uuid } = await app.make.event(club.organization);
    const visitor = app.visitor();
    const login = await visitor.visit(`/app/events/${uuid}/calendar.ics`);
    const stays = 'Danach beginnt der Download. Diese Seite bleibt dabei offen';
    expect(login.page).toContain(`Bitte loggen Sie sich ein. ${stays}`);
    expect(login.text).toMatch(new RegExp(`href="/app/events/${uuid}"[^>]*>Zurück<`));
    const { email } = user;
    const file = await visitor.submit(actionOf(login), { email, password: PASSWORD });
    expect(file.location).toBe(`/app/events/${uuid}/calendar.ics`);
    expect((await visitor.visit(`/app/events/${uuid}`)).status).toBe(200);
    for (const screen of ['/app/account', `/app/members/${uuid}/report.json`])
      expect((await app.visitor().visit(screen)).page).not.toContain(stays);
  });

  it('the redirect parameter survives the mail for a new password (A6, A9)', async () => {
    const { email } = await app.make.user();
    const visitor = app.visitor();
    const wanted = 'redirect=%2Fapp%2Finvite%2FABC';
    const login = await visitor.get(`/app/login?${wanted}`);
    const [, forgot = ''] = /href="([^"]+)"[^>]*>Passwort vergessen</.exec(login.text) ?? [];
    const asking = await visitor.get(forgot);
    expect(asking.text).toContain(`href="/app/login?${wanted}"`);
    const sent = await visitor.submit(forgot, { ...hidden(asking), email });
    expect(sent.location).toBe(`/app/auth/password-reset?sent&${wanted}`);
    const { text } = await visitor.get(sent.location);
    expect(text).toContain(`href="/app/login?${wanted}"`);
    // Another mail, if this one does not come.
    expect(text).toContain(`href="/app/auth/password-reset?${wanted}"`);
    const form = await visitor.get(await mailedLink(app, email));
    const passwords = { password: 'neu', passwordRepeat: 'neu' };
    const done = await visitor.visit((await visitor.submit(actionOf(form), passwords)).location);
    expect(done.text).toContain(`href="/app/login?${wanted}"`);
    const late = await visitor.submit(actionOf(form), passwords);
    expect(late.text).toMatch(
      new RegExp(`href="/app/auth/password-reset\\?${wanted}"[^>]*>Neuen Link anfordern<`),
    );
  });

  it('the redirect parameter survives registering a taken address, which mails a link to the log-in (A3, A9)', async () => {
    const { email } = await app.make.user();
    const fields = {
      firstName: 'A',
      lastName: 'B',
      email,
      password: 'c',
      redirect: '/app/account',
    };
    await app.visitor().submit('/app/auth/register', fields);
    expect(await mailedLink(app, email)).toMatch(/\/app\/login\?redirect=%2Fapp%2Faccount$/);
  });
});

describe('log-in calls', () => {
  it('POST and DELETE /login/browser set and end the session cookie', async () => {
    const user = await app.make.user();
    const visitor = app.visitor();
    const { status, json } = await visitor.call('POST', '/login/browser/', {
      email: user.email,
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(json).toEqual({ userUuid: user.uuid, validUntil: expect.any(String) });
    expect((await visitor.call('GET', '/user/self/info')).json).toEqual({
      loggedIn: true,
      uuid: user.uuid,
    });
    expect((await visitor.call('GET', '/user/self/admin')).json).toEqual({ admin: false });
    expect((await visitor.call('DELETE', '/login/browser')).status).toBe(204);
    expect([...visitor.cookies.keys()]).toEqual(['device']);
    expect((await visitor.call('DELETE', '/login/browser')).status).toBe(401);
    expect((await visitor.call('GET', '/user/self/admin')).status).toBe(401);
    expect(await sessionsOf(app, user)).toEqual([]);
  });

  it.each(['the id', 'the whole session', 'the session inside session'])(
    'POST /login/mobile returns a Bearer token, and DELETE accepts %s (G3)',
    async (form) => {
      const user = await app.make.user();
      const visitor = app.visitor();
      const { json: session, headers } = await visitor.call('POST', '/login/mobile', {
        email: user.email,
        password: PASSWORD,
      });
      expect(session).toEqual({
        sessionId: expect.stringMatching(/^[\w-]{43}$/),
        userUuid: user.uuid,
        validUntil: expect.any(String),
      });
      expect(headers.getSetCookie()).toEqual([]);
      const bearer = { Authorization: `Bearer ${session.sessionId}` };
      expect((await visitor.call('GET', '/user/self/info', undefined, bearer)).json.loggedIn).toBe(
        true,
      );
      const body = {
        'the id': { session: session.sessionId },
        'the whole session': session,
        'the session inside session': { session },
      }[form];
      expect((await visitor.call('DELETE', '/login/mobile', body)).status).toBe(204);
      expect((await visitor.call('GET', '/user/self/info', undefined, bearer)).json.loggedIn).toBe(
        false,
      );
      expect((await visitor.call('DELETE', '/login/mobile', body)).status).toBe(204);
    },
  );

  it('log-in calls refuse wrong credentials, unconfirmed accounts and bad input with problem documents (G4)', async () => {
    const user = await app.make.user({ activated: false });
    for (const path of ['/login/mobile', '/login/browser']) {
      const post = (body: unknown) => app.visitor().call('POST', path, body);
      const wrong = await post({ email: user.email, password: 'falsch' });
      expect([wrong.status, wrong.json.detail]).toEqual([401, 'E-Mail oder Passwort falsch.']);
      expect(wrong.headers.get('Content-Type')).toBe('application/problem+json');
      expect((await post({ email: user.email, password: PASSWORD })).status).toBe(403);
      expect((await post({ email: 'x', password: '' })).json.errors).toEqual({
        email: ['Ungültige E-Mail'],
        password: ['Passwort eingeben'],
      });
    }
    expect((await app.visitor().call('DELETE', '/login/mobile', {})).status).toBe(422);
  });
});
