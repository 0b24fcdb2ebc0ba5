import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import type { Permission } from '~/kernel/actor';
import { Problem } from '~/kernel/problem';
import { messages } from '../support/all-messages';
import { testApp } from '../support/app';
import { untilWaiting } from '../support/gate';
import { changeRows, insertRows, rowOf } from '../support/rows';

/** Members come in from a table, and go again (O5, O6). */

/** A sheet of one column whose rows all show the same text, which an archive has once. */
async function sheetOf(text: string, rows: number, below = '') {
  const { zipSync, strToU8 } = await import('fflate');
  const named = 'http://schemas.openxmlformats.org';
  const main = `xmlns="${named}/spreadsheetml/2006/main"`;
  const to = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${named}/officeDocument/2006/relationships/${target.startsWith('s') ? 'sharedStrings' : 'worksheet'}" Target="${target}"/>`;
  const cells = Array.from(
    { length: rows },
    (_, at) =>
      `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>2</v></c><c r="B${at + 2}" t="s"><v>2</v></c></row>`,
  ).join('');
  const files = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${named}/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${named}/package/2006/relationships">${to('rId1', 'worksheets/sheet1.xml')}${to('rId2', 'sharedStrings.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${cells}${below}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${['Vorname', 'Nachname', text].map((each) => `<si><t>${each}</t></si>`).join('')}</sst>`,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])),
  );
}

const app = testApp();

const HEAD = 'Nachname;Vorname;Geburtsdatum;Geschlecht;E-Mail;Handy;Abteilung;Mitgliedsnr';

