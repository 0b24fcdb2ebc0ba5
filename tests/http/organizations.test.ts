import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';

const app = testApp();
const closed = testApp({ foundingByEveryone: false });

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function organization(uuid: string) {
  return app.db
    .selectFrom('organizations')
    .select(['name', 'motd'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
}

describe('the way in', () => {
  it('leads who is not logged in to the log-in, keeping the path (B2)', async () => {
    const visitor = app.visitor();
    expect((await visitor.get('/')).location).toBe('/app/');
    expect((await visitor.get('/app/')).location).toBe('/app/login');
    const asked = await visitor.get('/app/admin/permissions?q=M%C3%BCller');
    expect(asked.location).toBe(
      `/app/login?redirect=${encodeURIComponent('/app/admin/permissions?q=M%C3%BCller')}`,
    );
    const posted = await visitor.submit('/app/admin/organization', { name: 'Neu' });
    expect(posted.location).toMatch(/^\/app\/login/);
  });

  it('removes ?refresh and keeps the rest of the address (B3)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    expect((await browser.get('/app/?refresh')).location).toBe('/app/');
    expect((await browser.get('/app/admin/permissions?q=a&refresh=1')).location).toBe(
      '/app/admin/permissions?q=a',
    );
  });
});

describe('the shell', () => {
  it('shows administration to admins only, and both ways out (B1)', async () => {
    const { organization, admin } = await app.make.club({ name: 'TSV Übersee' });
    const user = await app.make.userOf(organization, ['EDIT_EVENTS', 'EDIT_MEMBERS']);
    const asAdmin = await (await app.as(admin, organization)).get('/app/');
    for (const item of [
      'Übersicht',
      'Veranstaltungen',
      'Mitglieder',
      'Meine Organisation',
      'Berechtigungen',
    ])
      expect(asAdmin.page).toContain(item);
    const asUser = await (await app.as(user, organization)).get('/app/');
    expect(asUser.page).toContain('Veranstaltungen');
    expect(asUser.page).toContain('Abmelden');
    expect(asUser.page).not.toContain('Meine Organisation');
    expect(asUser.page).not.toContain('Berechtigungen');
  });

  it('remembers the active organisation per session (B1)', async () => {
    const { organization: first, admin } = await app.make.club({ name: 'A-Verein' });
    const { organization: second } = await app.make.club({ name: 'B-Verein' });
    await app.make.belongs(admin, second);
    const browser = await app.as(admin);
    const elsewhere = await app.as(admin);
    expect((await browser.get('/app/')).page).toContain('für A-Verein');

    const chosen = await browser.submit('/app/organizations/active', { organization: second.uuid });
    expect([chosen.status, chosen.location]).toEqual([303, '/app/']);
    expect((await browser.get('/app/')).page).toContain('für B-Verein');
    // What one may do is decided there, not where one was before.
    expect((await browser.get('/app/')).page).not.toContain('Meine Organisation');
    expect((await elsewhere.get('/app/')).page).toContain('für A-Verein');
    expect(
      (await browser.submit('/app/organizations/active', { organization: first.uuid })).status,
    ).toBe(303);
  });

  it("does not select someone else's organisation, or none (B1, H)", async () => {
    const { organization, admin } = await app.make.club({ name: 'Eigener Verein' });
    const { organization: foreign } = await app.make.club();
    const browser = await app.as(admin, organization);
    for (const other of [foreign.uuid, UNKNOWN]) {
      const answer = await browser.submit('/app/organizations/active', { organization: other });
      expect(answer.status).toBe(404);
    }
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
    expect((await browser.get('/app/organizations/active')).page).toContain('Zur Übersicht');
  });

  it('is about the organisation that a system administrator looks into without belonging to it (H)', async () => {
    const { organization: own, admin } = await app.make.club({ name: 'Eigener Verein' });
    const { organization: other } = await app.make.club({ name: 'Anderer Verein' });
    await app.db.updateTable('users').set({ admin: true }).where('uuid', '=', admin.uuid).execute();
    const browser = await app.as(admin, own);
    const entered = await browser.visit(`/app/admin/organization?organization=${other.uuid}`);
    expect(entered.page).toContain('Anderer Verein');
    // What forms on it are about, and every screen from here on.
    expect(entered.text).toContain(`name="organization" value="${other.uuid}"`);
    expect(entered.text).not.toMatch(
      new RegExp(`type="hidden" name="organization" value="${own.uuid}"`),
    );
    const saved = await browser.submit('/app/admin/organization', { name: 'Umbenannt', motd: '' });
    expect(saved.status).toBe(303);
    expect((await browser.get('/app/')).page).toContain('für Umbenannt');
    await browser.submit('/app/events/new', {
      name: 'Fest',
      date: '2031-01-01',
      eventType: 'OPEN_EVENT',
    });
    const events = await app.db.selectFrom('events').select('organization_uuid').execute();
    expect(events.filter(({ organization_uuid }) => organization_uuid === own.uuid)).toEqual([]);
    expect(events.filter(({ organization_uuid }) => organization_uuid === other.uuid)).toHaveLength(
      1,
    );
    // Back to one's own by the selector, and out of a club that there is no more.
    expect(
      (await browser.submit('/app/organizations/active', { organization: own.uuid })).status,
    ).toBe(303);
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
    expect(
      (await browser.submit('/app/organizations/active', { organization: other.uuid })).status,
    ).toBe(303);
    await app.db.deleteFrom('organizations').where('uuid', '=', other.uuid).execute();
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
    // It ends with the flag.
    const { organization: third } = await app.make.club();
    expect(
      (await browser.submit('/app/organizations/active', { organization: third.uuid })).status,
    ).toBe(303);
    await app.db
      .updateTable('users')
      .set({ admin: false })
      .where('uuid', '=', admin.uuid)
      .execute();
    expect((await browser.get('/app/')).page).toContain('für Eigener Verein');
  });

  it('shows a German not-found screen with status 404, inside the shell (B7)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    for (const path of ['/app/gibt-es-nicht', '/app/admin/nichts', '/app/admin']) {
      const answer = await browser.get(path);
      expect(answer.status).toBe(404);
      expect(answer.page).toContain('Seite nicht gefunden');
      expect(answer.page).toContain('Abmelden');
    }
    expect((await app.visitor().get('/app/gibt-es-nicht')).location).toMatch(
      /^\/app\/login\?redirect=/,
    );
  });
});

