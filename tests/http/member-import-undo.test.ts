import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { untilWaiting } from '../support/gate';
import { HEAD, importSetting, TABLE } from '../support/member-import';
import { changeRows, insertRows, rowOf, rowsOf } from '../support/rows';

/** An import is taken back (O6). */
const app = testApp();

describe('Taking it back', () => {
  it('deletes what came and restores what changed, but nothing that somebody used or changed since (O6, S4)', async () => {
    const { organization, read, carryOut, members, editor } = await importSetting(app);
    await carryOut((await read(TABLE)).json.uuid);
    const before = await members();
    const second = await read(
      `${HEAD}\nLindner;Anna;;;;0172 5;Turnen;1001\nYılmaz;Ayşe;;;ayse@example.org;;;1002\nNeu;Nora;;;;;Damen 1;\nNeu;Ned;;;;;;\nNeu;Nele;;;;;;`,
    );
    const { uuid } = second.json;
    await carryOut(uuid);
    const byName = async (lastName: string, firstName: string) =>
      (
        await rowOf(
          app.db,
          'members',
          { organization_uuid: organization.uuid, last_name: lastName, first_name: firstName },
          ['uuid'],
        )
      ).uuid;
    // Somebody has used the one, changed the other, and wants to keep the third since.
    const ned = await byName('Neu', 'Ned');
    const event = await app.make.event(organization, {});
    await app.make.attended(event, { uuid: ned });
    await changeRows(app.db, 'members', await byName('Yılmaz', 'Ayşe'), {
      email: 'other@example.org',
    });
    await changeRows(app.db, 'members', await byName('Neu', 'Nora'), { city: 'Ulm' });
    const hold = { reason: 'Schuldet Beitrag' };
    await editor.call('PUT', `/member/${await byName('Neu', 'Nele')}/hold`, hold);
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
    await app.work();
    const undone = (await editor.call('GET', `/member/import/${uuid}`)).json;
    expect(undone.state).toBe('undone');
    expect(undone.rows.map(({ said }: { said: string }) => said).sort()).toEqual([
      'Bleibt, weil inzwischen geändert: Ort.',
      'Dieses Mitglied ist inzwischen in Gebrauch und bleibt.',
      'Dieses Mitglied ist inzwischen in Gebrauch und bleibt.',
      'Inzwischen geändert und nicht zurückgesetzt: E-Mail.',
    ]);
    const after = await members();
    expect(after.filter((text) => !/Neu\||Yılmaz/.test(text))).toEqual(
      before.filter((text) => !/Yılmaz/.test(text)),
    );
    expect(after.some((text) => text.includes('other@example.org'))).toBe(true);
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(409);
  });
});

it('of two imports the earlier one is taken back whole once both are, whichever is first (O6)', async () => {
  for (const order of [
    [1, 0],
    [0, 1],
  ]) {
    const { organization, read, carryOut, members, editor } = await importSetting(app);
    // With nothing but a name: what was empty is empty again.
    await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
    const before = await members();
    const imported: string[] = [];
    const changed = TABLE.replace('0171 234;', '0172 5;Chor, ').replace('3.4.1961;w', '4.3.1961;m');
    for (const table of [TABLE, changed])
      imported.push((await carryOut((await read(table)).json.uuid)).uuid);
    const undo = async (uuid: string | undefined) => {
      expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
      await app.work();
      return (await editor.call('GET', `/member/import/${uuid}`)).json;
    };
    await undo(imported[order[0] ?? 0]);
    expect(await undo(imported[order[1] ?? 0])).toMatchObject({ rows: [], keptGroups: [] });
    expect(await members()).toEqual(before);
    expect(
      await rowsOf(app.db, 'groups', { organization_uuid: organization.uuid }, ['name']),
    ).toEqual([]);
  }
});

it('members who have got access since stay as they are, and the groups that they are in (O6)', async () => {
  const { organization, read, carryOut, editor } = await importSetting(app);
  const { uuid } = await carryOut(
    (await read('Vorname;Nachname;Gruppe\nEva;Bach;Chor\nUwe;Ast;Chor\nIda;Ost;Damen')).json.uuid,
  );
  const user = await app.make.user();
  await app.make.belongs(user, organization);
  const eva = await rowOf(
    app.db,
    'members',
    { organization_uuid: organization.uuid, last_name: 'Bach' },
    ['uuid'],
  );
  await changeRows(app.db, 'members', eva.uuid, { user_uuid: user.uuid });
  await editor.call('DELETE', `/member/import/${uuid}`);
  await app.work();
  const { json } = await editor.call('GET', `/member/import/${uuid}`);
  expect([json.rows.length, json.keptGroups]).toEqual([1, ['Chor']]);
  const { page } = await editor.get('/app/members');
  expect(page).toMatch(/Eva Bach/);
  expect(page).not.toMatch(/Uwe|Ida/);
  const { rows } = await sql<{ name: string }>`
    select g.name from group_members gm join groups g on g.uuid = gm.group_uuid
    where gm.member_uuid = ${eva.uuid} and gm.until is null`.execute(app.db);
  expect(rows).toEqual([{ name: 'Chor' }]);
});

