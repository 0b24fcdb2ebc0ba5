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
    await named(organization, 'Işıl', 'O’Brien');
    const browser = await app.as(admin, organization);
    const found = async (q: string) =>
      (await browser.get(`${LIST}?q=${encodeURIComponent(q)}`)).page;
    expect(await found('müll jÖR')).toContain('Jörg Müller-Lüdenscheidt');
    expect(await found('müll jÖR')).not.toContain('Per 100%ig');
    expect(await found('%')).toContain('Per 100%ig');
    expect(await found('%')).not.toContain('Müller');
    // As in the search of members (member-search.test.ts).
    for (const typed of ['isil', "o'brien", 'OBrien'])
      expect(await found(typed), typed).toContain('Işıl O’Brien');
    expect(await found('_\\')).toContain('Keine Benutzer gefunden. Alle Benutzer anzeigen');
    const response = await browser.get(`${LIST}?q=%00`);
    expect(response.status).toBe(404);
    expect((await browser.get(`${LIST}?after=unsinn`)).status).toBe(404);
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
    expect(page).toContain(`${admin.firstName} ${admin.lastName} Darf alles`);
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
  it('permissions are granted and revoked one at a time, staying in the dialog (C3)', async () => {
    const { organization, admin, user, browser } = await twoAdminsAndUser(app);
    const path = `${LIST}/${user.uuid}?q=Anna`;
    const dialog = await browser.get(path);
    for (const explained of [
      'Verwaltet den Verein,',
      'Legt Veranstaltungen und',
      'Trägt Mitglieder',
    ])
      expect(dialog.page).toContain(explained);
    expect(dialog.text).toContain(`href="${LIST}?q=Anna"`);
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
    expect(dialog.page).not.toContain('Leitet');
    // What changed nothing is not in the log (X6).
    const about = { organization_uuid: organization.uuid };
    expect(await rowsOf(app.db, 'audit_log', about, ['action'])).toHaveLength(3);
    // Who drops an own one is led away (tests/spec); who has it again is not.
    const own = { permission: 'EDIT_EVENTS', state: 'granted' };
    const { location } = await browser.submit(`${LIST}/${admin.uuid}`, own);
    expect(location).toBe(`${LIST}/${admin.uuid}`);
  });

  it('the groups that a user leads stand below, and where that is changed (C3, U8)', async () => {
    const { organization, admin } = await app.make.club();
    const leader = await app.make.userOf(organization);
    for (const name of ['Jugend', 'Damen'])
      await app.make.leads(leader, await app.make.group(organization, [], { name }));
    const dialog = await (await app.as(admin, organization)).get(`${LIST}/${leader.uuid}`);
    expect(dialog.page).toContain('Leitet Damen, Jugend Darf deshalb auch');
    expect(dialog.text).toContain('href="/app/groups"');
  });
});
