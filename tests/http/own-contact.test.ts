import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { recordParts } from '~/features/members/fields';
import { unsubscribeToken } from '~/features/notifications/unsubscribing.server';
import { mapped } from '~/kernel/columns';
import { unsubscribePath } from '~/paths/links';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { digestsTo, mailbox } from '../support/mail-count';
import { changeRows, rowOf, rowsOf } from '../support/rows';
import { hidden } from '../support/sent-on';
import { withoutTokens } from '../support/told';

const app = testApp({ rateLimits: true });

const FIELDS = {
  email: 'lena@post.example',
  mobile: '0170 815',
  phone: '',
  street: 'Deichweg 5',
  postalCode: '68199',
  city: 'Mannheim',
};
const PATH = '/app/account/contact';

async function club() {
  const { organization, admin } = await app.make.club();
  const user = await app.make.userOf(organization);
  const browser = await app.as(user, organization);
  const save = (fields: Record<string, string | readonly string[]>) =>
    browser.submit(PATH, { member: user.member, ...FIELDS, ...fields });
  const stored = () =>
    app.db
      .selectFrom('members')
      .selectAll()
      .where('uuid', '=', user.member)
      .executeTakeFirstOrThrow();
  const logged = () => loggedActions(app, organization);
  return { organization, admin, user, browser, save, stored, logged };
}

describe('own contact data', () => {
  it('members change how they are reached, and the log names fields, not what they hold (O3, X6)', async () => {
    const { organization, user, browser, save, stored, logged } = await club();
    expect((await browser.get('/app/account')).text).toContain(`href="${PATH}"`);
    expect((await browser.get(PATH)).page).toContain('Das sieht nur die Verwaltung.');
    const saved = await save({ released: ['mobile', 'address'] });
    expect([saved.status, saved.location]).toEqual([303, `${PATH}?member=${user.member}`]);
    expect(await stored()).toMatchObject({
      email: 'lena@post.example',
      mobile: '0170 815',
      street: 'Deichweg 5',
      postal_code: '68199',
      city: 'Mannheim',
      released: ['mobile', 'address'],
      version: 2,
    });
    const page = await browser.get(PATH);
    expect(page.page).toContain(messages.contactSaved({ club: organization.name }).title);
    expect((await browser.get('/app/account')).page).toContain('0170 815 · lena@post.example');
    for (const value of Object.values(FIELDS).filter(Boolean))
      expect(page.text).toContain(`value="${value}"`);
    // A number that is only written otherwise is no news, and what is not changed even less.
    await save({ mobile: '0170/815', released: 'mobile' });
    await save({ mobile: '0170/815', released: 'mobile' });
    const all = await logged();
    expect(all.map((action) => action.replace(/„[^“]*“/g, '„…“'))).toEqual([
      'Mitglied „…“: Kontaktdaten geändert (E-Mail, Mobil, Anschrift), Mitglied „…“: Freigabe geändert (Mobil, Anschrift)',
      'Mitglied „…“: Freigabe geändert (Anschrift)',
    ]);
    expect(all.join()).not.toMatch(/lena@|0170|Deichweg|68199/);
  });

  it('nobody changes those of others, nor anything else of their own (O3)', async () => {
    const { organization, admin, user, browser, save } = await club();
    for (const member of [admin.member, crypto.randomUUID()]) {
      const refused = await browser.submit(PATH, { ...FIELDS, member });
      expect([refused.status, refused.location]).toEqual([302, '/app/account']);
      const account = await browser.get(refused.location);
      expect(account.page).toContain('Fehler beim Speichern der Kontaktdaten.');
    }
    const changed = { birthday: '1984-02-29', description: 'Torwart' };
    await changeRows(app.db, 'members', user.member, changed);
    await save({ birthday: '2000-01-01', description: '', firstName: 'Neu' });
    const { json } = await browser.call('GET', `/member/${user.member}`);
    expect(json).toMatchObject({ birthday: '1984-02-29', description: 'Torwart' });
    expect(json.firstName).not.toBe('Neu');
    const editor = await app.asUserOf(organization, ['EDIT_MEMBERS']);
    expect((await editor.call('GET', `/member/${user.member}`)).json.email).toBe(json.email);
  });

  it('wrong values are refused at their field, and an outdated form says what has become (O3, G5)', async () => {
    const { save, stored } = await club();
    const wrong = await save({ email: 'keine', phone: 'unbekannt' });
    expect(wrong.status).toBe(422);
    expect(wrong.page).toContain('Ungültige E-Mail');
    expect(wrong.page).toContain('Keine Telefonnummer.');
    expect(wrong.text).toContain('value="unbekannt"');
    expect((await save({ __version: '1' })).status).toBe(303);
    const late = await save({ city: 'Schwetzingen', __version: '1' });
    expect(late.status).toBe(409);
    expect(late.page).toContain('Zurzeit gespeichert: Mannheim');
    expect((await stored()).city).toBe('Mannheim');
  });

  it('somebody in several clubs has a form for each, in its own club, and in none is told so (O3, B1)', async () => {
    const { user, browser } = await club();
    const second = await app.make.organization({ name: 'Kegelfreunde' });
    await app.make.belongs(user, second);
    const member = await app.make.member(second, { user, firstName: 'L', lastName: 'W' });
    expect((await browser.get(PATH)).page).toContain('Kegelfreunde');
    const there = await browser.visit(`${PATH}?member=${member.uuid}`);
    expect(there.page).toContain('So erreicht Sie Kegelfreunde');
    expect(hidden(there).organization).toBe(second.uuid);
    const homeless = await app.as(await app.make.user());
    expect((await homeless.get(PATH)).page).toContain('Noch nirgends eingetragen');
  });

  it('changing them a thousand times a day ends with 429 that says when (O3)', async () => {
    const { save, stored } = await club();
    const statuses = new Set<number>();
    for (let nth = 0; nth < 25; nth++) statuses.add((await save({ city: `Ort ${nth}` })).status);
    expect([...statuses]).toEqual([303, 429]);
    expect((await stored()).city).toBe('Ort 19');
  });

  it('changes at the same time are each carried out, one after the other (O3)', async () => {
    const { save, stored } = await club();
    const cities = ['Ort A', 'Ort B', 'Ort C', 'Ort D'];
    const saved = await Promise.all(cities.map((city) => save({ city })));
    expect(saved.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await stored()).toMatchObject({ version: 5, city: expect.stringMatching(/^Ort /) });
  });
});

