import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { giveFactor } from '../support/authenticator';
import { confirm, ofConfirmation, provedAgo, stale, TITLE } from '../support/confirmation';
import { PASSWORD } from '../support/factories';
import { deleteRows, rowsOf } from '../support/rows';
import { actionOf, hidden, send } from '../support/sent-on';

/** Asking again who is there, and going on with what was typed (T2, docs/decisions/0044). */
const app = testApp();
let club: Awaited<ReturnType<typeof app.make.club>>;
beforeAll(async () => {
  club = await app.make.club();
});

const EMAIL = '/app/account/email';
const NEW_FEED = '/app/account/calendars/new';
const codesOf = (user: { uuid: string }) =>
  rowsOf(app.db, 'codes', { user_uuid: user.uuid }, ['email']);
const feedsOf = (user: { uuid: string }) =>
  rowsOf(app.db, 'calendar_feeds', { user_uuid: user.uuid }, ['label']);
const mailsOf = async (user: { email: string }, to: string) =>
  (await app.mailsTo(to)).length + (await app.mailsTo(user.email)).length;

/** A user who is asked again, with a form that they have filled in. */
async function asking(path: string, typed: Record<string, string> = {}) {
  const user = await app.make.userOf(club.organization);
  const browser = await stale(app, user, club.organization);
  return { user, browser, form: { ...hidden(await browser.get(path)), ...typed } };
}

