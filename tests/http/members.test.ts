import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Permission } from '~/kernel/actor';
import { testApp } from '../support/app';

const app = testApp();

const KENNUNG = { customMemberIdentifier: 'K-7', description: 'Erste Zeile\nZweite' };

async function setting() {
  const { organization, admin } = await app.make.club();
  const member = await app.make.member(organization, { firstName: 'Jörg', lastName: 'Müller' });
  const withOnly = async (...permissions: Permission[]) =>
    app.as(await app.make.userOf(organization, permissions), organization);
  const stranger = async () => {
    const other = await app.make.club();
    return app.as(other.admin, other.organization);
  };
  return { organization, admin, member, withOnly, stranger };
}

function stored(uuid: string) {
  return app.db.selectFrom('members').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

function byName(organization: { uuid: string }, lastName: string) {
  return app.db
    .selectFrom('members')
    .selectAll()
    .where('organization_uuid', '=', organization.uuid)
    .where('last_name', '=', lastName)
    .execute();
}

describe('creating a member', () => {
  it('by the form, with a notification, back to the list as it was (D2)', async () => {
    const { organization, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    const page = await editor.get('/app/members/new?q=abc');
    expect(page.status).toBe(200);
    for (const label of ['Vorname', 'Nachname', 'Kennung', 'Beschreibung'])
      expect(page.page).toContain(label);
    const answer = await editor.submit('/app/members/new?q=abc', {
      firstName: '  Änne ',
      lastName: 'Groß',
      ...KENNUNG,
    });
    expect(answer.status).toBe(303);
    expect(answer.location).toBe('/app/members?q=abc');
    expect((await editor.get('/app/members')).page).toContain('Mitglied erstellt.');
    expect(await byName(organization, 'Groß')).toMatchObject([
      { first_name: 'Änne', custom_member_identifier: 'K-7', user_uuid: null },
    ]);
  });

  it('by the call, answering the member (D2)', async () => {
    const { organization, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    const body = {
      organization: organization.uuid,
      firstName: 'Änne',
      lastName: 'Groß',
      ...KENNUNG,
    };
    const answer = await editor.call('POST', '/member/', body);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ uuid: expect.any(String), ...body });
    const sparse = {
      organization: organization.uuid,
      firstName: 'A',
      lastName: 'B',
      description: null,
    };
    expect((await editor.call('POST', '/member', sparse)).json).toMatchObject({
      customMemberIdentifier: '',
      description: '',
    });
  });

  it('refuses empty and overlong fields and keeps what was typed (D2)', async () => {
    const { organization, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    const typed = { firstName: '   ', lastName: 'x'.repeat(101), ...KENNUNG };
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

  it('is for EDIT_MEMBERS only, and for nobody from elsewhere (D5, H)', async () => {
    const { organization, withOnly, stranger } = await setting();
    const body = { organization: organization.uuid, firstName: 'Nie', lastName: 'Niemand' };
    for (const roles of [[], ['EDIT_EVENTS'], ['ORGANIZATION_ADMIN']] as Permission[][]) {
      const user = await withOnly(...roles);
      expect((await user.call('POST', '/member', body)).status).toBe(403);
      expect((await user.submit('/app/members/new', body)).location).toBe('/app/');
      expect((await user.get('/app/members/new')).location).toBe('/app/');
    }
    expect((await (await stranger()).call('POST', '/member', body)).status).toBe(404);
    expect((await app.visitor().call('POST', '/member', body)).status).toBe(401);
    expect((await app.visitor().submit('/app/members/new', body)).location).toMatch(
      /^\/app\/login/,
    );
    expect(await byName(organization, 'Niemand')).toEqual([]);
  });

  it('goes to the organisation that the form was about, whichever is active by now', async () => {
    const { organization, admin } = await setting();
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
  it('shows the details to every user of the organisation, without editing (D5)', async () => {
    const { member, withOnly } = await setting();
    await app.db
      .updateTable('members')
      .set({ custom_member_identifier: 'K-7', description: 'Spielt Trompete' })
      .where('uuid', '=', member.uuid)
      .execute();
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

  it('by the call, with the events that the member took part in', async () => {
    const { organization, member, withOnly } = await setting();
    const event = await app.make.event(organization);
    await app.db
      .insertInto('participations')
      .values({
        event_uuid: event.uuid,
        member_uuid: member.uuid,
        organization_uuid: organization.uuid,
      })
      .execute();
    const answer = await (await withOnly()).call('GET', `/member/${member.uuid}`);
    expect(answer.json).toEqual({
      uuid: member.uuid,
      organization: organization.uuid,
      firstName: 'Jörg',
      lastName: 'Müller',
      customMemberIdentifier: '',
      description: '',
      participatedEvents: [event.uuid],
    });
  });

  it('is 404 for strangers, for unknown and for malformed ids, 401 without a log-in (H)', async () => {
    const { member, withOnly, stranger } = await setting();
    const elsewhere = await stranger();
    expect((await elsewhere.call('GET', `/member/${member.uuid}`)).status).toBe(404);
    expect((await elsewhere.get(`/app/members/${member.uuid}`)).status).toBe(404);
    const user = await withOnly();
    for (const id of [randomUUID(), 'nonsense']) {
      expect((await user.call('GET', `/member/${id}`)).status).toBe(404);
      expect((await user.get(`/app/members/${id}`)).status).toBe(404);
    }
    expect((await app.visitor().call('GET', `/member/${member.uuid}`)).status).toBe(401);
    const homeless = await app.as(await app.make.user());
    expect((await homeless.call('GET', `/member/${member.uuid}`)).status).toBe(404);
    expect((await homeless.get(`/app/members/${member.uuid}`)).page).toContain(
      'Keine Organisationen verfügbar.',
    );
    const operator = await app.as(await app.make.user({ admin: true }));
    expect((await operator.call('GET', `/member/${member.uuid}`)).json.uuid).toBe(member.uuid);
  });
});

describe('changing a member', () => {
  it('by the form (D2)', async () => {
    const { member, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    const path = `/app/members/${member.uuid}/edit?q=m`;
    const page = await editor.get(path);
    expect(page.text).toMatch(/name="firstName"[^>]*value="Jörg"/);
    const answer = await editor.submit(path, {
      firstName: 'Jürgen',
      lastName: 'Müller',
      ...KENNUNG,
    });
    expect(answer.location).toBe('/app/members?q=m');
    expect((await editor.get('/app/members')).page).toContain('Mitglied gespeichert.');
    expect(await stored(member.uuid)).toMatchObject({
      first_name: 'Jürgen',
      custom_member_identifier: 'K-7',
    });
  });

  it('by the call, with the full member as a GET answered it (D2)', async () => {
    const { organization, member, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    const full = (await editor.call('GET', `/member/${member.uuid}`)).json;
    const answer = await editor.call('PUT', '/member/', { ...full, ...KENNUNG, lastName: 'Maier' });
    expect(answer.json).toEqual({ ...full, ...KENNUNG, lastName: 'Maier' });
    // What the full member leaves out becomes empty.
    const { uuid } = member;
    const sparse = await editor.call('PUT', '/member', { uuid, firstName: 'A', lastName: 'B' });
    expect(sparse.json).toMatchObject({ customMemberIdentifier: '', description: '' });
    // It cannot be moved.
    const { organization: second } = await app.make.club();
    const moved = await editor.call('PUT', '/member', { ...full, organization: second.uuid });
    expect(moved.status).toBe(404);
    expect(await stored(uuid)).toMatchObject({
      organization_uuid: organization.uuid,
      first_name: 'A',
    });
  });

  it('refuses what is missing and keeps what was typed (D2)', async () => {
    const { member, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    const form = await editor.submit(`/app/members/${member.uuid}/edit`, {
      firstName: '',
      lastName: 'Getippt',
      description: '',
    });
    expect(form.status).toBe(422);
    expect(form.page).toContain('Bitte einen Vornamen eingeben.');
    expect(form.text).toContain('value="Getippt"');
    const call = await editor.call('PUT', '/member', {
      uuid: member.uuid,
      firstName: '',
      lastName: 'x',
    });
    expect(call.status).toBe(422);
    expect((await editor.call('PUT', '/member', { firstName: 'a', lastName: 'x' })).status).toBe(
      422,
    );
    expect(await stored(member.uuid)).toMatchObject({ first_name: 'Jörg' });
  });

  it('is for EDIT_MEMBERS only, and for nobody from elsewhere (D5, H)', async () => {
    const { member, withOnly, stranger } = await setting();
    const fields = { firstName: 'Nie', lastName: 'Niemand' };
    const path = `/app/members/${member.uuid}/edit`;
    for (const roles of [[], ['EDIT_EVENTS'], ['ORGANIZATION_ADMIN']] as Permission[][]) {
      const user = await withOnly(...roles);
      expect((await user.call('PUT', '/member', { uuid: member.uuid, ...fields })).status).toBe(
        403,
      );
      expect((await user.submit(path, fields)).location).toBe('/app/');
      expect((await user.get(path)).location).toBe('/app/');
    }
    const elsewhere = await stranger();
    expect((await elsewhere.call('PUT', '/member', { uuid: member.uuid, ...fields })).status).toBe(
      404,
    );
    expect((await elsewhere.submit(path, fields)).location).toBe('/app/members');
    expect(
      (await app.visitor().call('PUT', '/member', { uuid: member.uuid, ...fields })).status,
    ).toBe(401);
    expect(await stored(member.uuid)).toMatchObject({ first_name: 'Jörg' });
  });

  it('says so when the member was deleted meanwhile (D2)', async () => {
    const { member, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    await app.db.deleteFrom('members').where('uuid', '=', member.uuid).execute();
    const path = `/app/members/${member.uuid}/edit?q=x`;
    const answer = await editor.submit(path, { firstName: 'A', lastName: 'B' });
    expect(answer.location).toBe('/app/members?q=x');
    const list = await editor.get(answer.location);
    expect(list.page).toContain('Error: Mitglied');
    expect(list.page).toContain(
      'Fehler beim speichern des Mitglieds. Das gibt es nicht oder nicht mehr.',
    );
    const opened = await editor.get(path);
    expect(opened.location).toBe('/app/members?q=x');
    expect((await editor.get(opened.location)).page).toContain('Fehler beim laden des Mitglieds.');
  });

  it('opens a member of another of one’s organisations there', async () => {
    const { organization, admin, member } = await setting();
    const second = await app.make.organization();
    await app.make.belongs(admin, second);
    const browser = await app.as(admin, second);
    const page = await browser.visit(`/app/members/${member.uuid}/edit`);
    expect(page.path).toBe(`/app/members/${member.uuid}/edit`);
    expect(page.page).toContain(organization.name);
    expect(page.page).toContain('Verknüpfter Benutzer');
  });
});

describe('deleting a member', () => {
  async function busyMember() {
    const found = await setting();
    const { organization, member } = found;
    const event = await app.make.event(organization, { max: 5 });
    await app.make.registration(event, member);
    const poll = await app.make.poll(event);
    const both = { member_uuid: member.uuid, organization_uuid: organization.uuid };
    await app.db
      .insertInto('poll_answers')
      .values({ ...both, poll_uuid: poll.uuid, option_uuid: poll.options[0]?.uuid ?? '' })
      .execute();
    await app.db
      .insertInto('participations')
      .values({ ...both, event_uuid: event.uuid })
      .execute();
    return { ...found, event };
  }

  it('names what will be lost and asks (D2)', async () => {
    const { member, withOnly } = await busyMember();
    const editor = await withOnly('EDIT_MEMBERS');
    const { page } = await editor.get(`/app/members/${member.uuid}/delete`);
    expect(page).toContain('Möchten Sie Jörg Müller wirklich löschen?');
    expect(page).toContain('1 Anmeldung zu einer Veranstaltung');
    expect(page).toContain('1 Teilnahme an einer Veranstaltung');
    expect(page).toContain('1 Antwort in einer Umfrage');
    expect(page).not.toContain('die Verknüpfung mit dem Benutzer');
    expect(await stored(member.uuid)).toBeDefined();
  });

  it('by the form, with all that belongs to the member (D2)', async () => {
    const { member, event, withOnly } = await busyMember();
    const editor = await withOnly('EDIT_MEMBERS');
    const answer = await editor.submit(`/app/members/${member.uuid}/delete?q=m`);
    expect(answer.location).toBe('/app/members?q=m');
    expect((await editor.get('/app/members')).page).toContain('Mitglied gelöscht.');
    expect(await stored(member.uuid)).toBeUndefined();
    const { registered_participants: taken } = await app.db
      .selectFrom('events')
      .select('registered_participants')
      .where('uuid', '=', event.uuid)
      .executeTakeFirstOrThrow();
    expect(taken).toBe(0);
    const again = await editor.submit(`/app/members/${member.uuid}/delete`);
    expect((await editor.visit(again.location)).page).toContain(
      'Fehler beim löschen des Mitglieds.',
    );
  });

  it('by the call; the linked user stays in the organisation (D2)', async () => {
    const { organization, withOnly } = await setting();
    const linked = await app.make.userOf(organization);
    const editor = await withOnly('EDIT_MEMBERS');
    expect((await editor.get(`/app/members/${linked.member}/delete`)).page).toContain(
      'die Verknüpfung mit dem Benutzer',
    );
    expect((await editor.call('DELETE', `/member/${linked.member}`)).status).toBe(204);
    expect((await editor.call('DELETE', `/member/${linked.member}`)).status).toBe(404);
    const browser = await app.as(linked, organization);
    expect((await browser.get('/app/members')).status).toBe(200);
  });

  it('is for EDIT_MEMBERS only, and for nobody from elsewhere (D5, H)', async () => {
    const { member, withOnly, stranger } = await setting();
    const path = `/app/members/${member.uuid}/delete`;
    for (const roles of [[], ['EDIT_EVENTS'], ['ORGANIZATION_ADMIN']] as Permission[][]) {
      const user = await withOnly(...roles);
      expect((await user.call('DELETE', `/member/${member.uuid}`)).status).toBe(403);
      expect((await user.submit(path)).location).toBe('/app/');
      expect((await user.get(path)).location).toBe('/app/');
    }
    const elsewhere = await stranger();
    expect((await elsewhere.call('DELETE', `/member/${member.uuid}`)).status).toBe(404);
    await elsewhere.submit(path);
    expect((await app.visitor().call('DELETE', `/member/${member.uuid}`)).status).toBe(401);
    expect((await elsewhere.call('DELETE', '/member/nonsense')).status).toBe(404);
    expect(await stored(member.uuid)).toBeDefined();
  });
});

describe('the section of the linked user', () => {
  it('stands in the dialogs in all three states, for admins (D3)', async () => {
    const { organization, member, withOnly } = await setting();
    const admin = await withOnly('ORGANIZATION_ADMIN', 'EDIT_MEMBERS');
    for (const dialog of ['/edit', '']) {
      const { page } = await admin.get(`/app/members/${member.uuid}${dialog}`);
      expect(page).toContain('Verknüpfter Benutzer');
      expect(page).toContain('Einladung erstellen');
    }
    await admin.call('POST', `/organization/invitation/${member.uuid}`);
    const invited = (await admin.get(`/app/members/${member.uuid}/edit`)).page;
    expect(invited).toContain('Einladung erstellt');
    expect(invited).toContain('Widerrufen');
    const linked = await app.make.userOf(organization);
    const accepted = (await admin.get(`/app/members/${linked.member}/edit`)).page;
    expect(accepted).toContain(`${linked.firstName} ${linked.lastName}`);
    expect(accepted).not.toMatch(/Einladung erstell|Widerrufen/);
  });

  it('is hidden from who is no admin, and shown in the details to admins who may not edit (D3, D5)', async () => {
    const { member, withOnly } = await setting();
    const editor = await withOnly('EDIT_MEMBERS');
    expect((await editor.get(`/app/members/${member.uuid}/edit`)).page).not.toContain(
      'Verknüpfter Benutzer',
    );
    const admin = await withOnly('ORGANIZATION_ADMIN');
    const details = (await admin.get(`/app/members/${member.uuid}`)).page;
    expect(details).toContain('Verknüpfter Benutzer');
    expect(details).not.toContain('Bearbeiten');
  });

  it('is hidden if the connected user cannot be loaded; the member can still be edited (D3)', async () => {
    const { admin, organization, member } = await setting();
    const browser = await app.as(admin, organization);
    await sql`alter table invitations rename to invitations_away`.execute(app.db);
    const page = await browser.get(`/app/members/${member.uuid}/edit`);
    await sql`alter table invitations_away rename to invitations`.execute(app.db);
    expect(page.status).toBe(200);
    expect(page.page).not.toContain('Verknüpfter Benutzer');
    expect(page.text).toMatch(/name="firstName"[^>]*value="Jörg"/);
    expect(app.errors.splice(0)).toMatchObject([{ msg: 'a request failed' }]);
  });
});
