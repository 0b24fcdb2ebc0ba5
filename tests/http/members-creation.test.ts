import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { ONLY_NAMED } from '../support/member-record';
import { DETAILS, memberSetting } from '../support/members';
import { changeRows, valuesOf } from '../support/rows';

const app = testApp();

const byName = ({ uuid }: { uuid: string }, lastName: string) =>
  valuesOf(app.db, 'members', { organization_uuid: uuid, last_name: lastName }, 'uuid');

describe('creating a member', () => {
  it('a second member of one name is created, and the notification says so (D2)', async () => {
    const { organization, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const anna = { firstName: 'Anna', lastName: 'Doppel', description: 'Erste Zeile\nZweite' };
    const namesake = 'So heißt schon ein anderes Mitglied.';
    await app.make.member(await app.make.organization(), anna);
    const first = await editor.submit('/app/members/new?q=abc', anna);
    expect(first.location, 'the list that it was opened on').toBe('/app/members?q=abc');
    expect((await editor.get('/app/members')).page).not.toContain(namesake);
    await editor.submit('/app/members/new', anna);
    expect((await editor.get('/app/members')).page).toContain(namesake);
    const call = await editor.call('POST', '/member', { organization: organization.uuid, ...anna });
    expect(call.json).toEqual({
      ...ONLY_NAMED,
      ...anna,
      uuid: expect.any(String),
      organization: organization.uuid,
    });
    expect(await byName(organization, 'Doppel')).toHaveLength(3);
  });

  it('creating a member refuses empty and overlong fields and keeps what was typed (D2)', async () => {
    const { organization, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const typed = { firstName: '   ', lastName: 'x'.repeat(101), ...DETAILS };
    const form = await editor.submit('/app/members/new', typed);
    expect(form.status).toBe(422);
    expect(form.page).toContain('Bitte einen Vornamen eingeben.');
    expect(form.page).toContain('Höchstens 100 Zeichen.');
    expect(form.text).toContain('value="K-7"');
    expect(form.page).toContain('Zweite');
    const call = await editor.call('POST', '/member', {
      organization: organization.uuid,
      ...typed,
    });
    expect(call.status).toBe(422);
    expect(Object.keys(call.json.errors)).toEqual(['firstName', 'lastName']);
    const unknown = { organization: organization.uuid, firstName: 'A', lastName: 'B', admin: true };
    expect((await editor.call('POST', '/member', unknown)).status).toBe(422);
  });

  it('a member is created in the organisation of the form, whichever is active by now', async () => {
    const { organization, admin } = await memberSetting(app);
    const second = await app.make.organization();
    await app.make.belongs(admin, second, 'EDIT_MEMBERS');
    const browser = await app.as(admin, second);
    const fields = { organization: organization.uuid, firstName: 'Anna', lastName: 'Andernorts' };
    expect((await browser.submit('/app/members/new', fields)).status).toBe(303);
    expect(await byName(organization, 'Andernorts')).toHaveLength(1);
    expect(await byName(second, 'Andernorts')).toEqual([]);
  });
});

describe('reading a member', () => {
  it("every user of the organisation can see a member's details, without editing (D5)", async () => {
    const { member, withOnly } = await memberSetting(app);
    await changeRows(app.db, 'members', member.uuid, {
      custom_member_identifier: 'K-7',
      description: 'Spielt Trompete',
    });
    const user = await withOnly();
    const page = await user.get(`/app/members/${member.uuid}`);
    expect(page.status).toBe(200);
    expect(page.page).toContain('Jörg Müller');
    expect(page.page).toContain('K-7');
    expect(page.page).toContain('Spielt Trompete');
    expect(page.page).not.toMatch(/Bearbeiten|Löschen|Verknüpfter Benutzer|Mitglied erstellen/);
    const editor = await withOnly('EDIT_MEMBERS');
    expect((await editor.get(`/app/members/${member.uuid}`)).page).toContain('Bearbeiten');
  });
});
