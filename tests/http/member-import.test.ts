import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { giveFactor } from '../support/authenticator';
import { demandFactor } from '../support/factor-rule';
import { deadlocks, untilWaiting } from '../support/gate';
import { countsOf, HEAD, importSetting, TABLE } from '../support/member-import';
import { changeRows, valuesOf } from '../support/rows';

/** Members come in from a table (O5). */
const app = testApp();

describe('A table of members', () => {
  it('comes in with fields and groups, and again with nothing new (O5)', async () => {
    const { read, carryOut, members } = await importSetting(app);
    const preview = await read(TABLE);
    expect(preview.status).toBe(200);
    expect(countsOf(preview)).toEqual({ new: 3, changed: 0, unclear: 0, faulty: 0, same: 0 });
    expect(await members()).toEqual([]);
    const done = await carryOut(preview.json.uuid);
    expect(done.state).toBe('done');
    const all = [
      'Lindner|Anna|1961-04-03|w|anna@example.org|0171 234|Damen 1|1001',
      'O’Brien|Ben|2005-01-01|m|ben@example.org||1003',
      'Yılmaz|Ayşe|1990-12-31|w||+49 171 9|Damen 1+Turnen|1002',
    ];
    expect(await members()).toEqual(all.map((text) => expect.stringContaining(text.slice(0, 20))));
    // As macOS spells letters with marks.
    const again = await read(TABLE.replace(';m;', ';männlich;').normalize('NFD'));
    expect(countsOf(again)).toEqual({ new: 0, changed: 0, unclear: 0, faulty: 0, same: 3 });
    const nothing = await (await importSetting(app)).editor.call(
      'POST',
      `/member/import/${again.json.uuid}`,
    );
    // Of another club it is unknown.
    expect(nothing.status).toBe(404);
  });

  it('brings nobody twice whom two people import at once: the second one compares again (O5)', async () => {
    const { editor, admin, read, members } = await importSetting(app);
    const [one, other] = [await read(TABLE), await read(TABLE, admin)];
    const [first, second] = await Promise.all([
      editor.call('POST', `/member/import/${one.json.uuid}`),
      admin.call('POST', `/member/import/${other.json.uuid}`),
    ]);
    expect([first.status, second.status].sort()).toEqual([202, 409]);
    await app.work();
    expect(await members()).toHaveLength(3);
    const [late, uuid] = first.status === 409 ? [editor, one.json.uuid] : [admin, other.json.uuid];
    const again = () => late.call('POST', `/member/import/${uuid}`);
    expect((await again()).json.detail).toMatch(/^Seit diesem Abgleich ist eine andere Tabelle/);
    const columns = `/app/members/import/${uuid}/columns`;
    const fields = one.json.columns.map(({ field }: { field: string }) => field);
    expect((await late.submit(columns, { fields })).location).toMatch(
      new RegExp(`/import/${uuid}$`),
    );
    expect((await again()).json.detail).toMatch(/nichts, was noch nicht eingetragen ist/);
    expect(await members()).toHaveLength(3);
  });

  it('brings nobody whom somebody has entered by hand since: such a row is unclear (O5)', async () => {
    const { organization, editor, read, carryOut, members } = await importSetting(app);
    // In two slices, so that one is entered when the other's turn comes.
    const family = `Noll;Nils;;;;;;9${'\n'.repeat(101)}Noll;Nina;;;;;;9`;
    const preview = await read(`${TABLE}\n${family}`);
    const { json: ben } = await editor.call('POST', '/member', {
      organization: organization.uuid,
      firstName: 'Ben',
      lastName: 'O’Brien',
      birthday: '2005-01-01',
    });
    const done = await carryOut(preview.json.uuid);
    expect(countsOf({ json: done })).toMatchObject({ new: 4, unclear: 1 });
    expect(done.rows[0]).toMatchObject({
      line: 4,
      verdict: 'unclear',
      choice: 'skip',
      member: ben.uuid,
      said: 'Inzwischen hat jemand dieses Mitglied eingetragen.',
    });
    expect(await members()).toHaveLength(5);
  });

  it('says what changes, and empties nothing by an empty cell (O5)', async () => {
    const { read, carryOut, members } = await importSetting(app);
    await carryOut((await read(TABLE)).json.uuid);
    const changed = `${HEAD}\nLindner;Anna;;;;0172 5;;1001\nOBrien;Benjamin;;;;;;1003`;
    const preview = await read(changed);
    expect(countsOf(preview)).toEqual({ new: 0, changed: 1, unclear: 1, faulty: 0, same: 0 });
    expect(preview.json.rows[0]).toMatchObject({ verdict: 'unclear', choice: 'skip', line: 3 });
    await carryOut(preview.json.uuid);
    expect(await members()).toContain(
      'Lindner|Anna|1961-04-03|w|anna@example.org|0172 5|Damen 1|1001',
    );
  });

  it('tells father and son of one name apart, and asks where it cannot (O5)', async () => {
    const { read, carryOut } = await importSetting(app);
    const both = `${HEAD}\nPeters;Klaus;1.2.1960;;;;;\nPeters;Klaus;3.4.1990;;;;;`;
    const first = await read(both);
    expect(countsOf(first)).toMatchObject({ new: 2, unclear: 0 });
    await carryOut(first.json.uuid);
    expect(countsOf(await read(both))).toMatchObject({ new: 0, same: 2 });
    const nameless = await read(`${HEAD}\nPeters;Klaus;;;;;;`);
    expect(nameless.json.rows).toEqual([
      {
        line: 2,
        verdict: 'unclear',
        choice: 'skip',
        member: null,
        said: 'Diesen Namen gibt es mehrmals.',
      },
    ]);
    const grandson = await read(`${HEAD}\nPeters;Klaus;5.6.2020;;;;;`);
    expect(grandson.json.rows).toMatchObject([
      {
        verdict: 'new',
        said: 'Diesen Namen gibt es schon, aber mit anderer Kennung oder anderem Geburtstag.',
      },
    ]);
  });

  it('takes the name of somebody who is only a name for that person (O5)', async () => {
    const { organization, read, carryOut, members } = await importSetting(app);
    await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
    const preview = await read(TABLE);
    expect(countsOf(preview)).toMatchObject({ new: 2, changed: 1 });
    await carryOut(preview.json.uuid);
    expect(await members()).toHaveLength(3);
  });

  it('takes a number of five digits for a day of a spreadsheet, and a year for no day (O5)', async () => {
    const { read, carryOut, members } = await importSetting(app);
    const preview = await read(`${HEAD}\nLindner;Eva;22372\nHuber;Eva;1970\nGut;Gerd;73051`);
    expect(preview.json.rows).toMatchObject([
      { verdict: 'faulty', said: expect.stringContaining('Geburtstag') },
      { verdict: 'faulty', said: expect.stringContaining('Geburtstag') },
      { verdict: 'new' },
    ]);
    await carryOut(preview.json.uuid);
    expect(await members()).toEqual([expect.stringMatching(/^Lindner\|Eva\|1961-04-01/)]);
  });

  it('says one thing of a name that is too long, not that it is missing (O5)', async () => {
    const { read } = await importSetting(app);
    const preview = await read(`${HEAD}\nLindner;${'A'.repeat(101)};;;;;;`);
    const [{ said }] = preview.json.rows;
    expect(said).toMatch(/^Vorname „A{40}…“: [^\n]*$/);
  });

  it('shows faulty rows with the reason, leaves them out, and still shows them when it is done (O5)', async () => {
    const { editor, read, carryOut, members } = await importSetting(app);
    const preview = await read(
      `${HEAD}\nLindner;;31.2.2000;q;keine;12;;\nHuber;Eva;3.3.2999;;;;;\nGut;Gerd;;;;;;`,
    );
    expect(countsOf(preview)).toMatchObject({ faulty: 2, new: 1 });
    const [{ said }] = preview.json.rows;
    // A line for each.
    expect(said.split('\n')).toEqual([
      'Vorname fehlt.',
      'Geburtstag „31.2.2000“: Diesen Tag gibt es nicht.',
      'Geschlecht „q“: Erwartet wird m, w oder d.',
      'E-Mail „keine“: Ungültige E-Mail',
    ]);
    const { uuid } = preview.json;
    const done = await carryOut(uuid);
    expect(done.rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      ...['faulty', 'faulty', 'new'],
    ]);
    const page = async () => (await editor.get(`/app/members/import/${uuid}`)).page;
    expect(await page()).toContain('2 Zeilen sind nicht eingetragen und stehen hier zuerst.');
    expect(await page()).toMatch(/Lindner.*Vorname fehlt/);
    expect(await members()).toHaveLength(1);
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
    await app.work();
    expect(await page()).not.toContain('Lindner');
    expect(await members()).toEqual([]);
  });

  it('still shows unclear rows that were left out, until it is undone (O5)', async () => {
    const { editor, read, carryOut } = await importSetting(app);
    const { uuid } = (await read(`Nachname;Vorname\nGut;Gerd\nGut;Gerd\n;Ida`)).json;
    await carryOut(uuid);
    const page = async () => (await editor.get(`/app/members/import/${uuid}`)).page;
    expect(await page()).toContain('2 Zeilen sind nicht eingetragen und stehen hier zuerst.');
    expect(await page()).toMatch(/Derselbe Name wie in Zeile 2\..*Neu/);
    await editor.call('DELETE', `/member/import/${uuid}`);
    await app.work();
    expect(await page()).not.toMatch(/Gerd|nicht eingetragen/);
  });

  it('calls rows by their numbers in the file, empty ones included, and carries them all out (O5)', async () => {
    const { read, carryOut, editor, members } = await importSetting(app);
    const empty = '\n'.repeat(150);
    const rows = ['Vorname;Nachname', '', 'Eva;Bach', '', '', 'Ida;', 'Eva;Bach', empty, 'Ada;Alt'];
    const { uuid, rows: judged } = (await read(rows.join('\r\n'))).json;
    expect(
      judged.map(({ line, said }: { line: number; said: string }) => [line, said]).sort(),
    ).toEqual([
      ...[
        [159, ''],
        [3, ''],
        [6, 'Nachname fehlt.'],
        [7, 'Derselbe Name wie in Zeile 3.'],
      ],
    ]);
    await carryOut(uuid);
    expect(await members()).toHaveLength(2);
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
    await app.work();
    expect(await members()).toEqual([]);
  });

  it('makes no groups whose names nobody can read, nor more than a club may have (O5, U1)', async () => {
    const { organization, editor, read } = await importSetting(app);
    const unreadable = await read('Vorname;Nachname;Gruppe\nA;B;\u200b,Damen\u202e\nC;D;Herren');
    expect(countsOf(unreadable)).toMatchObject({ faulty: 1, new: 1 });
    const groups = Array.from({ length: 201 }, (_, at) => `G ${at}`).join(',');
    const many = await read(`Vorname;Nachname;Gruppe\nA;B;"${groups}"`);
    const started = await editor.call('POST', `/member/import/${many.json.uuid}`);
    expect([started.status, started.json?.detail]).toEqual([409, expect.stringContaining('200')]);
    const here = { organization_uuid: organization.uuid };
    expect(await valuesOf(app.db, 'groups', here, 'name')).toEqual([]);
  });

  it('shows all members no notes of the office unasked, and says what they all see (O2, O5)', async () => {
    const { organization, read, editor, carryOut } = await importSetting(app);
    const { uuid } = (await read('Vorname;Nachname;Bemerkung\nAnna;Lindner;Zahlt nicht')).json;
    expect((await editor.get(`/app/members/import/${uuid}/columns`)).page).toContain(
      'Kennung und Beschreibung sehen alle Mitglieder.',
    );
    await carryOut(uuid);
    const member = await app.asUserOf(organization, []);
    const { text } = await member.call(
      'GET',
      `/member?organization=${organization.uuid}&q=Lindner`,
    );
    expect([text.includes('Lindner'), text.includes('Zahlt nicht')]).toEqual([true, false]);
  });

  it('has invitations only of those who may invite (O5, table H)', async () => {
    const { read, editor, admin } = await importSetting(app);
    const { uuid } = (await read(TABLE)).json;
    expect((await editor.call('POST', `/member/import/${uuid}`, { invite: true })).status).toBe(
      403,
    );
    expect((await admin.call('POST', `/member/import/${uuid}`, { invite: true })).status).toBe(202);
    await app.work();
    const mails = await app.mailsTo('anna@example.org');
    expect(mails).toHaveLength(1);
    expect(await app.mailsTo('ben@example.org')).toHaveLength(1);
  });

  it('invites all, also behind as many as are invited at once who are invited already (O5)', async () => {
    const { organization, admin, read, carryOut } = await importSetting(app);
    const rows = Array.from({ length: 61 }, (_, at) => `Noll;Nr ${at};;;${at}@example.org`);
    const table = [HEAD, ...rows].join('\n');
    await carryOut((await read(table, admin)).json.uuid, {}, admin);
    const members = await app.db
      .selectFrom('members')
      .select(['uuid', 'email'])
      .where('organization_uuid', '=', organization.uuid)
      .where(
        'email',
        'in',
        rows.slice(0, 60).map((_, at) => `${at}@example.org`),
      )
      .execute();
    for (const { uuid } of members) await admin.call('POST', `/organization/invitation/${uuid}`);
    const again = table.replaceAll('@example.org', '@example.org;0171 234');
    await carryOut((await read(again, admin)).json.uuid, { invite: true }, admin);
    expect(await app.mailsTo('60@example.org')).toHaveLength(1);
    expect(await app.mailsTo('59@example.org')).toEqual([]);
  });

  it('invites nobody once who imported it may no longer invite, says so, and waits while that rests (O5, T6)', async () => {
    const { organization, admin, read } = await importSetting(app);
    const start = async (name: string) => {
      const { uuid } = (await read(`${HEAD}\n${name};Nils;;;${name}@example.org`, admin)).json;
      await admin.call('POST', `/member/import/${uuid}`, { invite: true });
      return { uuid, mails: () => app.mailsTo(`${name}@example.org`) };
    };
    const other = await app.make.userOf(organization, ['ORGANIZATION_ADMIN', 'EDIT_MEMBERS']);
    await giveFactor(app, other);
    const resting = await start('noll');
    await demandFactor(app, organization);
    expect(await resting.mails()).toEqual([]);
    await changeRows(app.db, 'organizations', organization.uuid, { admins_need_factor_from: null });
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(app.db);
    expect(await resting.mails()).toHaveLength(1);
    const ended = await start('null');
    await sql`delete from permissions where organization_uuid = ${organization.uuid}
      and user_uuid <> ${other.uuid}`.execute(app.db);
    expect(await ended.mails()).toEqual([]);
    const { page } = await (await app.as(other, organization)).get(
      `/app/members/import/${ended.uuid}`,
    );
    expect(page).toContain('1 Mitglied ist nicht eingeladen.');
  });

  it('is carried out once, however often it is started at once (O5)', async () => {
    const { read, editor, members } = await importSetting(app);
    const { uuid } = (await read(TABLE)).json;
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => editor.call('POST', `/member/import/${uuid}`)),
    );
    expect(starts.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    await Promise.all([app.work(), app.work()]);
    expect(await members()).toHaveLength(3);
  });
});

