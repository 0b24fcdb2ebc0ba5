import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { rowOf, rowsOf } from '../support/rows';

const app = testApp();

const organization = (uuid: string) => rowOf(app.db, 'organizations', uuid, ['name', 'motd']);

describe('the dashboard', () => {
  it('the dashboard greets and shows the message of the day line by line (C1)', async () => {
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
});

describe('editing the organisation', () => {
  it('editing the organisation refuses an empty name and keeps what was typed (C2)', async () => {
    const { organization: club, admin } = await app.make.club({ name: 'Bleibt' });
    const browser = await app.as(admin, club);
    const nameless = await browser.submit('/app/admin/organization', {
      name: ' ',
      motd: 'Getippter Text',
    });
    expect(nameless.status).toBe(422);
    expect(nameless.page).toContain('Bitte einen Namen eingeben.');
    expect(nameless.text).toContain('Getippter Text</textarea>');
    expect(await organization(club.uuid)).toEqual({ name: 'Bleibt', motd: '' });
  });

  it('editing changes the organisation of the form, not the one selected since (C2)', async () => {
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
});

describe('deleting the organisation', () => {
  it('deleting the organisation says what will be lost and requires its exact name (C2)', async () => {
    const { organization: club, admin } = await app.make.club({ name: 'Schützenverein' });
    await app.make.member(club);
    await app.make.poll(await app.make.event(club));
    const browser = await app.as(admin, club);
    const dialog = await browser.get('/app/admin/organization/delete');
    expect(dialog.page).toContain(
      'Mitglieder 2 Veranstaltungen 1 Umfragen 1 Benutzer mit Zugang 1',
    );
    const wrong = await browser.submit('/app/admin/organization/delete', {
      name: 'schützenverein',
    });
    expect(wrong.status).toBe(422);
    expect(wrong.page).toContain('Das ist nicht der Name des Vereins.');
    expect(wrong.text).toContain('value="schützenverein"');
    const none = await browser.submit('/app/admin/organization/delete', { name: '' });
    expect(none.status).toBe(422);
    expect(await organization(club.uuid)).toBeDefined();
  });

  it('deleting the organisation deletes everything in it and leads to /app/ (C2)', async () => {
    const { organization: club, admin } = await app.make.club({ name: 'Kegelclub' });
    const user = await app.make.userOf(club);
    const event = await app.make.event(club, { max: 5 });
    await app.make.registration(event, { uuid: user.member });
    await app.make.poll(event);
    const browser = await app.as(admin, club);
    const deleted = await browser.submit('/app/admin/organization/delete', { name: ' Kegelclub ' });
    expect([deleted.status, deleted.location]).toEqual([303, '/app/']);
    const home = await browser.get('/app/');
    expect(home.page).toContain('Kegelclub gelöscht.');
    expect(home.page).toContain('Keine Organisationen verfügbar.');
    for (const table of [
      'members',
      'events',
      'polls',
      'permissions',
      'organization_users',
    ] as const) {
      const gone = { organization_uuid: club.uuid };
      expect(await rowsOf(app.db, table, gone, ['organization_uuid']), table).toEqual([]);
    }
  });
});