describe('those who edit members', () => {
  it('hear in one digest who has changed which contact data, not to what, and nobody else does (O3, N9)', async () => {
    const { organization, admin, user, save } = await club();
    const withOnly = (permission: 'EDIT_MEMBERS' | 'EDIT_EVENTS') =>
      app.make.userOf(organization, [permission]);
    const [editor, former, unwilling] = await Promise.all([
      withOnly('EDIT_MEMBERS'),
      withOnly('EDIT_MEMBERS'),
      withOnly('EDIT_MEMBERS'),
    ]);
    const other = await withOnly('EDIT_EVENTS');
    const settings = (browser: Awaited<ReturnType<typeof app.as>>) =>
      browser.call('PUT', '/user/self/notifications', { topics: { contact_changed: 'off' } });
    expect((await settings(await app.as(unwilling, organization))).status).toBe(200);
    await save({ released: ['mobile'] });
    // The first mail of it waits; what changes meanwhile joins it.
    expect(await mailbox(app, editor.email)).toEqual([]);
    await save({ city: 'Schwetzingen', released: [] });
    await save({ city: 'Schwetzingen', mobile: '0170 / 815' });
    const own = await app.as(editor, organization);
    await own.submit(PATH, { ...FIELDS, member: editor.member });
    await app.db.deleteFrom('permissions').where('user_uuid', '=', former.uuid).execute();
    const [mail, ...more] = await digestsTo(app, editor.email);
    expect(more).toEqual([]);
    const { first_name: first, last_name: last } = await rowOf(app.db, 'members', user.member, [
      'first_name',
      'last_name',
    ]);
    expect(withoutTokens(mail?.text)).toContain(`
Geänderte Kontaktdaten

${first} ${last}
Hat geändert: E-Mail, Mobil, Anschrift.

Zum Mitglied:
${app.origin}/app/members/${user.member}
`);
    expect(mail?.subject).toContain(`${first} ${last}`);
    const told = [mail?.subject, mail?.html, mail?.text].join();
    expect(told).not.toMatch(/lena@|0170|Deichweg|68199|Mannheim|Schwetzingen/);
    expect(await digestsTo(app, admin.email)).toHaveLength(1);
    for (const { email } of [former, unwilling, other, user])
      expect(await digestsTo(app, email)).toEqual([]);
    const rows = await rowsOf(app.db, 'notifications', { organization_uuid: organization.uuid }, [
      'details',
      'kind',
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/lena@|0170|Deichweg|68199|Mannheim/);
    // Told, so the next change is another one; and a deleted member is nobody's news.
    await save({ phone: '0621 4711' });
    await app.db.deleteFrom('members').where('uuid', '=', user.member).execute();
    expect(await digestsTo(app, editor.email)).toHaveLength(1);
  });

  it('choose how they hear of it, at once by a mail of its own, and end it by its link (O3, N2, N10)', async () => {
    const { organization, user, browser, save } = await club();
    const editor = await app.make.userOf(organization, ['EDIT_MEMBERS']);
    const reader = await app.as(editor, organization);
    const screen = '/app/account/notifications';
    expect((await reader.get(screen)).page).toContain('Geänderte Kontaktdaten');
    expect((await browser.get(screen)).page).not.toContain('Geänderte Kontaktdaten');
    await reader.call('PUT', '/user/self/notifications', { topics: { contact_changed: 'mail' } });
    await save({});
    const [mail] = await mailbox(app, editor.email);
    expect(mail?.text).toContain('Hat geändert: E-Mail, Mobil, Anschrift.');
    const { pathname } = new URL(mail?.unsubscribe ?? '');
    const ended = await app.visitor().submit(pathname, { 'List-Unsubscribe': 'One-Click' });
    expect(ended.page).toContain('keine E-Mails mehr zu „Geänderte Kontaktdaten“.');
    await save({ phone: '0621 4711' });
    expect(await mailbox(app, editor.email)).toHaveLength(1);
    // A link that ends the digest of somebody else does not speak of it.
    const { secret } = app.config;
    const token = unsubscribeToken(
      { user: user.uuid, organization: organization.uuid, topic: 'digest' },
      secret,
    );
    const page = await app.visitor().get(unsubscribePath(token));
    expect(page.page).toContain('„Neue Umfragen“');
    expect(page.page).not.toContain('Kontaktdaten');
  });
});

describe('who sees what', () => {
  it('an admin can show each part of a record (O2)', async () => {
    const { organization, admin } = await club();
    const browser = await app.as(admin, organization);
    const shown = mapped(recordParts, () => 'members');
    await browser.submit('/app/admin/members', { organization: organization.uuid, ...shown });
    const { rows } = await sql<{ part: string }>`
      select part from member_visibility
      where organization_uuid = ${organization.uuid} and seen_by = 'members'`.execute(app.db);
    expect(rows.map(({ part }) => part).sort()).toEqual(Object.keys(recordParts).sort());
  });

  it('a form that is older than another one shows nothing again that was hidden since (O2)', async () => {
    const { organization, admin } = await club();
    const browser = await app.as(admin, organization);
    const path = '/app/admin/members';
    const seen = { phone: 'members', email: 'office' };
    await browser.submit(path, seen);
    const { text } = await browser.get(path);
    expect(text).toContain('<input type="hidden" name="shown.phone" value="members"/>');
    const shown = { 'shown.phone': 'members', 'shown.email': 'office' };
    await browser.submit(path, { ...shown, ...seen, phone: 'office' });
    await browser.submit(path, { ...shown, ...seen, email: 'leaders' });
    const now = await rowsOf(
      app.db,
      'member_visibility',
      { organization_uuid: organization.uuid },
      ['part', 'seen_by'],
    );
    expect(now).toEqual([{ part: 'email', seen_by: 'leaders' }]);
  });

  it('an admin decides for each part, and takes it back (O2)', async () => {
    const { organization, admin, user } = await club();
    const browser = await app.as(admin, organization);
    const path = '/app/admin/members';
    expect((await browser.get('/app/admin/organization')).text).toContain(`href="${path}"`);
    const choose = (fields: Record<string, string>) =>
      browser.submit(path, { organization: organization.uuid, ...fields });
    const rows = () =>
      rowsOf(
        app.db,
        'member_visibility',
        { organization_uuid: organization.uuid },
        ['part', 'seen_by'],
        ['part'],
      );
    expect((await choose({ phone: 'leaders', email: 'members' })).status).toBe(303);
    expect(await rows()).toEqual([
      { part: 'email', seen_by: 'members' },
      { part: 'phone', seen_by: 'leaders' },
    ]);
    const page = await browser.get(path);
    expect(page.page).toContain('Sichtbarkeit gespeichert.');
    expect(page.text).toMatch(/selected=""[^>]*>Leitung der Gruppe/);
    const other = await app.as(user, organization);
    await other.submit(path, { organization: organization.uuid, phone: 'members' });
    expect((await other.get('/app/')).page).toContain('Fehler beim Speichern der Sichtbarkeit.');
    await choose({ email: 'office', phone: 'leaders' });
    expect(await rows()).toEqual([{ part: 'phone', seen_by: 'leaders' }]);
    expect((await choose({ phone: 'everybody' })).status).toBe(422);
    expect(await loggedActions(app, organization)).toEqual([
      'Wer Angaben zu Mitgliedern sieht, geändert: E-Mail, Telefon',
      'Wer Angaben zu Mitgliedern sieht, geändert: E-Mail',
    ]);
    // Two at once: both are carried out.
    await Promise.all([
      choose({ city: 'x' }),
      choose({ gender: 'members' }),
      choose({ gender: 'leaders' }),
    ]);
    expect((await rows()).map(({ part }) => part)).toEqual(['gender', 'phone']);
  });
});