describe('without an organisation', () => {
  it('every screen says so and offers to found one (B4)', async () => {
    const browser = await app.as(await app.make.user());
    for (const path of ['/app/', '/app/admin/organization', '/app/admin/permissions']) {
      const answer = await browser.get(path);
      expect(answer.status).toBe(200);
      expect(answer.page).toContain('Keine Organisationen verfügbar.');
      expect(answer.text).toContain('href="/app/organizations/new"');
    }
  });

  it('founding makes an admin with every permission and a linked member record (B4)', async () => {
    const user = await app.make.user({ firstName: 'Käthe', lastName: 'Übel' });
    const browser = await app.as(user);
    const founded = await browser.submit('/app/organizations/new', { name: '  Gesangverein  ' });
    expect([founded.status, founded.location]).toEqual([303, '/app/']);
    const home = await browser.get('/app/');
    expect(home.page).toContain('für Gesangverein');
    expect(home.page).toContain('Organisation erstellt.');
    expect(home.page).toContain('Berechtigungen');

    const [made] = (await browser.call('GET', '/organization')).json;
    const members = await app.db
      .selectFrom('members')
      .select(['first_name', 'last_name', 'user_uuid'])
      .where('organization_uuid', '=', made.uuid)
      .execute();
    expect(members).toEqual([{ first_name: 'Käthe', last_name: 'Übel', user_uuid: user.uuid }]);
    const held = await browser.call('GET', `/permission/${user.uuid}/${made.uuid}`);
    expect(held.json.map(({ permission }: { permission: string }) => permission)).toEqual([
      'EDIT_EVENTS',
      'EDIT_MEMBERS',
      'ORGANIZATION_ADMIN',
    ]);
  });

  it('refuses a founding without a name and keeps what was typed (B4)', async () => {
    const browser = await app.as(await app.make.user());
    expect((await browser.submit('/app/organizations/new', { name: '   ' })).status).toBe(422);
    const long = await browser.submit('/app/organizations/new', { name: 'x'.repeat(201) });
    expect(long.status).toBe(422);
    expect(long.text).toContain(`value="${'x'.repeat(201)}"`);
    expect((await browser.call('POST', '/organization', { name: '' })).status).toBe(422);
    expect((await browser.call('POST', '/organization', { name: 'A', motd: 'b' })).status).toBe(
      422,
    );
    expect((await app.visitor().call('POST', '/organization', { name: 'A' })).status).toBe(401);
    expect((await browser.call('GET', '/organization')).json).toEqual([]);
  });

  it('ORGANIZATION_FOUNDING=administrators leaves it to system administrators (B4, I3)', async () => {
    const user = await closed.as(await closed.make.user());
    const home = await user.get('/app/');
    expect(home.page).toContain('Keine Organisationen verfügbar.');
    expect(home.text).not.toContain('/app/organizations/new');
    expect((await user.get('/app/organizations/new')).location).toBe('/app/');
    expect((await user.submit('/app/organizations/new', { name: 'Heimlich' })).location).toBe(
      '/app/',
    );
    expect((await user.call('POST', '/organization', { name: 'Heimlich' })).status).toBe(403);
    expect((await user.call('GET', '/organization')).json).toEqual([]);

    const operator = await closed.as(await closed.make.user({ admin: true }));
    expect((await operator.get('/app/')).text).toContain('/app/organizations/new');
    expect((await operator.submit('/app/organizations/new', { name: 'Offiziell' })).status).toBe(
      303,
    );
    expect((await operator.get('/app/')).page).toContain('für Offiziell');
  });
});

