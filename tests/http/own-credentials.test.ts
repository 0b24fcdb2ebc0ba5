import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mailedLink } from '../support/accounts';
import { testApp } from '../support/app';
import { loggedActionsOf } from '../support/audit';
import { PASSWORD } from '../support/factories';
import { changeRows, rowsOf } from '../support/rows';
import { sessionsOf } from '../support/sessions';

const app = testApp();

const userRow = (user: { uuid: string }) =>
  app.db.selectFrom('users').selectAll().where('uuid', '=', user.uuid).executeTakeFirst();

const DIALOGS = ['name', 'email', 'password', 'sessions/others', 'deletion'].map(
  (path) => `/app/account/${path}`,
);

describe("'Mein Konto'", () => {
  it("'Mein Konto' is linked from the header and works without an organisation (A12, B4)", async () => {
    const user = await app.make.user({ firstName: 'Ohne', lastName: 'Verein' });
    const person = await app.as(user);
    const { status, page, text } = await person.get('/app/account');
    expect(status).toBe(200);
    expect(page).toContain('Mein Konto');
    expect(page).toContain('Ohne Verein');
    expect(page).toContain(user.email);
    expect(page).toContain('Sie gehören zu keinem Verein.');
    expect((await person.get('/app/')).text).toContain('href="/app/account"');
    for (const dialog of DIALOGS) {
      expect(text).toContain(
        dialog === '/app/account/sessions/others' ? 'Geräte (1)' : `href="${dialog}"`,
      );
      const opened = await person.get(dialog);
      expect(opened.status, dialog).toBe(200);
      expect(opened.text).toContain('<dialog');
    }
  });

  it("'Mein Konto' changes the name (A12)", async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const saved = await person.submit('/app/account/name', {
      firstName: ' Änne ',
      lastName: 'Neu',
    });
    expect([saved.status, saved.location]).toEqual([303, '/app/account']);
    const { page } = await person.get('/app/account');
    expect(page).toContain('Änderungen gespeichert.');
    expect(page).toContain('Willkommen, Änne Neu');
    const refused = await person.submit('/app/account/name', {
      firstName: '',
      lastName: 'Behalten',
    });
    expect(refused.status).toBe(422);
    expect(refused.page).toContain('Bitte den Vornamen eingeben.');
    expect(refused.text).toContain('value="Behalten"');
  });
});

describe('a new e-mail address', () => {
  it('a new e-mail address takes effect once its mailed code is confirmed, and the old one gets a notice (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const email = 'umgezogen@verein.example';
    const response = await person.submit('/app/account/email', { email });
    expect([response.status, response.location]).toEqual([303, '/app/account']);
    expect((await person.get('/app/account')).page).toContain(
      'Eine E-Mail zur Bestätigung wurde verschickt.',
    );
    expect((await userRow(user))?.email).toBe(user.email);
    const link = await mailedLink(app, email, /Neue E-Mail-Adresse bestätigen/);
    const [notice] = await app.mailsTo(user.email);
    expect(notice?.text).toContain(email);
    expect(notice?.text).not.toContain('/verify/');

    for (let time = 0; time < 2; time++) {
      const { status, page } = await app.visitor().submit(link);
      expect([status, page.includes('Ihre neue E-Mail-Adresse gilt ab jetzt.')]).toEqual([
        200,
        true,
      ]);
    }
    expect((await userRow(user))?.email).toBe(email);
    const login = (address: string) =>
      app.visitor().submit('/app/login', { email: address, password: PASSWORD });
    expect((await login(user.email)).status).toBe(401);
    expect((await login(email)).status).toBe(303);
  });

  it('a mistyped new address ends as soon as another one is asked for (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const [wrong, late, right] = ['vertippt', 'nachher', 'richtig'].map(
      (name) => `${name}-${crypto.randomUUID()}@verein.example`,
    ) as [string, string, string];
    await person.submit('/app/account/email', { email: wrong });
    const link = await mailedLink(app, wrong);
    // Its mail has not been sent when the next one is asked for.
    await person.submit('/app/account/email', { email: late });
    await person.submit('/app/account/email', { email: right });
    expect((await app.visitor().submit(link)).page).toContain('nicht gefunden');
    expect(await app.mailsTo(late)).toEqual([]);
    await app.visitor().submit(await mailedLink(app, right));
    expect((await userRow(user))?.email).toBe(right);
  });

  it('a taken e-mail address gets the same response; only its owner learns of it (A3, A12)', async () => {
    const owner = await app.make.user();
    const user = await app.make.user();
    const person = await app.as(user);
    const taken = await person.submit('/app/account/email', { email: owner.email });
    const [mail] = await app.mailsTo(owner.email);
    const free = await person.submit('/app/account/email', { email: 'frei@verein.example' });
    expect([taken.status, taken.location]).toEqual([free.status, free.location]);
    expect(mail?.subject).toContain('Sie haben schon ein Benutzerkonto');
    const notices = await app.mailsTo(user.email);
    expect(notices.map(({ subject }) => subject)).toEqual([
      notices[0]?.subject,
      notices[0]?.subject,
    ]);
    expect(mail?.text).not.toContain('/verify/');
  });

  it('an address that gets an account before it is confirmed stays with that account (A12)', async () => {
    const user = await app.make.user();
    const email = 'schneller@verein.example';
    await (await app.as(user)).submit('/app/account/email', { email });
    const link = await mailedLink(app, email);
    await app.make.user({ email });
    const { status, page } = await app.visitor().submit(link);
    expect(status).toBe(409);
    expect(page).toContain('Diese E-Mail-Adresse gehört inzwischen zu einem anderen Konto.');
    expect((await userRow(user))?.email).toBe(user.email);
  });

  it('a new e-mail address wins over an unconfirmed account with it (A12)', async () => {
    const user = await app.make.user();
    const begun = await app.make.user({ activated: false });
    await (await app.as(user)).submit('/app/account/email', { email: begun.email });
    const link = await mailedLink(app, begun.email, /Neue E-Mail-Adresse/);
    expect((await app.visitor().submit(link)).status).toBe(200);
    expect((await userRow(user))?.email).toBe(begun.email);
    expect(await userRow(begun)).toBeUndefined();
  });

  it('a new e-mail address cannot be confirmed after a password reset (A7, A12)', async () => {
    const user = await app.make.user();
    await (await app.as(user)).submit('/app/account/email', { email: 'entwendet@verein.example' });
    const link = await mailedLink(app, 'entwendet@verein.example');
    await app.visitor().submit('/app/auth/password-reset', { email: user.email });
    const reset = await mailedLink(app, user.email, /Neues Passwort/);
    await app.visitor().submit(reset, { password: 'neu', passwordRepeat: 'neu' });
    expect((await app.visitor().submit(link)).status).toBe(404);
  });
});

