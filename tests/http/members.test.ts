import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { DETAILS, memberSetting } from '../support/members';
import { deleteRows, rowOf } from '../support/rows';

const app = testApp();

function stored(uuid: string) {
  return app.db.selectFrom('members').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

describe('changing a member', () => {
  it('changing a member by call takes the full member as read (D2)', async () => {
    const { organization, member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    const full = (await editor.call('GET', `/member/${member.uuid}`)).json;
    const response = await editor.call('PUT', '/member/', {
      ...full,
      ...DETAILS,
      lastName: 'Maier',
    });
    expect(response.json).toEqual({ ...full, ...DETAILS, lastName: 'Maier' });
    // Omitted fields become empty.
    const { uuid } = member;
    const sparse = await editor.call('PUT', '/member', { uuid, firstName: 'A', lastName: 'B' });
    expect(sparse.json).toMatchObject({ customMemberIdentifier: '', description: '' });
    // A member cannot move to another organisation.
    const { organization: second } = await app.make.club();
    const moved = await editor.call('PUT', '/member', { ...full, organization: second.uuid });
    expect(moved.status).toBe(404);
    expect(await stored(uuid)).toMatchObject({
      organization_uuid: organization.uuid,
      first_name: 'A',
    });
  });

  it('changing a member who was just deleted says so (D2)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const editor = await withOnly('EDIT_MEMBERS');
    await deleteRows(app.db, 'members', member.uuid);
    const path = `/app/members/${member.uuid}/edit?q=x`;
    const response = await editor.submit(path, { firstName: 'A', lastName: 'B' });
    expect(response.location).toBe('/app/members?q=x');
    const list = await editor.get(response.location);
    expect(list.page).toContain('Error: Mitglied');
    expect(list.page).toContain(
      'Fehler beim Speichern des Mitglieds. Das gibt es nicht oder nicht mehr.',
    );
    const opened = await editor.get(path);
    expect(opened.location).toBe('/app/members?q=x');
    expect((await editor.get(opened.location)).page).toContain('Fehler beim Laden des Mitglieds.');
  });
});

describe('deleting a member', () => {
  async function busyMember() {
    const found = await memberSetting(app);
    const { organization, member } = found;
    const event = await app.make.event(organization, { max: 5 });
    await app.make.registration(event, member);
    const poll = await app.make.poll(event);
    await app.make.answer(poll, member);
    await app.make.attended(event, member);
    return { ...found, event };
  }

  it('deleting a member names what will be lost, asks first, and deletes all that belongs to them (D2)', async () => {
    const { member, event, withOnly } = await busyMember();
    const editor = await withOnly('EDIT_MEMBERS');
    const { page } = await editor.get(`/app/members/${member.uuid}/delete`);
    expect(page).toContain('Möchten Sie Jörg Müller wirklich löschen?');
    expect(page).toContain('1 Zusage oder Anmeldung');
    expect(page).toContain('1 Teilnahme an einer Veranstaltung');
    expect(page).toContain('1 Antwort in einer Umfrage');
    expect(page).not.toContain('die Verknüpfung mit dem Benutzer');
    expect(await stored(member.uuid)).toBeDefined();
    const response = await editor.submit(`/app/members/${member.uuid}/delete?q=m`);
    expect(response.location).toBe('/app/members?q=m');
    expect(await stored(member.uuid)).toBeUndefined();
    const { registered_participants: taken } = await rowOf(app.db, 'events', event.uuid, [
      'registered_participants',
    ]);
    expect(taken).toBe(0);
    const again = await editor.submit(`/app/members/${member.uuid}/delete`);
    expect((await editor.visit(again.location)).page).toContain(
      'Fehler beim Löschen des Mitglieds.',
    );
  });
});

describe('the linked-user section', () => {
  it('admins who may not edit see the linked-user section in the details (D3, D5)', async () => {
    const { member, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const details = (await admin.get(`/app/members/${member.uuid}`)).page;
    expect(details).toContain('Verknüpfter Benutzer');
    expect(details).not.toContain('Bearbeiten');
  });

  it('leads from a linked user to their permissions (C3, D3)', async () => {
    const { organization, withOnly } = await memberSetting(app);
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const user = await app.make.userOf(organization);
    const { text } = await admin.get(`/app/members/${user.member}`);
    expect(text).toContain(`href="/app/admin/permissions/${user.uuid}"`);
  });
});