async function setting() {
  const { organization } = await app.make.club();
  const withOnly = async (...permissions: Permission[]) => app.asUserOf(organization, permissions);
  const [editor, admin] = [
    await withOnly('EDIT_MEMBERS'),
    await withOnly('EDIT_MEMBERS', 'ORGANIZATION_ADMIN'),
  ];
  const read = (file: string | Uint8Array, as = editor) =>
    as.call('POST', '/member/import', {
      organization: organization.uuid,
      name: 'liste.csv',
      file: Buffer.from(file).toString('base64'),
    });
  const carryOut = async (uuid: string, body: object = {}, as = editor) => {
    const started = await as.call('POST', `/member/import/${uuid}`, body);
    expect(started.status).toBe(202);
    await app.work();
    return (await as.call('GET', `/member/import/${uuid}`)).json;
  };
  const members = async () => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws('|', m.last_name, m.first_name, m.birthday, m.gender, m.email, m.mobile,
        array_to_string(array(select g.name from group_members gm join groups g on g.uuid = gm.group_uuid
          where gm.member_uuid = m.uuid and gm.until is null order by g.name), '+'),
        m.custom_member_identifier) as text
      from members m where organization_uuid = ${organization.uuid} and user_uuid is null
      order by last_name, first_name, birthday`.execute(app.db);
    return rows.map(({ text }) => text);
  };
  return { organization, editor, admin, read, carryOut, members };
}

const countsOf = ({ json }: { json: { counts: Record<string, number> } }) => json.counts;

const TABLE = [
  HEAD,
  'Lindner;Anna;3.4.1961;w;anna@example.org;0171 234;Damen 1;1001',
  'Yılmaz;Ayşe;1990-12-31;weiblich;;+49 171 9;Damen 1, Turnen;1002',
  'O’Brien;Ben;01.01.05;m;ben@example.org;;;1003',
].join('\n');

describe('A table of members', () => {
  it('comes in with fields and groups, and again with nothing new (O5)', async () => {
    const { read, carryOut, members } = await setting();
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
    const again = await read(TABLE);
    expect(countsOf(again)).toEqual({ new: 0, changed: 0, unclear: 0, faulty: 0, same: 3 });
    const nothing = await (await setting()).editor.call(
      'POST',
      `/member/import/${again.json.uuid}`,
    );
    // Of another club it is unknown.
    expect(nothing.status).toBe(404);
  });

  it('says what changes, and empties nothing by an empty cell (O5)', async () => {
    const { read, carryOut, members } = await setting();
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
    const { read, carryOut } = await setting();
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
  });

  it('takes the name of somebody who is only a name for that person (O5)', async () => {
    const { organization, read, carryOut, members } = await setting();
    await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
    const preview = await read(TABLE);
    expect(countsOf(preview)).toMatchObject({ new: 2, changed: 1 });
    await carryOut(preview.json.uuid);
    expect(await members()).toHaveLength(3);
  });

  it('shows faulty rows with the reason, and leaves them out (O5)', async () => {
    const { read, carryOut, members } = await setting();
    const preview = await read(
      `${HEAD}\nLindner;;31.2.2000;q;keine;12;;\nHuber;Eva;3.3.2999;;;;;\nGut;Gerd;;;;;;`,
    );
    expect(countsOf(preview)).toMatchObject({ faulty: 2, new: 1 });
    const [{ said }] = preview.json.rows;
    for (const label of ['Geburtstag', 'Geschlecht', 'E-Mail', 'Vorname fehlt.'])
      expect(said).toContain(label);
    await carryOut(preview.json.uuid);
    expect(await members()).toHaveLength(1);
  });

  it.each([
    [
      'UTF-16 with a mark',
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from('Vorname\tNachname\r\nJörg\tGroß', 'utf16le'),
      ]),
    ],
    ['Windows-1252', Buffer.from('Vorname;Nachname\r\nJörg;Groß', 'latin1')],
    [
      'Windows-1252 with signs that Latin-1 does not have',
      Buffer.from('Vorname;Nachname;Gruppe\r\nJörg;Groß;\x93U12\x94 \x96 Beitrag 5 \x80', 'latin1'),
      'Groß|Jörg|||“U12” – Beitrag 5 €',
    ],
    ['UTF-8 with a mark', Buffer.from('\ufeffVorname,Nachname\r\nJörg,Groß\r\n')],
  ])('is read in %s (O5)', async (_encoding, bytes, found = 'Groß|Jörg') => {
    const { read, carryOut, members } = await setting();
    const preview = await read(bytes);
    await carryOut(preview.json.uuid);
    expect(await members()).toEqual([expect.stringContaining(found)]);
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'PDF'],
    ['an .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), '.xls'],
    ['NUL', Buffer.from('Vorname;Nachname\nA\0;B'), 'keine Tabelle'],
    ['nothing', Buffer.from(' \n;;\n'), 'leer'],
    ['a broken archive', Buffer.from('PK\u0003\u0004 …'), 'beschädigt'],
    [
      '61 columns',
      Buffer.from(Array.from({ length: 61 }, (_, at) => `s${at}`).join(';')),
      'Spalten',
    ],
    [
      'a quote that is not closed',
      Buffer.from('Vorname;Nachname\nAda;Alt\n"Eva;Bach\nIda;Ast'),
      'Zeile 3',
    ],
    [
      'one that ends in another row',
      Buffer.from('Vorname;Nachname\n"Eva;Bach\n"Ida";"Ast"'),
      'Zeile 2',
    ],
    ['20,002 rows', Buffer.from(`Vorname;Nachname\n${'a;b\n'.repeat(20_001)}`), 'Zeilen'],
  ])(
    'is refused with a sentence if it is %s, and nothing is stored (O5)',
    async (_what, bytes, word) => {
      const { organization, read } = await setting();
      const refused = await read(bytes);
      expect(refused.status).toBe(422);
      expect(refused.json.errors.file[0]).toContain(word);
      expect(refused.json.detail).toBe(refused.json.errors.file[0]);
      const { rows } =
        await sql`select from imports where organization_uuid = ${organization.uuid}`.execute(
          app.db,
        );
      expect(rows).toEqual([]);
    },
  );

  it('keeps quotes within a cell, and says which column it leaves out of two of one heading (O5)', async () => {
    const { read, carryOut, members } = await setting();
    const preview = await read(
      'Vorname;Nachname;Handy;Ort;Wohnort\nKarl "Kalle";Bach;1;Ulm;Trier\nIda 5";Ast;;;Köln',
    );
    expect(preview.json.hints).toEqual([
      'Spalte 5 („Wohnort“) bleibt draußen: Ort kommt schon aus Spalte 4.',
    ]);
    expect(countsOf(preview)).toMatchObject({ new: 2, faulty: 0 });
    await carryOut(preview.json.uuid);
    expect(await members()).toEqual(['Ast|Ida 5"||||', 'Bach|Karl "Kalle"||1||']);
  });

  it('is no archive that unpacks to more than 50 MiB, whatever it says of its size (O5)', async () => {
    const { read } = await setting();
    const { zipSync } = await import('fflate');
    const bomb = zipSync({
      'xl/workbook.xml': new Uint8Array(10),
      'xl/worksheets/sheet1.xml': new Uint8Array(60 * 1024 * 1024),
    });
    expect(bomb.length).toBeLessThan(200_000);
    expect((await read(bomb)).json.errors.file[0]).toContain('50 MiB');
    // The directory at the end says how large it is: here, that it is small.
    const lying = Buffer.from(bomb);
    for (
      let at = lying.indexOf('PK\u0001\u0002');
      at !== -1;
      at = lying.indexOf('PK\u0001\u0002', at + 1)
    )
      lying.writeUInt32LE(100, at + 24);
    expect((await read(lying)).status).toBe(422);
    // And the next table is read all the same.
    expect((await read(TABLE)).status).toBe(200);
  });

  it('is no sheet that shows one long text in thousands of cells (O5)', async () => {
    const { read } = await setting();
    const sheet = await sheetOf('a'.repeat(9999), 3000);
    expect(sheet.length).toBeLessThan(100_000);
    const refused = await read(sheet);
    expect([refused.status, refused.json.errors?.file[0]]).toEqual([
      422,
      expect.stringContaining('50 MiB'),
    ]);
  });

  it.each([
    ['XFD4', '<row r="4"><c r="XFD4" t="s"><v>2</v></c></row>'],
    ['Zeile 1048576', '<row r="1048576"><c r="A1048576" t="s"><v>2</v></c></row>'],
  ])(
    'is no sheet with something at %s, and is told so; a colour there is no matter (O5)',
    async (cell, row) => {
      const { read } = await setting();
      const refused = await read(await sheetOf('Huber', 2, row));
      expect([refused.status, refused.json.errors?.file[0]]).toEqual([
        422,
        expect.stringContaining(`(${cell})`),
      ]);
      const coloured = row.replace(/<c (.*) t="s">.*<\/c>/, '<c $1 s="1"/>');
      const { status, json } = await read(await sheetOf('Huber', 2, coloured));
      expect([status, json.rows?.length]).toEqual([200, 2]);
    },
  );

  it('is stored whatever signs its cells have, and the name that a program gives it (O5, X6)', async () => {
    const { organization, editor, read, carryOut, members } = await setting();
    const preview = await read(await sheetOf('Ann&#0;a &#xD800;', 1));
    expect([preview.status, preview.json.counts?.new]).toEqual([200, 1]);
    await carryOut(preview.json.uuid);
    expect(await members()).toHaveLength(1);
    const log = async () =>
      (
        await app.db
          .selectFrom('audit_log')
          .select('action')
          .where('organization_uuid', '=', organization.uuid)
          .where('action', 'like', '%gelesen')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
      ).action;
    const called = (name: string) =>
      editor.call('POST', '/member/import', {
        organization: organization.uuid,
        name,
        file: Buffer.from(TABLE).toString('base64'),
      });
    expect((await called('a\0b')).status).toBe(422);
    expect((await called('a\nMitglied „x“ gelöscht \u202e')).status).toBe(200);
    expect(await log()).toBe('Tabelle „a Mitglied „x“ gelöscht“ gelesen');
    for (const [name, logged] of [
      ['x'.repeat(700), 'x'.repeat(200)],
      ['a\u202eb.csv', 'ab.csv'],
    ] as const) {
      const form = new FormData();
      form.append('file', new Blob([TABLE]), name);
      const init = { method: 'POST', headers: { Origin: app.origin } };
      expect((await editor.send('/app/members/import', { ...init, body: form })).status).toBe(303);
      expect(await log()).toBe(`Tabelle „${logged}“ gelesen`);
    }
  });

  it('makes no groups whose names nobody can read, nor more than a club may have (O5, U1)', async () => {
    const { organization, editor, read } = await setting();
    const unreadable = await read('Vorname;Nachname;Gruppe\nA;B;\u200b,Damen\u202e\nC;D;Herren');
    expect(countsOf(unreadable)).toMatchObject({ faulty: 1, new: 1 });
    const groups = Array.from({ length: 201 }, (_, at) => `G ${at}`).join(',');
    const many = await read(`Vorname;Nachname;Gruppe\nA;B;"${groups}"`);
    const started = await editor.call('POST', `/member/import/${many.json.uuid}`);
    expect([started.status, started.json?.detail]).toEqual([409, expect.stringContaining('200')]);
    const { rows } = await sql`select from groups
      where organization_uuid = ${organization.uuid}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('shows all members no notes of the office unasked, and says what they all see (O2, O5)', async () => {
    const { organization, read, editor, carryOut } = await setting();
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

  it('is not for those who may not edit members, nor its invitations for those who may not invite (O5, table H)', async () => {
    const { organization, read, editor, admin } = await setting();
    const member = await app.asUserOf(organization, []);
    expect((await read(TABLE, member)).status).toBe(403);
    const { uuid } = (await read(TABLE)).json;
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
    ] as const)
      expect((await member.call(method, `/member/import/${uuid}${path}`)).status).toBe(403);
    expect((await editor.call('POST', `/member/import/${uuid}`, { invite: true })).status).toBe(
      403,
    );
    expect((await admin.call('POST', `/member/import/${uuid}`, { invite: true })).status).toBe(202);
    await app.work();
    const mails = await app.mailsTo('anna@example.org');
    expect(mails).toHaveLength(1);
    expect(await app.mailsTo('ben@example.org')).toHaveLength(1);
  });

  it('is carried out once, however often it is started at once (O5)', async () => {
    const { read, editor, members } = await setting();
    const { uuid } = (await read(TABLE)).json;
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => editor.call('POST', `/member/import/${uuid}`)),
    );
    expect(starts.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    await Promise.all([app.work(), app.work()]);
    expect(await members()).toHaveLength(3);
  });
});