it('a number that was only reformatted since stays as it was written (O6)', async () => {
  const { organization, read, carryOut, editor } = await importSetting(app);
  const anna = await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
  const { uuid } = await carryOut((await read(TABLE)).json.uuid);
  const change = { mobile: '0171/234' };
  await changeRows(app.db, 'members', anna.uuid, change);
  await editor.call('DELETE', `/member/import/${uuid}`);
  await app.work();
  const { json } = await editor.call('GET', `/member/${anna.uuid}`);
  expect([json.mobile, json.email]).toEqual(['0171/234', '']);
});

it('a name that came with it is no former one, unless it was one before or the log has it since (O6, S3)', async () => {
  const { organization, read, carryOut, editor } = await importSetting(app);
  const made = await Promise.all(
    ['1', '2', '3'].map((identifier) =>
      app.make.member(organization, { firstName: 'Anna', lastName: 'Ledig', identifier }),
    ),
  );
  for (const { uuid } of made)
    await changeRows(app.db, 'members', uuid, { last_name: `Huber-${uuid.slice(0, 8)}` });
  const rows = ['Berta;Irrtum', 'Carla;Irrtum', 'Anna;Ledig'].map(
    (name, at) => `${name};${at + 1}`,
  );
  const { uuid } = (await read(['Vorname;Nachname;Kennung', ...rows].join('\n'))).json;
  const choices = [2, 3].map((line) => ({ line, choice: 'update' }));
  await carryOut(uuid, { choices });
  const [, carla] = made;
  const { json } = await editor.call('GET', `/member/${carla?.uuid}`);
  expect((await editor.call('PUT', '/member', { ...json, description: 'x' })).status).toBe(200);
  await editor.call('DELETE', `/member/import/${uuid}`);
  await app.work();
  const known = async (member: { uuid: string } | undefined) =>
    (
      await sql<{ name: string }>`
        select name from names_in_audit_log(${member?.uuid}) order by name`.execute(app.db)
    ).rows.map(({ name }) => name.replace(/-.*/, ''));
  expect(await Promise.all(made.map(known))).toEqual([
    ['Anna Huber', 'Anna Ledig'],
    ['Anna Huber', 'Anna Ledig', 'Carla Irrtum'],
    ['Anna Huber', 'Anna Ledig'],
  ]);
});

describe('Taking it back while others work', () => {
  it('deletes the groups that came with it, and says which stay because they are in use (O6, U1)', async () => {
    const { organization, read, carryOut, editor } = await importSetting(app);
    await app.make.group(organization, [], { name: 'Chor' });
    const table = 'Vorname;Nachname;Gruppe\nEva;Bach;"Chor, Damen, Herren"\nUwe;Ast;Jugend';
    const { uuid } = (await read(table)).json;
    await carryOut(uuid);
    const here = { organization_uuid: organization.uuid };
    const groups = () => rowsOf(app.db, 'groups', here, ['uuid', 'name'], ['name']);
    const [, women, men] = await groups();
    const event = await app.make.event(organization, {});
    await changeRows(app.db, 'events', event.uuid, { groups: [women?.uuid ?? ''] });
    // Somebody who has left it again.
    const other = await app.make.member(organization);
    await insertRows(app.db, 'group_members', {
      organization_uuid: organization.uuid,
      member_uuid: other.uuid,
      group_uuid: men?.uuid ?? '',
      until: new Date(Date.now() + 1000),
    });
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
    await app.work();
    expect((await groups()).map(({ name }) => name)).toEqual(['Chor', 'Damen', 'Herren']);
    expect((await editor.call('GET', `/member/import/${uuid}`)).json.keptGroups).toEqual([
      'Damen',
      'Herren',
    ]);
    const { page } = await editor.get(`/app/members/import/${uuid}`);
    expect(page).toContain('Was hier steht, ist geblieben. Gruppen in Gebrauch: Damen, Herren.');
  });

  it('leaves a member who is being signed up at that moment (O6)', async () => {
    const { organization, read, carryOut, members, editor } = await importSetting(app);
    const { uuid } = (await read('Vorname;Nachname\nAnna;Lindner')).json;
    await carryOut(uuid);
    const event = await app.make.event(organization, { max: 5 });
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
    const work = await app.db.transaction().execute(async (trx) => {
      await sql`
        insert into answers (event_uuid, member_uuid, organization_uuid, answer)
        select ${event.uuid}, uuid, organization_uuid, 'yes' from members
        where organization_uuid = ${organization.uuid} and last_name = 'Lindner'`.execute(trx);
      const works = app.work();
      await untilWaiting(app);
      return { works };
    });
    await work.works;
    expect(await members()).toHaveLength(1);
  });
});
