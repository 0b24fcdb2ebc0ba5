import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { linkOn } from '../support/html';
import { permissionsOf, twoAdminsAndUser } from '../support/permissions';
import { changeRows, insertRows, rowsOf } from '../support/rows';

const app = testApp();

const LIST = '/app/admin/permissions';

/** Creates a user of this name in an organisation. */
async function named(organization: { uuid: string }, firstName: string, lastName: string) {
  const user = await app.make.user({ firstName, lastName });
  await app.make.belongs(user, organization);
  return user;
}

describe('the list of users', () => {
  it('the list of users names each with the linked member, holders of permissions first, in German order (C3, Y)', async () => {
    const { organization, admin } = await app.make.club();
    const other = await app.make.club();
    await named(other.organization, 'Fremde', 'Person');
    const linked = await named(organization, 'Ute', 'Zander');
    await app.make.member(organization, { firstName: 'Ute', lastName: 'Zander-Ohm', user: linked });
    for (const last of ['Öttl', 'Otto', 'Ottl', 'Äpfel', 'Affe'])
      await named(organization, 'Ina', last);
    const { page, text } = await (await app.as(admin, organization)).get(LIST);
    const order = [
      'Anna Nutzer',
      'Ina Affe',
      'Ina Äpfel',
      'Ina Ottl',
      'Ina Öttl',
      'Ina Otto',
      'Ute Zander',
    ];
    const places = order.map((name) =>
      page.indexOf(`${name}`, page.indexOf('Verknüpftes Mitglied')),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(page).toMatch(
      /Ute Zander Keine besonderen Rechte Ute Zander-Ohm Berechtigungen ?Benutzer entfernen/,
    );
    expect(page).toContain('Ina Affe Keine besonderen Rechte Kein verknüpftes Mitglied');
    expect(page).not.toContain('Fremde Person');
    expect(text).toContain(`href="${LIST}/${linked.uuid}/remove"`);
  });

  it('the list of users pages forwards and back, 50 users at a time, each once (C3)', async () => {
    const { organization, admin } = await app.make.club();
    const inserted = await app.db
      .insertInto('users')
      .values(
        Array.from({ length: 119 }, (_, at) => ({
          first_name: `Vor${at % 3}`,
          last_name: `Gleich${at % 7}`,
          email: `page${at}@verein.example`,
          password_hash: 'x',
        })),
      )
      .returning('uuid')
      .execute();
    await insertRows(
      app.db,
      'organization_users',
      inserted.map(({ uuid }) => ({ organization_uuid: organization.uuid, user_uuid: uuid })),
    );
    const browser = await app.as(admin, organization);
    const idsOn = (text: string) =>
      [...text.matchAll(/permissions\/([\w-]{36})[^/"]*\/remove/g)].map(([, id]) => id);
    const first = await browser.get(LIST);
    const second = await browser.get(linkOn(first, 'next'));
    const third = await browser.get(linkOn(second, 'next'));
    const all = [first, second, third].flatMap(({ text }) => idsOn(text));
    expect([first, second, third].map(({ text }) => idsOn(text).length)).toEqual([51, 50, 19]);
    expect(new Set(all).size).toBe(120);
    expect(linkOn(first, 'prev')).toBe('');
    expect(linkOn(third, 'next')).toBe('');
    const back = await browser.get(linkOn(third, 'prev'));
    expect(idsOn(back.text)).toEqual(idsOn(second.text));
    const start = await browser.get(linkOn(back, 'prev'));
    expect(idsOn(start.text)).toEqual(idsOn(first.text));
    expect(linkOn(start, 'prev')).toBe('');
    // A dialog keeps the page of the list behind it.
    expect(second.text).toMatch(/permissions\/[\w-]{36}\?after=/);
  });

  it('searching users matches parts of the name, whatever is typed (C3)', async () => {
    const { organization, admin } = await app.make.club();
    await named(organization, 'Jörg', 'Müller-Lüdenscheidt');
    await named(organization, 'Per', '100%ig');
    const browser = await app.as(admin, organization);
    const found = async (q: string) =>
      (await browser.get(`${LIST}?q=${encodeURIComponent(q)}`)).page;
    expect(await found('müll jÖR')).toContain('Jörg Müller-Lüdenscheidt');
    expect(await found('müll jÖR')).not.toContain('Per 100%ig');
    expect(await found('%')).toContain('Per 100%ig');
    expect(await found('%')).not.toContain('Müller');
    expect(await found('_\\')).toContain('Keine Benutzer gefunden. Alle Benutzer anzeigen');
    const response = await browser.get(`${LIST}?q=%00`);
    expect(response.status).toBe(404);
    expect((await browser.get(`${LIST}?after=unsinn`)).status).toBe(404);
  });

  it('searching users finds Yılmaz and O’Brien however they are typed (C3)', async () => {
    const { organization, admin } = await app.make.club();
    await named(organization, 'Işıl', 'Yılmaz');
    await named(organization, 'Sean', 'O’Brien');
    const browser = await app.as(admin, organization);
    const found = async (q: string) =>
      (await browser.get(`${LIST}?q=${encodeURIComponent(q)}`)).page;
    expect(await found('isil yilmaz')).toContain('Işıl Yılmaz');
    for (const typed of ['OBrien', "O'Brien", 'O’Brien', 'O´Brien'])
      expect(await found(typed), typed).toContain('Sean O’Brien');
    expect(await found('yilmaz')).not.toContain('Brien');
    expect(await found("'")).toContain('Keine Benutzer gefunden.');
  });

  it('the list shows what each user may do and when they accepted their invitation (C3, D3)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    await app.make.member(organization);
    const pending = await app.make.member(organization);
    await browser.call('POST', `/organization/invitation/${pending.uuid}`);
    const member = await app.make.member(organization, { firstName: 'Jörg', lastName: 'Müller' });
    const { code } = (await browser.call('POST', `/organization/invitation/${member.uuid}`)).json;
    const user = await app.make.user({ firstName: 'Jörg', lastName: 'Müller' });
    await (await app.as(user)).call('POST', `/organization/invitation/accept/${code}`);
    const { page, text } = await browser.get(LIST);
    expect(page).toContain('Administration, Veranstaltungen, Mitglieder');
    expect(page).toMatch(/Jörg Müller Keine besonderen Rechte Jörg Müller, seit \d\d\. \S+ \d{4}/);
    expect(page.match(/, seit \d/g)).toHaveLength(1);
    expect(text).toContain('href="/app/members/invitations"');
    expect((await browser.get(`${LIST}?q=Jörg`)).page).not.toContain('Einladungen:');
    for (const name of ['Jugend', 'Damen'])
      await app.make.leads(
        { member: member.uuid },
        await app.make.group(organization, [], { name }),
      );
    expect((await browser.get(LIST)).page).toContain('Jörg Müller Leitet Damen, Jugend');
  });

  it('the list of users shows a changed name (C3)', async () => {
    const { organization, admin } = await app.make.club();
    const user = await named(organization, 'Eva', 'Vorher');
    await changeRows(app.db, 'users', user.uuid, { last_name: 'Nachher' });
    const { page } = await (await app.as(admin, organization)).get(`${LIST}?q=nachher`);
    expect(page).toContain('Eva Nachher');
  });
});

describe("a user's permissions", () => {
  it("a user's permissions are listed with their state and a button each (C3)", async () => {
    const { organization, user, browser } = await twoAdminsAndUser(app, ['EDIT_EVENTS']);
    const { page, text } = await browser.get(`${LIST}/${user.uuid}?q=Anna`);
    for (const setting of [
      'Administration Nicht aktiviert Aktivieren Verwaltet den Verein,',
      'Veranstaltungen bearbeiten Aktiviert Deaktivieren Legt Veranstaltungen und Umfragen an',
      'Mitglieder bearbeiten Nicht aktiviert Aktivieren Trägt Mitglieder ein,',
    ])
      expect(page).toContain(setting);
    expect(text).toContain(`href="${LIST}?q=Anna"`);
    expect(text).toContain(`name="organization" value="${organization.uuid}"`);
  });

  it('permissions are granted and revoked one at a time, staying in the dialog (C3)', async () => {
    const { organization, user, browser } = await twoAdminsAndUser(app);
    const path = `${LIST}/${user.uuid}?q=Anna`;
    for (const [state, permission, held] of [
      ['granted', 'EDIT_EVENTS', ['EDIT_EVENTS']],
      ['granted', 'EDIT_EVENTS', ['EDIT_EVENTS']],
      ['granted', 'ORGANIZATION_ADMIN', ['EDIT_EVENTS', 'ORGANIZATION_ADMIN']],
      ['revoked', 'EDIT_EVENTS', ['ORGANIZATION_ADMIN']],
      ['revoked', 'EDIT_EVENTS', ['ORGANIZATION_ADMIN']],
    ] as const) {
      const response = await browser.submit(path, { permission, state });
      expect([response.status, response.location]).toEqual([303, path]);
      expect((await browser.get(path)).page).toContain('Berechtigungen gespeichert.');
      expect(await permissionsOf(app, user, organization)).toEqual(held);
    }
    // What changed nothing is not in the log (X6).
    const about = { organization_uuid: organization.uuid };
    expect(await rowsOf(app.db, 'audit_log', about, ['action'])).toHaveLength(3);
  });

  it('the permission dialog refuses an unknown permission or change (C3)', async () => {
    const { organization, user, browser } = await twoAdminsAndUser(app);
    for (const fields of [
      { permission: 'ROOT', state: 'granted' },
      { permission: 'EDIT_EVENTS', state: 'perhaps' },
      { permission: 'EDIT_EVENTS' },
    ]) {
      const response = await browser.submit(
        `${LIST}/${user.uuid}`,
        fields as Record<string, string>,
      );
      expect(response.status).toBe(422);
    }
    expect(await permissionsOf(app, user, organization)).toEqual([]);
  });

  it('dropping an own permission leads to /app/ and reloads (C4)', async () => {
    const { admin, browser } = await twoAdminsAndUser(app);
    const own = `${LIST}/${admin.uuid}`;
    const response = await browser.submit(own, { permission: 'EDIT_EVENTS', state: 'revoked' });
    expect(response.location).toBe('/app/');
    expect((await browser.get(response.location)).page).toContain('Berechtigungen gespeichert.');
    expect((await browser.get('/app/events')).page).not.toContain('Veranstaltung erstellen');
    expect((await browser.get(own)).page).toContain(
      'Veranstaltungen bearbeiten Nicht aktiviert Aktivieren',
    );
    const back = await browser.submit(own, { permission: 'EDIT_EVENTS', state: 'granted' });
    expect(back.location).toBe(own);
  });

  it('the dialog asks before giving up the own administration, then leads to /app/ (C4)', async () => {
    const { organization, admin, browser } = await twoAdminsAndUser(app);
    const dialog = await browser.get(`${LIST}/${admin.uuid}`);
    expect(dialog.text).toContain(`href="${LIST}/resign"`);
    expect(dialog.text).not.toContain('name="permission" value="ORGANIZATION_ADMIN"');
    const question = await browser.get(`${LIST}/resign`);
    expect(question.page).toContain(
      'Eigene Berechtigung zur Administration der Organisation wirklich entfernen?',
    );
    expect(await permissionsOf(app, admin, organization)).toContain('ORGANIZATION_ADMIN');
    const response = await browser.submit(`${LIST}/resign`);
    expect([response.status, response.location]).toEqual([303, '/app/']);
    expect(await permissionsOf(app, admin, organization)).toEqual(['EDIT_EVENTS', 'EDIT_MEMBERS']);
    const home = await browser.get('/app/');
    expect(home.page).toContain('Sie verwalten diesen Verein nicht mehr.');
    expect(home.page).not.toContain('Meine Organisation');
    expect((await browser.submit(`${LIST}/resign`)).location).toBe('/app/');
  });

  it('the permission dialog says what failed after a server fault (C3, B7)', async () => {
    const { user, browser } = await twoAdminsAndUser(app);
    await sql`alter table permissions rename column granted_at to gone`.execute(app.db);
    await sql`alter table permissions alter column gone drop default`.execute(app.db);
    try {
      const fields = { permission: 'EDIT_EVENTS', state: 'granted' };
      const response = await browser.submit(`${LIST}/${user.uuid}`, fields);
      expect(response.status).toBe(500);
      expect(response.page).toContain('Fehler beim speichern der Berechtigungen.');
      expect(app.errors.splice(0)).toHaveLength(1);
    } finally {
      await sql`alter table permissions alter column gone set default now()`.execute(app.db);
      await sql`alter table permissions rename column gone to granted_at`.execute(app.db);
    }
  });
});