describe('Taking it back', () => {
  it('deletes what came and restores what changed, but nothing that somebody used or changed since (O6)', async () => {
    const { organization, read, carryOut, members, editor } = await setting();
    await carryOut((await read(TABLE)).json.uuid);
    const before = await members();
    const second = await read(
      `${HEAD}\nLindner;Anna;;;;0172 5;Turnen;1001\nYılmaz;Ayşe;;;ayse@example.org;;;1002\nNeu;Nora;;;;;Damen 1;\nNeu;Ned;;;;;;`,
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
    // Somebody has used the one, and changed the other since.
    const ned = await byName('Neu', 'Ned');
    const event = await app.make.event(organization, {});
    await insertRows(app.db, 'participations', {
      organization_uuid: organization.uuid,
      event_uuid: event.uuid,
      member_uuid: ned,
    });
    await changeRows(app.db, 'members', await byName('Yılmaz', 'Ayşe'), {
      email: 'other@example.org',
    });
    await changeRows(app.db, 'members', await byName('Neu', 'Nora'), { city: 'Ulm' });
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
    await app.work();
    const undone = (await editor.call('GET', `/member/import/${uuid}`)).json;
    expect(undone.state).toBe('undone');
    expect(undone.rows.map(({ said }: { said: string }) => said).sort()).toEqual([
      'Bleibt, weil inzwischen geändert: Ort.',
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

it('of two imports the earlier one is taken back whole once the later one is (O6)', async () => {
  const { read, carryOut, members, editor } = await setting();
  const first = (await carryOut((await read(TABLE)).json.uuid)).uuid;
  const second = (await carryOut((await read(TABLE.replace('0171 234', '0172 5'))).json.uuid)).uuid;
  for (const uuid of [second, first]) {
    expect((await editor.call('DELETE', `/member/import/${uuid}`)).status).toBe(202);
    await app.work();
  }
  expect((await editor.call('GET', `/member/import/${first}`)).json.rows).toEqual([]);
  expect(await members()).toEqual([]);
});

it('puts nobody who has left into a group again, also where the table still has them there (O5, O8)', async () => {
  const { organization, read, carryOut } = await setting();
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

it('a number that somebody has only written otherwise since stays as they wrote it (O6)', async () => {
  const { organization, read, carryOut, editor } = await setting();
  const anna = await app.make.member(organization, { firstName: 'Anna', lastName: 'Lindner' });
  const { uuid } = await carryOut((await read(TABLE)).json.uuid);
  const change = { mobile: '0171/234' };
  await changeRows(app.db, 'members', anna.uuid, change);
  await editor.call('DELETE', `/member/import/${uuid}`);
  await app.work();
  const { json } = await editor.call('GET', `/member/${anna.uuid}`);
  expect([json.mobile, json.email]).toEqual(['0171/234', '']);
});

describe('Taking it back while others work', () => {
  it('leaves whom somebody signs up at that moment (O6)', async () => {
    const { organization, read, carryOut, members, editor } = await setting();
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
      await untilWaiting(app, 1);
      return { works };
    });
    await work.works;
    expect(await members()).toHaveLength(1);
  });
});

describe('The screens', () => {
  it('lead from a file to its columns, the preview and the import, without scripts (O5)', async () => {
    const { editor, members } = await setting();
    const form = new FormData();
    form.append('file', new Blob([TABLE]), 'mitglieder.csv');
    const sent = await editor.send('/app/members/import', {
      method: 'POST',
      body: form,
      headers: { Origin: app.origin },
    });
    expect(sent.status).toBe(303);
    const columns = await editor.get(sent.location);
    for (const heading of ['Abteilung', 'Mitgliedsnr', 'Damen 1'])
      expect(columns.page).toContain(heading);
    const preview = await editor.submit(sent.location, {
      fields: ['lastName', 'firstName', 'birthday', 'gender', 'email', 'mobile', 'group', 'none'],
    });
    expect(preview.status).toBe(303);
    const shown = await editor.get(preview.location);
    expect(shown.page).toContain('3 neu, 0 geändert');
    expect(shown.page).toContain('Gruppe: Damen 1, Turnen');
    expect((await editor.submit(preview.location)).status).toBe(303);
    await app.work();
    const done = (await editor.get(preview.location)).page;
    expect(done).toContain('Fertig: 3 Zeilen eingetragen.');
    // What somebody has who is new has not changed.
    expect(done).not.toContain('→');
    expect(await members()).toHaveLength(3);
  });

  it('take another file for another table, also where the form comes back from the history (O5)', async () => {
    const { editor } = await setting();
    const send = (file: string) => {
      const form = new FormData();
      form.append('__key', 'a.read-table');
      form.append('file', new Blob([file]), 'mitglieder.csv');
      const init = { method: 'POST', headers: { Origin: app.origin } };
      return editor.send('/app/members/import', { ...init, body: form });
    };
    const first = await send(TABLE);
    expect((await send(TABLE)).location).toBe(first.location);
    const other = await send('Vorname;Nachname\nBerta;Ander');
    expect((await editor.get(other.location)).page).toContain('Berta');
  });

  it('say at the file what is wrong with it, and at the columns what is missing (O5)', async () => {
    const { editor } = await setting();
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.4']), 'liste.pdf');
    const init = { method: 'POST', headers: { Origin: app.origin } };
    const refused = await editor.send('/app/members/import', { ...init, body: form });
    expect([refused.status, refused.page.includes('Das ist ein PDF.')]).toEqual([422, true]);
    const none = await editor.submit('/app/members/import', { table: '' });
    expect([
      none.status,
      none.page.includes('Bitte eine Datei wählen oder eine Tabelle einfügen.'),
    ]).toEqual([422, true]);
    const pasted = await editor.submit('/app/members/import', { table: TABLE });
    const nameless = await editor.submit(pasted.location, {
      fields: ['lastName', ...Array(7).fill('none')],
    });
    expect([
      nameless.status,
      nameless.page.includes('welche Spalten Vorname und Nachname sind'),
    ]).toEqual([422, true]);
  });

  it('tell what was done, and what failed (O5, O6, B6)', async () => {
    const { editor, read } = await setting();
    const shown = async (path: string) => (await editor.get(path)).page;
    const { uuid } = (await read(TABLE)).json;
    const path = `/app/members/import/${uuid}`;
    const chosen = await editor.submit(`${path}/choices`);
    expect(await shown(chosen.location)).toContain(messages.choicesSaved.message);
    const started = await editor.submit(path);
    expect(await shown(started.location)).toContain(messages.importStarted.title);
    await app.work();
    const nothing = (await read(TABLE)).json.uuid;
    const idle = await editor.submit(`/app/members/import/${nothing}`);
    expect(idle.page).toContain(messages.importFailed.message);
    const late = await editor.submit(`${path}/columns`, { fields: ['lastName', 'firstName'] });
    expect(late.page).toContain(messages.columnsNotSaved.message);
    const early = await editor.submit(`/app/members/import/${nothing}/undo`);
    expect(early.page).toContain(messages.undoFailed.message);
    await app.work();
    const undone = await editor.submit(`${path}/undo`);
    expect(await shown(undone.location)).toContain(messages.undoStarted.title);
    const refused = await editor.submit('/app/members/import', { table: 'Vorname' });
    expect(refused.status).toBe(303);
    const large = await editor.submit('/app/members/import', {
      table: 'x'.repeat(9 * 1024 * 1024),
    });
    expect([large.status, large.page.includes('höchstens 5 MB.')]).toEqual([413, true]);
    const gone = await editor.visit('/app/members/import/00000000-0000-4000-8000-000000000000');
    expect(gone.page).toContain(messages.importLoadFailed.message);
  });
});

describe('Members go out', () => {
  const file = (
    browser: Awaited<ReturnType<typeof app.as>>,
    fields: Record<string, string | string[]>,
  ) => browser.submit('/app/members/export/file', fields);

  it('as CSV that an import takes back unharmed, with formulas made harmless (O7)', async () => {
    const { editor, read, carryOut } = await setting();
    const odd = `${HEAD}\nMüller;=SUMME(A1);;;;'+49 171 9;"Damen 1";-1\n"O""B;rien";Ann;3.4.1961;;;;;007`;
    await carryOut((await read(odd)).json.uuid);
    const columns = [
      'lastName',
      'firstName',
      'birthday',
      'mobile',
      'customMemberIdentifier',
      'groups',
    ];
    const { text, headers } = await file(editor, { format: 'csv', columns });
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="mitglieder.csv"');
    expect(text).toContain("Müller;'=SUMME(A1);;'+49 171 9;'-1;Damen 1\r\n");
    expect(text).toContain('"O""B;rien";Ann;1961-04-03;;007;\r\n');
    const again = await read(Buffer.from(`\ufeff${text.replace(/^\ufeff/, '')}`));
    expect(countsOf(again)).toMatchObject({ new: 0, changed: 0, unclear: 0, faulty: 0 });
  });

  it('with groups whose names have commas and quotation marks, which come in again (O7, O5)', async () => {
    const { editor, read, carryOut, members } = await setting();
    const names = '"U12, Turnen"; Damen "Eins"\n"""Kobolde"""';
    const table = `Nachname;Vorname;Gruppe\nBach;Anna;"${names.replaceAll('"', '""')}"`;
    await carryOut((await read(table)).json.uuid);
    const [anna = ''] = await members();
    const groups = anna.split('|').find((part) => part.includes('+'));
    expect(groups?.split('+').sort()).toEqual(['"Kobolde"', 'Damen "Eins"', 'U12, Turnen']);
    const columns = ['lastName', 'firstName', 'groups'];
    const { text } = await file(editor, { format: 'csv', columns });
    expect(countsOf(await read(text))).toMatchObject({ new: 0, changed: 0, faulty: 0 });
    const cards = await file(editor, { format: 'vcard', columns });
    expect(cards.text).toMatch(/^CATEGORIES:.*U12\\, Turnen/m);
  });

  it('as XLSX, all as text, and as vCards (O7)', async () => {
    const { organization, editor, read, carryOut } = await setting();
    await carryOut((await read(TABLE)).json.uuid);
    const group = await rowOf(
      app.db,
      'groups',
      { organization_uuid: organization.uuid, name: 'Turnen' },
      ['uuid'],
    );
    const sheet = await fetch(`${app.origin}/app/members/export/file`, {
      method: 'POST',
      headers: {
        Cookie: [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        Origin: app.origin,
      },
      body: new URLSearchParams({
        format: 'xlsx',
        columns: 'customMemberIdentifier',
        group: group.uuid,
      }),
    });
    const bytes = Buffer.from(await sheet.arrayBuffer());
    expect(JSON.parse((await app.services.tables.read(bytes)).rows)).toEqual([
      ['Kennung'],
      ['1002'],
    ]);
    const cards = await file(editor, {
      format: 'vcard',
      columns: ['lastName', 'firstName', 'email'],
    });
    expect(cards.text).toContain(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lindner;Anna;;;\r\nFN:Anna Lindner\r\nEMAIL:anna@example.org\r\nEND:VCARD\r\n',
    );
    expect(cards.text).not.toContain('0171 234');
  });

  it('as XLSX when the turn comes, and in a sentence why there is none (O7)', async () => {
    const { editor } = await setting();
    const { limits, tables } = app.services;
    const ask = () => file(editor, { format: 'xlsx', columns: ['lastName'] });
    const why = (status: number) => new Problem(status, 'Keine Datei', 'Bitte etwas später.');
    const turn = vi.spyOn(limits, 'enterList').mockRejectedValue(why(429));
    expect(await ask()).toMatchObject({ status: 429, text: 'Bitte etwas später.' });
    turn.mockRestore();
    const write = vi.spyOn(tables, 'write').mockRejectedValue(why(503));
    expect(await ask()).toMatchObject({ status: 503, text: 'Bitte etwas später.' });
    write.mockRestore();
  });

  it('all of them, also where they are more than are read at once (O7)', async () => {
    const { organization, editor } = await setting();
    await sql`insert into members (organization_uuid, first_name, last_name)
      select ${organization.uuid}::uuid, 'Anna', 'M' || n from generate_series(1, 1200) n`.execute(
      app.db,
    );
    const { status, text } = await file(editor, { format: 'csv', columns: ['lastName'] });
    expect(status).toBe(200);
    const names = text.split('\r\n').filter((line) => /^M\d+$/.test(line));
    expect(new Set(names).size).toBe(1200);
    expect(names).toHaveLength(1200);
  });

  it('only for those who may edit members; the log says who, and what is missing is said (O7, X6, B6)', async () => {
    const { organization, editor } = await setting();
    const member = await app.asUserOf(organization, []);
    expect((await file(member, { columns: ['lastName'] })).location).toBe('/app/');
    const none = await file(editor, { format: 'csv' });
    expect((await editor.visit(none.location)).page).toContain(messages.exportFailed.title);
    await file(editor, { columns: ['lastName'] });
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where organization_uuid = ${organization.uuid} order by id desc limit 1`.execute(
      app.db,
    );
    expect(rows[0]?.action).toMatch(/exportiert \(csv\)$/);
  });
});