describe('a form that asks again', () => {
  it('is kept, and carried out by itself after the right password (T2)', async () => {
    const { user, browser, form } = await asking(EMAIL);
    const to = `neu-${user.uuid}@verein.example`;
    const first = await browser.submit(EMAIL, { ...form, email: to });
    const address = `/app/confirm?for=email&next=${encodeURIComponent(EMAIL)}&keep`;
    expect([first.status, first.location]).toEqual([307, address]);
    expect(first.headers.get('X-Form-Log-In')).toBe(address);

    const asked = await send(browser, EMAIL, { ...form, email: to });
    expect(asked.status).toBe(401);
    expect(asked.page).toContain(TITLE);
    expect(asked.page).toContain(
      'Bitte geben Sie noch einmal Ihr Passwort ein, um Ihre E-Mail-Adresse zu ändern. Danach geht es von selbst weiter.',
    );
    expect(asked.text).not.toContain(to);
    expect(await mailsOf(user, to)).toBe(0);

    const wrong = await confirm(browser, asked, 'falsch');
    expect(wrong.status).toBe(422);
    expect(wrong.page).toContain('Das Passwort ist falsch.');
    expect(await mailsOf(user, to)).toBe(0);

    const done = await confirm(browser, wrong);
    expect(done.path).toBe('/app/account');
    expect(done.page).toContain('Eine E-Mail zur Bestätigung wurde verschickt.');
    expect(await mailsOf(user, to)).toBe(2);
  });

  it('shows what was typed if it fails then (T2, A12)', async () => {
    const { user, browser, form } = await asking(EMAIL);
    // Input is checked first: nobody confirms for what cannot be done.
    const invalid = await browser.submit(EMAIL, { ...form, email: 'keine' });
    expect([invalid.status, invalid.page.includes('Ungültige E-Mail')]).toEqual([422, true]);
    const asked = await send(browser, EMAIL, { ...form, email: user.email.toUpperCase() });
    const failed = await confirm(browser, asked);
    expect([failed.status, failed.path]).toEqual([422, EMAIL]);
    expect(failed.page).toContain('Das ist schon Ihre E-Mail-Adresse.');
    expect(failed.text).toContain(`value="${user.email.toUpperCase()}"`);
  });

  it('comes back with what was typed if the person gives up (T2)', async () => {
    const { user, browser, form } = await asking(EMAIL);
    const asked = await send(browser, EMAIL, { ...form, email: 'doch-nicht@verein.example' });
    expect(asked.page).toContain('Abbrechen');
    const { __kept = '', __givenUp = '' } = hidden(asked);
    expect(__givenUp).toBe('1');
    const back = await send(browser, EMAIL, { __kept, __givenUp });
    expect([back.status, back.path]).toEqual([200, EMAIL]);
    expect(back.page).toContain('Ihre Eingaben sind noch da. Bitte prüfen und abschicken.');
    expect(back.text).toContain('value="doch-nicht@verein.example"');
    expect(await codesOf(user)).toEqual([]);
    // Not even once the session is fresh again.
    await confirm(browser, await browser.visit('/app/confirm?next=/app/'));
    const later = await send(browser, EMAIL, { __kept, __givenUp });
    expect(later.page).toContain('Ihre Eingaben sind noch da.');
    expect(await app.mailsTo('doch-nicht@verein.example')).toEqual([]);
  });

  it('works without fields and in a dialog, with the button that was pressed (T2)', async () => {
    const { organization } = club;
    const user = await app.make.userOf(organization);
    const admin = await app.make.userOf(organization, ['ORGANIZATION_ADMIN']);
    // Without a second factor nobody is asked here.
    await giveFactor(app, admin);
    const browser = await stale(app, admin, organization);
    const path = `/app/admin/permissions/${user.uuid}`;
    const toggle = { organization: organization.uuid, permission: 'EDIT_EVENTS', state: 'granted' };
    const held = () => rowsOf(app.db, 'permissions', { user_uuid: user.uuid }, ['permission']);
    const asked = await send(browser, path, toggle);
    expect(asked.page).toContain('um Berechtigungen zu ändern');
    expect(await held()).toEqual([]);
    const done = await confirm(browser, asked);
    expect([done.status, done.path]).toEqual([200, path]);
    expect(done.page).toContain('Berechtigungen gespeichert.');
    expect(await held()).toEqual([{ permission: 'EDIT_EVENTS' }]);
    // What is sent again from the history does not switch it on again.
    await browser.submit(path, { ...toggle, state: 'revoked' });
    const { __kept = '' } = hidden(asked);
    await browser.submit(path, { __kept });
    expect(await held()).toEqual([]);
  });

  it('acts once if both forms are pressed twice (T2)', async () => {
    const { user, browser, form } = await asking(NEW_FEED, { label: 'Handy', scope: 'mine' });
    const [asked] = await Promise.all([
      send(browser, NEW_FEED, form),
      send(browser, NEW_FEED, form),
    ]);
    const hands = [browser, browser.copy()];
    const fields = { ...ofConfirmation(asked), password: PASSWORD };
    const answers = await Promise.all(hands.map((hand) => send(hand, actionOf(asked), fields)));
    for (const { status, path } of answers) expect([status, path]).toEqual([200, NEW_FEED]);
    expect(await feedsOf(user)).toEqual([{ label: 'Handy' }]);
    // Whichever answer the browser reads last, it is still logged in.
    expect((await browser.get('/app/account')).status).toBe(200);
  });

  it('goes on from the first of two confirmations, whose token the second has replaced (T2)', async () => {
    const { user, browser, form } = await asking(NEW_FEED, { label: 'Handy', scope: 'mine' });
    const asked = await send(browser, NEW_FEED, form);
    const [copy, thief] = [browser.copy(), browser.copy()];
    const fields = { ...ofConfirmation(asked), password: PASSWORD };
    const confirmed = await browser.submit(actionOf(asked), fields);
    expect([confirmed.status, confirmed.location]).toEqual([307, NEW_FEED]);
    // The copy is what the same browser sent at the same time, with the token of before.
    expect((await copy.submit(actionOf(asked), fields)).status).toBe(307);
    expect((await send(browser, NEW_FEED, fields)).status).toBe(200);
    expect(await feedsOf(user)).toEqual([{ label: 'Handy' }]);
    // The token of before both is nobody's any more.
    expect((await thief.get('/app/account')).location).toContain('/app/login');
  });

  it('two tabs wait side by side, and each goes on (T2)', async () => {
    const { user, browser, form } = await asking(NEW_FEED, { scope: 'mine' });
    const one = await send(browser, NEW_FEED, { ...form, label: 'Eins' });
    const other = await send(browser, NEW_FEED, { ...form, label: 'Zwei' });
    const shown = await confirm(browser, one);
    expect(shown.page).toContain('Kalender-Abo Eins');
    expect((await confirm(browser, other)).page).toContain('Kalender-Abo Zwei');
    expect((await feedsOf(user)).map(({ label }) => label).sort()).toEqual(['Eins', 'Zwei']);
  });

  it('is at the log-in with what was typed if the session has ended meanwhile (B2)', async () => {
    const { user, browser, form } = await asking(EMAIL);
    const asked = await send(browser, EMAIL, { ...form, email: 'spaeter@verein.example' });
    await deleteRows(app.db, 'sessions', { user_uuid: user.uuid });
    const login = await confirm(browser, asked);
    expect(login.page).toContain(
      'Loggen Sie sich wieder ein, dann geht es mit Ihren Eingaben weiter.',
    );
    const { __kept = '' } = hidden(login);
    const credentials = { email: user.email, password: PASSWORD, __kept };
    const back = await send(browser, actionOf(login), credentials);
    expect([back.status, back.path]).toEqual([200, EMAIL]);
    // Another session than the one that sent it: shown, not carried out.
    expect(back.text).toContain('value="spaeter@verein.example"');
    expect(await app.mailsTo('spaeter@verein.example')).toEqual([]);
  });

  it('says so if it was too long to be kept (T2)', async () => {
    const { user, browser, form } = await asking(EMAIL);
    const long = { ...form, email: 'lang@verein.example', extra: 'x'.repeat(64 * 1024) };
    const asked = await send(browser, EMAIL, long);
    expect(asked.page).toContain('Ihre Eingaben waren zu lang, um sie aufzuheben.');
    expect(asked.text).not.toContain('__kept');
    const after = await confirm(browser, asked);
    expect([after.status, after.path]).toEqual([200, EMAIL]);
    expect(await app.mailsTo('lang@verein.example')).toEqual([]);
    // Just short enough.
    await provedAgo(app, user, 11);
    const most =
      64 * 1024 -
      new URLSearchParams({ ...form, email: 'lang@verein.example', extra: '' }).toString().length;
    const kept = await send(browser, EMAIL, { ...long, extra: 'x'.repeat(most) });
    expect((await confirm(browser, kept)).path).toBe('/app/account');
  });
});