describe('a new password', () => {
  const change = { currentPassword: PASSWORD, password: 'ganz neu', passwordRepeat: 'ganz neu' };

  it('changing the password ends the other sessions and keeps this one (A12)', async () => {
    const user = await app.make.user();
    const [person, elsewhere] = [await app.as(user), await app.as(user)];
    const { status, location } = await person.submit('/app/account/password', change);
    expect([status, location]).toEqual([303, '/app/account']);
    expect((await person.get('/app/account')).page).toContain('Passwort geändert.');
    expect((await elsewhere.get('/app/account')).location).toContain('/app/login');
    const login = await app
      .visitor()
      .submit('/app/login', { email: user.email, password: 'ganz neu' });
    expect(login.status).toBe(303);
  });

  it.each([
    ['Das Passwort ist falsch.', { currentPassword: 'falsch' }],
    ['Passwort eingeben', { currentPassword: '' }],
    ['Passwort eingeben', { password: ' ', passwordRepeat: ' ' }],
    ['Passwörter sind nicht gleich', { passwordRepeat: 'anders' }],
  ])(
    'changing the password can fail with %j and then changes nothing (A11, A12)',
    async (text, wrong) => {
      const user = await app.make.user();
      const [person, elsewhere] = [await app.as(user), await app.as(user)];
      const response = await person.submit('/app/account/password', { ...change, ...wrong });
      expect(response.status).toBe(422);
      expect(response.page).toContain(text);
      expect(response.page).not.toContain('Bitte prüfen Sie');
      expect(response.text).not.toContain('ganz neu');
      expect((await elsewhere.get('/app/account')).status).toBe(200);
      const login = await app
        .visitor()
        .submit('/app/login', { email: user.email, password: PASSWORD });
      expect(login.status).toBe(303);
    },
  );

  it('screen readers hear which fields a message is about (A12)', async () => {
    const person = await app.as(await app.make.user());
    const wrong = { currentPassword: '', password: '', passwordRepeat: '' };
    const { text } = await person.submit('/app/account/password', wrong);
    const [, heard = ''] = /role="alert"[^>]*>(.*?)<\/div>/s.exec(text) ?? [];
    expect(heard.match(/[^<>]+(?=<\/p>)/g)).toEqual([
      'Bisheriges Passwort, Neues Passwort: Passwort eingeben',
    ]);
  });

  it('the same form once more is answered the same, for half a minute and in this session (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const stolen = person.copy();
    const send = (fields = change) => person.submit('/app/account/password', fields);
    const sent = { ...change, __key: 'a.account-password' };
    expect((await send(sent)).location).toBe('/app/account');
    const again = await send(sent);
    expect([again.location, again.headers.getSetCookie().join()]).toEqual([
      '/app/account',
      expect.not.stringContaining('session='),
    ]);
    expect(await loggedActionsOf(app, user)).toEqual(['Eigenes Passwort geändert']);
    expect((await stolen.submit('/app/account/password', sent)).location).toContain('/app/login');
    // Neither a guess of the new password nor any other form passes for it.
    const guess = { ...change, password: 'geraten', passwordRepeat: 'geraten' };
    expect((await send(guess)).page).toContain('Das Passwort ist falsch.');
    const next = {
      currentPassword: 'ganz neu',
      password: 'noch neuer',
      passwordRepeat: 'noch neuer',
    };
    expect((await send(next)).status).toBe(303);
    expect((await send(change)).status).toBe(422);
    const token_renewed_at = sql<Date>`now() - interval '31 seconds'`;
    await changeRows(app.db, 'sessions', { user_uuid: user.uuid }, { token_renewed_at });
    expect((await send(next)).status).toBe(422);
  });

  it('changing the password leaves no trace of either password, not even a hash of the form (A11)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    await person.submit('/app/account/password', { ...change, __key: 'a.account-password' });
    expect(await rowsOf(app.db, 'form_keys', { user_uuid: user.uuid }, ['output'])).toEqual([]);
  });
});

