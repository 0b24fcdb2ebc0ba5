import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app';
import { loggedActions } from '../support/audit';
import { countsOf, importSetting, sheetOf, TABLE, upload } from '../support/member-import';

/** What is read as a table of members, and what is refused (O5). */
const app = testApp();

async function partsOf() {
  const { zipSync } = await import('fflate');
  const names = Array.from({ length: 10_000 }, (_, at) => `xl/worksheets/sheet${at}.xml`);
  return zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array(1)])), { level: 0 });
}

describe('A table of members', () => {
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
    [
      "Excel's 'CSV (MS-DOS)'",
      Buffer.from('Vorname;Nachname\r\nJ\x94rg;M\x81ller', 'latin1'),
      'Müller|Jörg',
    ],
    [
      "Excel's 'CSV (MS-DOS)' with an accent that a Mac has for an umlaut",
      Buffer.from('Vorname;Nachname\r\nMich\x8ale;J\x84ger', 'latin1'),
      'Jäger|Michèle',
    ],
    [
      "Excel's 'CSV (Macintosh)'",
      Buffer.from('Vorname;Nachname\rJ\x9arg;M\x9fller', 'latin1'),
      'Müller|Jörg',
    ],
    ...[
      ["'CSV (MS-DOS)' of 'ß' alone", 'Max;Gro\xe1', 'Groß|Max'],
      ["'CSV (MS-DOS)' of a capital umlaut alone", '\x9amit;Demir', 'Demir|Ümit'],
      ["'CSV (MS-DOS)' of capitals alone", 'MAX;M\x9aLLER', 'MÜLLER|MAX'],
      ["'CSV (MS-DOS)' of a cedilla alone", 'Can;\x80elik', 'Çelik|Can'],
      ["'CSV (Macintosh)' of 'ß' alone", 'Max;Gro\xa7mann', 'Großmann|Max'],
      ["'CSV (Macintosh)' of a capital umlaut alone", 'Ali;\x85zdemir', 'Özdemir|Ali'],
      ['Windows-1252 of a Czech name alone', 'Jana;Novotn\xe1', 'Novotná|Jana'],
      ['Windows-1252 of a Spanish name alone', 'Juli\xe1n;Ruiz', 'Ruiz|Julián'],
      ['Windows-1252 of a Slovene name alone', 'Ana;\x8eeleznik', 'Železnik|Ana'],
      ['Windows-1252 of a Russian name alone', 'Ana;\x8edanov', 'Ždanov|Ana'],
      ['Windows-1252 of a trade mark alone', 'Ami\x99e;Alt', 'Alt|Ami™e'],
      ['Windows-1252 of three dots before a word', 'Ada;Alt \x85neu', 'Alt …neu|Ada'],
      ['Windows-1252 of a euro before a word', 'Ada;Alt 5 \x80pro', 'Alt 5 €pro|Ada'],
      ['Windows-1252 of a euro before a vowel', 'Ada;Alt 5 \x80alle', 'Alt 5 €alle|Ada'],
      ["'CSV (MS-DOS)' of a capital 'Ö' alone", 'Ali;\x99zdemir', 'Özdemir|Ali'],
      ["Windows-1252 of a Vietnamese name and 'ö'", 'Ho\xe1;K\xf6nig', 'König|Hoá'],
    ].map(([named = '', row, found]): [string, Buffer, string] => [
      named,
      Buffer.from(`Vorname;Nachname\r\n${row}\r\n`, 'latin1'),
      found ?? '',
    ]),
    [
      'UTF-16 of the other order without a mark',
      Buffer.from('Vorname\tNachname\r\nJörg\tGroß', 'utf16le').swap16(),
    ],
    ['UTF-8 with a mark', Buffer.from('\ufeffVorname,Nachname\r\nJörg,Groß\r\n')],
  ])('is read in %s (O5)', async (_encoding, bytes, found = 'Groß|Jörg') => {
    const { read, carryOut, members } = await importSetting(app);
    const preview = await read(bytes);
    await carryOut(preview.json.uuid);
    expect(await members()).toEqual([expect.stringContaining(found)]);
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7 …'), 'PDF'],
    ['vCards', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0'), 'vCards'],
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
      const { organization, read } = await importSetting(app);
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

  it.each([
    [
      'a title and a date',
      'Mitglieder TSV;;\n\nStand 1.3.2026;;\nVorname;Nachname;Ort\nEva;Bach;Ulm',
      5,
    ],
    [
      'what Excel writes about its separator',
      'sep=|\r\nVorname|Nachname|Ort\r\nEva|Bach|Ulm;1;2',
      3,
    ],
  ])('is recognised by its headings below %s (O5)', async (_what, text, line) => {
    const { read } = await importSetting(app);
    const { columns, rows } = (await read(`\ufeff${text}`)).json;
    expect(columns.map(({ field }: { field: string }) => field)).toEqual([
      ...['firstName', 'lastName', 'city'],
    ]);
    expect(rows).toMatchObject([{ line, verdict: 'new' }]);
  });

  it('keeps quotes within a cell, and says which column it leaves out of two of one heading (O5)', async () => {
    const { read, carryOut, members } = await importSetting(app);
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
    const { read } = await importSetting(app);
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

  it.each([
    ['of 500,000 rows', () => sheetOf('Huber', 500_000), 'Zeilen'],
    ['of 10,000 parts', partsOf, 'Teile'],
  ])(
    'is no archive %s, which would keep the worker for a minute (O5)',
    async (_what, make, word) => {
      const { read } = await importSetting(app);
      const refused = await read(await make());
      expect([refused.status, refused.json.errors?.file[0]]).toEqual([
        422,
        expect.stringContaining(word),
      ]);
    },
  );

  it('is a sheet whose 30,000 rows are empty but for a few (O5)', async () => {
    const { read } = await importSetting(app);
    const coloured = Array.from(
      { length: 30_000 },
      (_, at) => `<row r="${at + 4}" s="1"><c r="A${at + 4}" s="1"/></row>`,
    );
    const { status, json } = await read(await sheetOf('Huber', 2, coloured.join('')));
    expect([status, json.rows?.length]).toEqual([200, 2]);
  });

  it('is no sheet that shows one long text in thousands of cells (O5)', async () => {
    const { read } = await importSetting(app);
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
      const { read } = await importSetting(app);
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
    const { organization, editor, read, carryOut, members } = await importSetting(app);
    const preview = await read(await sheetOf('Ann&#0;a &#xD800;', 1));
    expect([preview.status, preview.json.counts?.new]).toEqual([200, 1]);
    await carryOut(preview.json.uuid);
    expect(await members()).toHaveLength(1);
    const called = (name: string) =>
      editor.call('POST', '/member/import', {
        organization: organization.uuid,
        name,
        file: Buffer.from(TABLE).toString('base64'),
      });
    expect((await called('a\0b')).status).toBe(422);
    const evil = await called('a\nMitglied „x“ gelöscht \u202e');
    await carryOut(evil.json.uuid);
    // What was only read is no news of the club's.
    expect(await loggedActions(app, organization)).toEqual([
      'Tabelle „liste.csv“ importiert: 1 neu',
      'Tabelle „a Mitglied „x“ gelöscht“ importiert: 3 neu',
    ]);
    for (const [name, stored] of [
      ['x'.repeat(700), 'x'.repeat(200)],
      ['a\u202eb.csv', 'ab.csv'],
    ] as const) {
      const [, uuid] = (await upload(editor, TABLE, name)).location.match(/import\/([^/]+)/) ?? [];
      expect((await editor.call('GET', `/member/import/${uuid}`)).json.name).toBe(stored);
    }
  });
});