describe('the dashboard', () => {
  it('greets and shows the message of the day line by line (C1)', async () => {
    const motd = 'Erste Zeile\r\n\r\n<b>Dritte</b> Zeile\n';
    const { organization } = await app.make.club({ name: 'SV Gruß', motd });
    const user = await app.make.userOf(organization);
    const { page, text } = await (await app.as(user, organization)).get('/app/');
    expect(page).toContain('Willkommen bei Vereinsheim für SV Gruß');
    expect(page).toContain('Information Erste Zeile <b>Dritte</b> Zeile');
    expect(text).toMatch(
      /<div>Erste Zeile<\/div><br\/?><div>&lt;b&gt;Dritte&lt;\/b&gt; Zeile<\/div>/,
    );
  });

  it('shows no card without a message (C1)', async () => {
    const { organization, admin } = await app.make.club();
    expect((await (await app.as(admin, organization)).get('/app/')).page).not.toContain(
      'Information',
    );
  });

  it('says when it cannot be loaded, with a reference that is in the log (C1, B7)', async () => {
    const { organization, admin } = await app.make.club();
    const browser = await app.as(admin, organization);
    await sql`alter table organizations rename column motd to gone`.execute(app.db);
    try {
      const answer = await browser.get('/app/');
      expect(answer.status).toBe(500);
      expect(answer.page).toContain('Error: Organisation Fehler beim laden der Daten.');
      expect(answer.page).toContain('Abmelden');
      const [logged] = app.errors.splice(0) as Array<{ requestId: string }>;
      expect(logged?.requestId).toMatch(/\w+/);
      expect(answer.page).toContain(`Referenz: ${logged?.requestId}`);
    } finally {
      await sql`alter table organizations rename column gone to motd`.execute(app.db);
    }
  });
});

