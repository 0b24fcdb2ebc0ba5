import { describe, expect, it } from 'vitest';
import { MOST_GROUPS } from '~/features/organizations/fields';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { insertRows, valuesOf } from '../support/rows';

/** Groups and their members: calls and screens (U1, U2, U10). */
const app = testApp();

async function setting() {
  const organization = await app.make.organization();
  const clerk = await app.make.userOf(organization, ['EDIT_MEMBERS']);
  const user = await app.make.userOf(organization);
  const member = (firstName: string, lastName: string, more = {}) =>
    app.make.member(organization, { firstName, lastName, ...more });
  return {
    organization,
    member,
    clerk: await app.as(clerk, organization),
    user: await app.as(user, organization),
    anna: await member('Anna', 'Adler'),
    berta: await member('Berta', 'Bär'),
  };
}

type Setting = Awaited<ReturnType<typeof setting>>;

async function created(
  { clerk, organization }: Pick<Setting, 'clerk' | 'organization'>,
  name: string,
) {
  const { status, json } = await clerk.call('POST', '/group', {
    organization: organization.uuid,
    name,
  });
  expect(status).toBe(200);
  return json;
}

/** The UUIDs of those who belong to a group, leaders marked. */
async function belonging({ user }: Pick<Setting, 'user'>, group: { uuid: string }) {
  const { json } = await user.call('GET', `/group/${group.uuid}/members`);
  return json.map(({ uuid, leader }: { uuid: string; leader: boolean }) =>
    leader ? `${uuid} leads` : uuid,
  );
}

