import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { record } from '~/features/exports/file.server';
import work from '~/server/tables.worker.mjs';

async function cellsOf(table: string | Uint8Array): Promise<string[][]> {
  const read = await work({ bytes: Buffer.from(table) });
  if (!('rows' in read)) throw new Error('No table.');
  return JSON.parse(read.rows).map(({ cells }: { cells: string[] }) => cells);
}

const HEAD = 'Vorname;Nachname;Beschreibung';

describe('The separator of a table', () => {
  it.each([
    ['semicolons', `${HEAD}\n${'Eva;Bach;kann Kuchen, Kaffee, Tee, Bier\n'.repeat(9)}`],
    ['tabs', `Name\tInfo\tOrt\nBach\ta; b; c, d, e, f\tUlm\nAst\t1; 2; 3; 4\tUlm`],
    ['commas', 'Vorname,Nachname,Info\nEva,Bach,a; b; c; d\nIda,Ast,a; b; c; d'],
    ['semicolons below titles', `TSV, Ulm\nStand 1.3., vorläufig\n${HEAD}\nEva;Bach;a, b, c`],
    [
      'semicolons below a title with as many commas as each row',
      'TSV, Ulm\nName, Vorname;Ort;Info\nBach, Eva;Ulm;a\nAst, Ida;Ulm;b',
    ],
    [
      'semicolons below titles with as many commas as each row',
      `TSV, Ulm\nStand März, vorläufig\n${HEAD}\nEva;Bach;a, b\nIda;Ast;c, d`,
    ],
    ['commas before spaces', 'Vorname, Nachname, Info\nEva, Bach, a\nIda, Ast, b; c'],
    ['semicolons in one row', `${HEAD}\nEva;Bach;a, b, c, d, e`],
    ['semicolons if cells have lines', `${HEAD}\nEva;Bach;"a, b\nc, d\ne, f\ng, h"\nIda;Ast;`],
    ['semicolons if the first is long', `${HEAD}\nEva;Bach;"${'a, b\n'.repeat(1999)}"\nIda;Ast;`],
    [
      'semicolons if ends are left out',
      `${HEAD}\n${'Bach, Dr.;Eva\nAst, Dr.;Ida;a, b\n'.repeat(5)}`,
    ],
    ['an inch', `${HEAD}\nEva 5";Bach;a, b\nIda;Ast;c, d\nUte;Ost;e`],
  ])('is what its lines have equally often: %s (O5)', async (_what, table) => {
    const rows = await cellsOf(table);
    expect(rows.at(-1)).toHaveLength(3);
    expect(rows.at(-1)?.[2]).not.toMatch(/^[;,]/);
  });

  it('is none in a list of names, and the one that the file names (O5)', async () => {
    expect(await cellsOf('Nachname\nBach\nAst')).toEqual([['Nachname'], ['Bach'], ['Ast']]);
    expect(await cellsOf('sep=,\na;b,c\nd;e,f')).toEqual([
      ['a;b', 'c'],
      ['d;e', 'f'],
    ]);
  });
});

const numberOf = (value: number, format?: string) => ({ type: Number, value, format });

/** A sheet of one row whose end is written by hand. */
async function sheetOf(row: ReturnType<typeof numberOf>[], end: string) {
  const files = unzipSync(await writeExcelFile([row]).toBuffer());
  const path = 'xl/worksheets/sheet1.xml';
  const sheet = strFromU8(files[path] ?? new Uint8Array()).replace('</row>', `${end}</row>`);
  return zipSync({ ...files, [path]: strToU8(sheet) });
}

it('A number of a sheet has the leading zeros that its format shows (O5)', async () => {
  const row = [numberOf(1067, '00000'), numberOf(7, '0000'), numberOf(1.5, '000'), numberOf(22372)];
  const end = [
    '<c r="F1" s="1"><f t="shared" si="0">B1</f><v>80</v></c>',
    '<c r="G1" s="1" t="str"><f>A1</f><v>81</v></c>',
    '<c r="H1" s="1" t="b"><v>1</v></c>',
  ];
  expect(
    await cellsOf(await sheetOf([...row, numberOf(22372, 'dd.mm.yyyy')], end.join(''))),
  ).toEqual([['01067', '0007', '1.5', '22372', '1961-04-01', '00080', '81', 'true']]);
});

it('A sheet that is made to keep us busy with its formats does not (O5)', async () => {
  const end = `<!--<c${' s="1"'.repeat(50_000)}><v>1</c>-->`;
  expect(await cellsOf(await sheetOf([numberOf(7, '00')], end))).toEqual([['07']]);
}, 5000);

/** Also what a spreadsheet could take for a formula, as it is or behind apostrophes, or for an escape. */
const text = fc
  .string({ unit: fc.constantFrom(...`'=+-@＝＠;,"\n ab`, '_x0041_', '_'), maxLength: 6 })
  .map((each) => each.trim())
  .filter(Boolean);

it('Any text comes back from our CSV and from our XLSX as it was (O7, O5)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1 }), async (rows) => {
      const csv = [['Vorname', 'Beschreibung'], ...rows].map(record).join('');
      expect((await cellsOf(`\ufeff${csv}`)).slice(1)).toEqual(rows);
      const sheet = await work({ rows });
      expect(await cellsOf(sheet as Uint8Array)).toEqual(rows);
    }),
  );
});

it('A phone number of our CSV comes back from the sheet that a spreadsheet makes of it (O7, O5)', async () => {
  const sheet = await writeExcelFile([
    [{ value: "'+49 171 5550199" }, { value: "'=x" }],
  ]).toBuffer();
  expect(await cellsOf(sheet)).toEqual([['+49 171 5550199', "'=x"]]);
});