describe('editing the organisation', () => {
  it('saves name and message and says so (C2)', async () => {
    const { organization: club, admin } = await app.make.club({ name: 'Alt' });
    const browser = await app.as(admin, club);
    const screen = await browser.get('/app/admin/organization');
    expect(screen.text).toMatch(/<textarea[^>]*rows="5"/);
    const saved = await browser.submit('/app/admin/organization', {
      name: 'Neu',
      motd: 'Zeile\r\n\r\nEnde',
    });
    expect([saved.status, saved.location]).toEqual([303, '/app/admin/organization']);
    const again = await browser.get('/app/admin/organization');
    expect(again.page).toContain('Daten der Organisation gespeichert.');
    expect(await organization(club.uuid)).toEqual({ name: 'Neu', motd: 'Zeile\r\n\r\nEnde' });
    // An empty message takes the card away.
    await browser.submit('/app/admin/organization', { name: 'Neu', motd: '' });
    expect(await organization(club.uuid)).toEqual({ name: 'Neu', motd: '' });
  });

  it('refuses an empty name and a message that is too long, keeping what was typed (C2)', async () => {
    const { organization: club, admin } = await app.make.club({ name: 'Bleibt' });
    const browser = await app.as(admin, club);
    const nameless = await browser.submit('/app/admin/organization', {
      name: ' ',
      motd: 'Getippter Text',
    });
    expect(nameless.status).toBe(422);
    expect(nameless.page).toContain('Bitte einen Namen eingeben.');
    expect(nameless.text).toContain('Getippter Text</textarea>');
    const long = await browser.submit('/app/admin/organization', {
      name: 'Neu',
      motd: 'x'.repeat(10_001),
    });
    expect(long.status).toBe(422);
    expect(long.page).toContain('Höchstens 10000 Zeichen.');
    expect(await organization(club.uuid)).toEqual({ name: 'Bleibt', motd: '' });
  });

  it('changes the organisation that the form was about, not the one chosen since (C2)', async () => {
    const { organization: one, admin } = await app.make.club({ name: 'Eins' });
    const { organization: two } = await app.make.club({ name: 'Zwei' });
    await app.make.belongs(admin, two, 'ORGANIZATION_ADMIN');
    const browser = await app.as(admin, one);
    const { text } = await browser.get('/app/admin/organization');
    expect(text).toContain(`name="organization" value="${one.uuid}"`);
    await browser.submit('/app/organizations/active', { organization: two.uuid });
    const fields = { organization: one.uuid, name: 'Eins neu', motd: '' };
    await browser.submit('/app/admin/organization', fields);
    expect((await organization(one.uuid))?.name).toBe('Eins neu');
    expect((await organization(two.uuid))?.name).toBe('Zwei');
  });

  it('is for admins: others are led to /app/ and nothing changes (C2, B7, H)', async () => {
    const { organization: club } = await app.make.club({ name: 'Unberührt' });
    const user = await app.make.userOf(club, ['EDIT_EVENTS', 'EDIT_MEMBERS']);
    const browser = await app.as(user, club);
    for (const path of ['/app/admin/organization', '/app/admin/organization/delete']) {
      expect((await browser.get(path)).location).toBe('/app/');
      const posted = await browser.submit(path, { name: 'Unberührt', motd: 'Übernommen' });
      expect(posted.location).toBe('/app/');
    }
    const stranger = await app.as(await app.make.user());
    const fields = { organization: club.uuid, name: 'Unberührt' };
    expect((await stranger.submit('/app/admin/organization', fields)).status).toBe(404);
    expect((await stranger.submit('/app/admin/organization/delete', fields)).status).toBe(404);
    expect(await organization(club.uuid)).toEqual({ name: 'Unberührt', motd: '' });
  });
});

describe('deleting the organisation', () => {
  it('says what will be lost and asks for the name; a wrong one deletes nothing (C2)', async () => {
    const { organization: club, admin } = await app.make.club({ name: 'Schützenverein' });
    await app.make.member(club);
    await app.make.poll(await app.make.event(club));
    const browser = await app.as(admin, club);
    const asked = await browser.get('/app/admin/organization/delete');
    expect(asked.page).toContain('Mitglieder 2 Veranstaltungen 1 Umfragen 1 Benutzer mit Zugang 1');
    const wrong = await browser.submit('/app/admin/organization/delete', {
      name: 'schützenverein',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.page).toContain('Das ist nicht der Name der Organisation.');
    expect(wrong.text).toContain('value="schützenverein"');
    const none = await browser.submit('/app/admin/organization/delete', { name: '' });
    expect(none.status).toBe(422);
    expect(await organization(club.uuid)).toBeDefined();
  });

  it('deletes it with everything in it and leads to /app/ (C2)', async () => {
    const { organization: club, admin } = await app.make.club({ name: 'Kegelclub' });
    const user = await app.make.userOf(club);
    const event = await app.make.event(club, { max: 5 });
    await app.make.registration(event, { uuid: user.member });
    await app.make.poll(event);
    const browser = await app.as(admin, club);
    const deleted = await browser.submit('/app/admin/organization/delete', { name: ' Kegelclub ' });
    expect([deleted.status, deleted.location]).toEqual([303, '/app/']);
    const home = await browser.get('/app/');
    expect(home.page).toContain('Organisation gelöscht.');
    expect(home.page).toContain('Keine Organisationen verfügbar.');
    for (const table of [
      'members',
      'events',
      'polls',
      'permissions',
      'organization_users',
    ] as const) {
      const left = await app.db
        .selectFrom(table)
        .select('organization_uuid')
        .where('organization_uuid', '=', club.uuid)
        .execute();
      expect(left, table).toEqual([]);
    }
  });
});