describe('a page that asks again', () => {
  it.each([
    ['/app/account/data.json', 'meine-daten.json', 'Danach beginnt der Download.'],
    ['/app/account/report.json', 'auskunft', 'Danach beginnt der Download.'],
    ['/app/account/report', null, 'Danach geht es von selbst weiter.'],
  ])('%s leads to the confirmation, and on (T2)', async (path, file, announced) => {
    const user = await app.make.userOf(club.organization);
    const browser = await stale(app, user, club.organization);
    const first = await browser.get(path);
    expect([first.status, first.location]).toEqual([
      302,
      `/app/confirm?for=export&next=${encodeURIComponent(path)}`,
    ]);
    const asked = await browser.visit(path);
    expect(asked.status).toBe(200);
    expect(asked.page).toContain(`um gespeicherte Daten abzurufen. ${announced}`);
    expect(asked.text).toContain('<a class="button');
    // Browsers stay on this page when they get a file: it says how to go on.
    expect(asked.page.includes('Mit „Zurück“ geht es weiter.')).toBe(file !== null);
    expect(asked.text).toMatch(file ? /href="\/app\/account"[^>]*>Zurück</ : />Abbrechen</);
    const shown = await confirm(browser, asked);
    expect([shown.status, shown.path]).toEqual([200, path]);
    if (file) expect(shown.headers.get('Content-Disposition')).toContain(file);
    expect(shown.text).toContain(user.email);
  });

  it('an export is downloaded after the password, or given up without it (T2, O7)', async () => {
    const editor = await app.make.userOf(club.organization, ['EDIT_MEMBERS']);
    const browser = await stale(app, editor, club.organization);
    const fields = { organization: club.organization.uuid, format: 'csv', columns: 'lastName' };
    const asked = await send(browser, '/app/members/export/file', fields);
    expect(asked.page).toContain('Danach beginnt der Download.');
    expect(asked.text).not.toContain('__givenUp');
    const [, back = ''] = /href="([^"]+)"[^>]*>Zurück</.exec(asked.text) ?? [];
    expect((await browser.get(back)).status).toBe(200);
    const file = await confirm(browser, asked);
    expect(file.headers.get('Content-Disposition')).toContain('mitglieder.csv');
  });

  it('asks for data that scripts request, too (T2)', async () => {
    const user = await app.make.userOf(club.organization);
    const browser = await stale(app, user, club.organization);
    const { status, text } = await browser.get('/app/account/report.data');
    expect(status).toBe(202);
    expect(text).toContain('/app/confirm?for=export');
    expect(text).not.toContain(user.email);
  });

  it('nobody who is logged out is asked for anything but the log-in (B2)', async () => {
    const { location } = await app.visitor().get('/app/confirm?next=/app/account/report');
    expect(location).toBe(
      '/app/login?redirect=%2Fapp%2Fconfirm%3Fnext%3D%252Fapp%252Faccount%252Freport',
    );
    const posted = await app.visitor().submit('/app/confirm?next=/app/account', { password: 'x' });
    expect([posted.status, posted.location]).toEqual([302, '/app/login?redirect=%2Fapp%2Faccount']);
  });

  it('a user who was just asked goes straight on (T2)', async () => {
    const browser = await app.as(club.admin, club.organization);
    const { location } = await browser.get('/app/confirm?next=/app/account/report');
    expect(location).toBe('/app/account/report');
  });
});