describe('groups by call', () => {
  it('are made, read, changed and deleted; a name is there once, however it is spelled (U1, U10)', async () => {
    const club = await setting();
    const { clerk, user, organization } = club;
    const group = await created(club, ' Damen ');
    expect(group).toEqual({
      uuid: expect.any(String),
      organization: organization.uuid,
      name: 'Damen',
      color: 'gray',
      archived: false,
      members: 0,
      leaders: [],
    });
    await clerk.call('POST', '/group', { organization: organization.uuid, name: 'İzmir' });
    for (const name of ['DAMEN', 'izmir', 'IZMIR', 'ızmır']) {
      const twice = { organization: organization.uuid, name };
      const refused = await clerk.call('POST', '/group', twice);
      expect([refused.status, refused.json.errors]).toEqual([
        422,
        { name: ['Diese Gruppe gibt es schon.'] },
      ]);
    }
    const changed = { ...group, name: 'Frauen', color: 'red', archived: true };
    expect((await clerk.call('PUT', '/group', changed)).json).toEqual(changed);
    // What is left out stays.
    const short = { uuid: group.uuid, name: 'Frauen I' };
    expect((await clerk.call('PUT', '/group', short)).json).toEqual({ ...changed, ...short });
    expect((await user.call('GET', `/group/${group.uuid}`)).json.name).toBe('Frauen I');
    expect((await user.call('GET', `/group?organization=${organization.uuid}`)).json).toHaveLength(
      2,
    );
    expect((await clerk.call('DELETE', `/group/${group.uuid}`)).status).toBe(204);
    expect((await user.call('GET', `/group/${group.uuid}`)).status).toBe(404);
    expect(await loggedActions(app, organization)).toEqual(
      expect.arrayContaining(['Gruppe „Damen“ angelegt', 'Gruppe „Frauen I“ gelöscht']),
    );
  });

  it('two at once with one name are one, and of the last one of 200 there is one (U1)', async () => {
    const club = await setting();
    const { clerk, organization } = club;
    const make = (name: string) =>
      clerk.call('POST', '/group', { organization: organization.uuid, name });
    const same = await Promise.all(['Chor', 'chor', 'CHOR', 'Chor'].map(make));
    expect(same.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    const others = Array.from({ length: MOST_GROUPS - 2 }, (_, at) => `Gruppe ${at}`);
    await insertRows(
      app.db,
      'groups',
      others.map((name) => ({ organization_uuid: organization.uuid, name })),
    );
    const last = await Promise.all(['Eins', 'Zwei', 'Drei', 'Vier'].map(make));
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('somebody belongs to a group from when they are put into it until they are taken out (U1, U10)', async () => {
    const club = await setting();
    const { clerk, anna, berta } = club;
    const group = await created(club, 'Damen');
    const put = (member: { uuid: string }, leader?: boolean) =>
      clerk.call('PUT', `/group/${group.uuid}/member/${member.uuid}`, { leader });
    expect((await put(anna, true)).status).toBe(204);
    expect((await put(berta)).status).toBe(204);
    expect(await belonging(club, group)).toEqual([`${anna.uuid} leads`, berta.uuid]);
    // Those who belong to it come first.
    const aaron = await club.member('Aaron', 'Aal');
    const { text } = await clerk.get(`/app/groups/${group.uuid}/members`);
    const boxes = [...text.matchAll(/name="members\[\d+\]"[^>]*value="([^"]+)"/g)];
    expect(boxes.map(([, uuid]) => uuid).slice(0, 3)).toEqual([anna.uuid, berta.uuid, aaron.uuid]);
    const read = await clerk.call('GET', `/group/${group.uuid}`);
    expect(read.json).toMatchObject({ members: 2, leaders: [anna.uuid] });
    await put(anna, false);
    expect(await belonging(club, group)).toEqual([anna.uuid, berta.uuid]);
    const path = `/group/${group.uuid}/member/${anna.uuid}`;
    for (let time = 0; time < 2; time++)
      expect((await clerk.call('DELETE', path)).status).toBe(204);
    expect(await belonging(club, group)).toEqual([berta.uuid]);
    await put(anna);
    const ends = await valuesOf(app.db, 'group_members', { member_uuid: anna.uuid }, 'until', [
      'since',
    ]);
    expect(ends.map((until) => until === null)).toEqual([false, true]);
  });

  it('the log has what changed a group or who leads it, and not what was so already (X6)', async () => {
    const club = await setting();
    const { clerk, anna, organization } = club;
    const group = await created(club, 'Damen');
    const before = await loggedActions(app, organization);
    const path = `/group/${group.uuid}/member/${anna.uuid}`;
    for (const leader of [false, false, true, true])
      expect((await clerk.call('PUT', path, { leader })).status).toBe(204);
    for (const name of ['Damen', 'Frauen', 'Frauen'])
      expect((await clerk.call('PUT', '/group', { uuid: group.uuid, name })).status).toBe(200);
    expect((await loggedActions(app, organization)).slice(before.length)).toEqual([
      'Mitglied „Anna Adler“ in Gruppe „Damen“',
      'Mitglied „Anna Adler“ in Gruppe „Damen“, mit Leitung',
      'Gruppe „Frauen“ geändert',
    ]);
  });

  it('nobody of another club is put into a group, nor learns of it (U2)', async () => {
    const club = await setting();
    const other = await setting();
    const group = await created(club, 'Damen');
    const path = `/group/${group.uuid}/member/${other.anna.uuid}`;
    expect((await club.clerk.call('PUT', path, {})).status).toBe(404);
    expect((await other.clerk.call('GET', `/group/${group.uuid}`)).status).toBe(404);
    expect((await other.clerk.get(`/app/groups/${group.uuid}`)).status).toBe(404);
    expect(await belonging(club, group)).toEqual([]);
  });
});

describe('the screens of groups', () => {
  it('are read by all, with leaders and numbers, and changed by member editors (U2)', async () => {
    const club = await setting();
    const { clerk, user, anna } = club;
    const group = await created(club, 'Damen');
    await clerk.call('PUT', `/group/${group.uuid}/member/${anna.uuid}`, { leader: true });
    for (const [browser, mayEdit] of [
      [clerk, true],
      [user, false],
    ] as const) {
      const list = (await browser.get('/app/groups')).page;
      expect(list).toContain('Name Mitglieder Leitung Damen 1 Anna Adler ');
      expect(list.includes('Gruppe anlegen')).toBe(mayEdit);
      const shown = (await browser.get(`/app/groups/${group.uuid}`)).page;
      expect(shown).toContain('Adler, Anna Leitung');
      expect(shown).toContain('Damen 1 Mitglied. Leitung: Anna Adler');
      expect(shown.includes('Mitglieder wählen')).toBe(mayEdit);
    }
    expect((await user.get('/app/members')).text).toContain('href="/app/groups"');
    const sheet = await user.get(`/app/members/${anna.uuid}`);
    expect(sheet.page).toContain('Gruppen Damen');
    expect(sheet.text).toContain(`<a href="/app/groups/${group.uuid}">Damen</a>`);
  });

  it("the user's groups are under 'Mein Konto' (U2)", async () => {
    const club = await setting();
    const { organization, clerk } = club;
    const person = await app.make.userOf(organization);
    const group = await created(club, 'Altherren');
    await clerk.call('PUT', `/group/${group.uuid}/member/${person.member}`, {});
    const browser = await app.as(person, organization);
    expect((await browser.get('/app/account')).page).toContain('Altherren');
    expect((await clerk.get('/app/account')).page).not.toContain('Altherren');
  });

  it('a new one leads to its members; a taken name is reported at the field (U1, U2)', async () => {
    const { clerk, organization } = await setting();
    const fields = { organization: organization.uuid, name: 'Damen', color: 'green' };
    const saved = await clerk.submit('/app/groups/new', fields);
    expect(saved.status).toBe(303);
    expect(saved.headers.get('Location')).toMatch(/^\/app\/groups\/[\w-]{36}\/members$/);
    const again = await clerk.submit('/app/groups/new', { ...fields, name: 'damen' });
    expect(again.status).toBe(422);
    expect(again.page).toContain('Diese Gruppe gibt es schon.');
    expect(again.text).toContain('value="damen"');
  });

  it('a tick that was there before brings back nobody whom others took out or deleted since (U2)', async () => {
    const club = await setting();
    const { clerk, anna, berta, member } = club;
    const [clara, dora] = [await member('Clara', 'Christ'), await member('Dora', 'Christ')];
    const group = await created(club, 'Damen');
    const path = `/app/groups/${group.uuid}/members`;
    const were = [anna.uuid, berta.uuid, dora.uuid];
    await clerk.submit(path, { members: were });
    await clerk.submit(path, { inQuestion: were, members: [berta.uuid, dora.uuid] });
    await clerk.call('DELETE', `/member/${dora.uuid}`);
    const late = { inQuestion: were, members: [...were, clara.uuid] };
    // Refused for a name: only what was touched is ticked now.
    const refused = await clerk.submit(path, { ...late, names: 'Niemand Nirgends' });
    expect(refused.text.match(/checked=""/g)).toHaveLength(2);
    expect((await clerk.submit(path, late)).status).toBe(303);
    expect(await belonging(club, group)).toEqual([berta.uuid, clara.uuid]);
    // A pasted name counts all the same.
    await clerk.submit(path, { ...late, names: 'Anna Adler' });
    expect(await belonging(club, group)).toHaveLength(3);
  });

  it('who leads still leads when members are chosen (U2)', async () => {
    const club = await setting();
    const { clerk, anna, berta } = club;
    const group = await created(club, 'Damen');
    await clerk.call('PUT', `/group/${group.uuid}/member/${anna.uuid}`, { leader: true });
    const both = { 'members[0]': anna.uuid, 'members[1]': berta.uuid };
    await clerk.submit(`/app/groups/${group.uuid}/members`, both);
    expect(await belonging(club, group)).toEqual([`${anna.uuid} leads`, berta.uuid]);
  });

  it('a search without scripts saves what was ticked on its way (U2)', async () => {
    const club = await setting();
    const { clerk, anna } = club;
    const group = await created(club, 'Damen');
    const path = `/app/groups/${group.uuid}/members`;
    const fields = { 'members[0]': anna.uuid, q: 'Bär', search: '1' };
    const searched = await clerk.submit(path, fields);
    expect(searched.headers.get('Location')).toBe(`${path}?q=B%C3%A4r`);
    expect(await belonging(club, group)).toEqual([anna.uuid]);
    const { text: page } = await clerk.get(`${path}?q=B%C3%A4r`);
    const text = page.slice(page.indexOf('<dialog'));
    expect([text.includes('Bär, Berta'), text.includes('Adler, Anna')]).toEqual([true, false]);
  });

  it('pasted names find members, and what fits nobody or several is asked, with nothing lost (U2)', async () => {
    const club = await setting();
    const { clerk, anna, berta, member } = club;
    await member('Doris', 'Dorn', { identifier: '12' });
    await member('Doris', 'Dorn', { identifier: '15' });
    const group = await created(club, 'Damen');
    const path = `/app/groups/${group.uuid}/members`;
    const names = 'anna ADLER\r\nBär, Berta\r\nEva Niemand\r\nDoris Dorn';
    const asked = await clerk.submit(path, { names });
    expect(asked.status).toBe(422);
    expect(asked.page).toContain('Eva Niemand gibt es im Verein nicht.');
    expect(asked.page).toContain(
      'Doris Dorn heißen 2 Mitglieder (Kennungen 12, 15): bitte oben ankreuzen.',
    );
    expect(asked.text).toMatch(/Eva Niemand\r?\nDoris Dorn<\/textarea>/);
    expect(await belonging(club, group)).toEqual([]);
    await clerk.submit(path, { names: 'anna ADLER\nBär, Berta\n'.normalize('NFD') });
    expect(await belonging(club, group)).toEqual([anna.uuid, berta.uuid]);
  });

  it('a form that is outdated is refused once, and a group can be archived and deleted (U2, U11)', async () => {
    const club = await setting();
    const { clerk } = club;
    const group = await created(club, 'Damen');
    const path = `/app/groups/${group.uuid}/edit`;
    const { text } = await clerk.get(path);
    const __version = text.match(/name="__version" value="(\d+)"/)?.[1] ?? '';
    await clerk.call('PUT', '/group', { ...group, name: 'Frauen', color: 'red' });
    const fields = { name: 'Damen II', color: 'gray', archived: 'on' };
    const late = await clerk.submit(path, { ...fields, __version });
    expect(late.status).toBe(409);
    expect(late.page).toContain('Zurzeit gespeichert: Frauen');
    expect(late.page).toContain('Zurzeit gespeichert: Rot');
    const seen = { name: 'Frauen', color: 'red' };
    const unseen = await clerk.submit(path, { ...seen, archived: 'on', __version });
    expect([unseen.status, unseen.page]).toEqual([
      409,
      expect.stringContaining('Zurzeit gespeichert: Nein'),
    ]);
    expect((await clerk.submit(path, fields)).status).toBe(303);
    const { json } = await clerk.call('GET', `/group/${group.uuid}`);
    expect(json).toMatchObject({ name: 'Damen II', archived: true });
    expect((await clerk.get(`/app/groups/${group.uuid}`)).page).toContain('Archiviert');
    expect((await clerk.submit(path, { name: 'Damen II', color: 'gray' })).status).toBe(303);
    expect((await clerk.call('GET', `/group/${group.uuid}`)).json.archived).toBe(false);
    expect((await clerk.submit(`/app/groups/${group.uuid}/delete`, {})).status).toBe(303);
    expect((await clerk.get('/app/groups')).page).toContain('Noch keine Gruppen');
  });

  it('a member is marked as a leader, and taken out (U2)', async () => {
    const club = await setting();
    const { clerk, anna } = club;
    const group = await created(club, 'Damen');
    await clerk.call('PUT', `/group/${group.uuid}/member/${anna.uuid}`, {});
    const path = `/app/groups/${group.uuid}/members/${anna.uuid}`;
    const { text } = await clerk.get(path);
    expect(text).not.toContain('checked=""');
    expect(text).toContain(`href="/app/members/${anna.uuid}"`);
    await clerk.submit(path, { leader: 'on' });
    expect(await belonging(club, group)).toEqual([`${anna.uuid} leads`]);
    expect((await clerk.get(path)).text).toContain('checked=""');
    await clerk.submit(path, {});
    expect(await belonging(club, group)).toEqual([anna.uuid]);
    await clerk.submit(`${path}/removal`, {});
    expect(await belonging(club, group)).toEqual([]);
  });
});

describe("a member's form", () => {
  const heinz = { firstName: 'Heinz', lastName: 'Hahn' };

  it('offers the groups in use, and none in a club without any (U2)', async () => {
    const club = await setting();
    const { clerk, organization, anna } = club;
    for (const path of ['new', `${anna.uuid}/edit`])
      expect((await clerk.get(`/app/members/${path}`)).text).not.toContain('name="groups"');
    const group = await app.make.group(organization, [anna]);
    await app.make.group(organization, [], { archived_at: new Date() });
    const box = (checked = '') => `type="checkbox"${checked} value="${group.uuid}"`;
    const unticked = await clerk.get('/app/members/new');
    expect(unticked.text.match(/name="groups"/g)).toHaveLength(1);
    expect(unticked.text).toContain(box());
    const ticked = await clerk.get(`/app/members/${anna.uuid}/edit`);
    expect(ticked.text.match(/name="groups"/g)).toHaveLength(1);
    expect(ticked.text).toContain(box(' checked=""'));
  });

  it("creates a member in groups, all or nothing, and in no archived or other club's one (U2, U11)", async () => {
    const club = await setting();
    const { clerk, organization } = club;
    const group = await app.make.group(organization, [], { name: 'Damen' });
    const archived = await app.make.group(organization, [], { archived_at: new Date() });
    const elsewhere = await app.make.group(await app.make.organization());
    const send = (...groups: Array<{ uuid: string }>) =>
      clerk.submit('/app/members/new', {
        ...heinz,
        ...Object.fromEntries(groups.map(({ uuid }, at) => [`groups[${at}]`, uuid])),
      });
    expect((await send(group, elsewhere)).status).toBe(422);
    expect((await send(group, archived)).status).toBe(409);
    expect(await belonging(club, group)).toEqual([]);
    expect((await clerk.get('/app/members?q=Hahn')).page).toContain('Keine Mitglieder gefunden');
    expect((await send(group)).status).toBe(303);
    expect(await belonging(club, group)).toHaveLength(1);
    expect(await loggedActions(app, organization)).toEqual([
      'Mitglied „Heinz Hahn“ angelegt, in Gruppe „Damen“',
    ]);
  });

  it('changes only the groups whose tick was changed, and takes leading with them (U2, U8)', async () => {
    const club = await setting();
    const { clerk, organization, anna } = club;
    const [left, joined, kept, since] = [
      await app.make.group(organization, [], { name: 'Damen' }),
      await app.make.group(organization, [], { name: 'Turnen' }),
      await app.make.group(organization, [anna]),
      await app.make.group(organization, [anna]),
    ];
    await app.make.leads({ member: anna.uuid }, left);
    const changed = await clerk.submit(`/app/members/${anna.uuid}/edit`, {
      firstName: 'Anna',
      lastName: 'Adler',
      'groups[0]': joined.uuid,
      'groups[1]': kept.uuid,
      'groupsBefore[0]': left.uuid,
      'groupsBefore[1]': kept.uuid,
    });
    expect(changed.status).toBe(303);
    expect(await belonging(club, left)).toEqual([]);
    for (const group of [joined, kept, since])
      expect(await belonging(club, group)).toEqual([anna.uuid]);
    expect(await loggedActions(app, organization)).toEqual([
      'Mitglied „Anna Adler“ geändert, in Gruppe „Turnen“, nicht mehr in Gruppe „Damen“',
    ]);
  });
});