describe('sessions', () => {
  it('sessions are listed with device and times, and the current one is marked (A11, A12)', async () => {
    const user = await app.make.user();
    await app.visitor().send('/api/login/mobile', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'Vereinsheim/2.1 (Android 15)' },
      body: JSON.stringify({ email: user.email, password: PASSWORD }),
    });
    const person = await app.as(user);
    await app.as(await app.make.user());
    const { page, text } = await person.get('/app/account');
    expect(page).toContain('App Vereinsheim auf Android');
    expect(page.match(/Dieses Gerät/g)).toHaveLength(1);
    expect(page).toMatch(/Ausloggen Dieses Gerät(, im Netz \S+)?, gilt bis [\d.]{10}/);
    expect(page).toMatch(/Ausloggen Zuletzt heute(, im Netz \S+)?, gilt bis [\d.]{10}/);
    expect(text).toMatch(/"Ausloggen: App Vereinsheim auf Android, seit [\d.]{10}, [\d:]{5} Uhr"/);
    expect(page).toContain('Auf anderen Geräten ausloggen');
  });

  it('sessions can be ended one by one, or all but the current one (A12)', async () => {
    const user = await app.make.user();
    const person = await app.as(user);
    const [own] = await sessionsOf(app, user);
    const other = await app.as(user);
    await app.as(user);
    const second = (await sessionsOf(app, user)).find(({ uuid }) => uuid !== own?.uuid);
    const dialog = `/app/account/sessions/${second?.uuid}`;
    expect((await person.get(dialog)).page).toMatch(
      /eingeloggt seit dem [\d.]{10}, \d\d:\d\d Uhr\. Ungenutzt endet das am \d\d\. \p{L}+ \d{4}\. Dort muss man sich danach neu einloggen\./u,
    );
    expect((await person.submit(dialog)).location).toBe('/app/account');
    expect((await other.get('/app/account')).location).toContain('/app/login');
    expect(await sessionsOf(app, user)).toHaveLength(2);
    expect((await person.submit('/app/account/sessions/others')).status).toBe(303);
    expect(await sessionsOf(app, user)).toEqual([own]);
    expect((await person.submit(`/app/account/sessions/${own?.uuid}`)).location).toBe('/app/login');
    expect(await sessionsOf(app, user)).toEqual([]);
    expect(person.cookies.has('session')).toBe(false);
  });

  it('sessions of others are out of reach, and the dialog of an ended one closes with a notice (A12)', async () => {
    const stranger = await app.make.user();
    await app.as(stranger);
    const [session] = await sessionsOf(app, stranger);
    const person = await app.as(await app.make.user());
    for (const id of [session?.uuid, '00000000-0000-4000-8000-000000000000']) {
      expect((await person.get(`/app/account/sessions/${id}`)).location).toBe('/app/account');
      expect((await person.submit(`/app/account/sessions/${id}`)).location).toBe('/app/account');
      expect((await person.get('/app/account')).page).toContain(
        'Error: Konto Fehler beim Ausloggen des Geräts.',
      );
    }
    expect(await sessionsOf(app, stranger)).toHaveLength(1);
  });
});