it('ends with its club, without a deadlock, if that is deleted meanwhile (O5, C2)', async () => {
  const { organization, admin, read } = await importSetting(app);
  const anna = await app.make.member(organization, { firstName: 'Anna', lastName: 'Alt' });
  const { uuid } = (await read('Vorname;Nachname;Handy\nNina;Neu;\nAnna;Alt;0171 5')).json;
  expect((await admin.call('POST', `/member/import/${uuid}`)).status).toBe(202);
  const before = await deadlocks(app);
  const other = await app.pool.connect();
  try {
    await other.query('begin');
    await other.query('select from members where uuid = $1 for update', [anna.uuid]);
    const deleted = admin.call('DELETE', `/organization/${organization.uuid}`);
    await untilWaiting(app);
    const worked = app.work();
    await untilWaiting(app, 2);
    await other.query('commit');
    expect((await deleted).status).toBe(204);
    await worked;
  } finally {
    other.release();
  }
  expect(await deadlocks(app)).toBe(before);
});

it('puts nobody who has left into a group again, even if the table still lists them there (O5, O8)', async () => {
  const { organization, read, carryOut } = await importSetting(app);
  await carryOut((await read(TABLE)).json.uuid);
  await sql`update members set left_on = '2020-01-01', left_at = now()
    where organization_uuid = ${organization.uuid} and last_name = 'Lindner'`.execute(app.db);
  await sql`update group_members set until = now()
    where organization_uuid = ${organization.uuid}`.execute(app.db);
  const again = await read(TABLE);
  expect(countsOf(again)).toEqual({ new: 0, changed: 1, unclear: 0, faulty: 0, same: 2 });
  await carryOut(again.json.uuid);
  const { rows } = await sql<{ name: string }>`
    select m.last_name as name from group_members gm join members m on m.uuid = gm.member_uuid
    where gm.organization_uuid = ${organization.uuid} and gm.until is null`.execute(app.db);
  expect([...new Set(rows.map(({ name }) => name))]).toEqual(['Yılmaz']);
});
