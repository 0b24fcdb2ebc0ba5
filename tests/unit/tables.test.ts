import { describe, expect, it } from 'vitest';
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
    ['semicolons in one row', `${HEAD}\nEva;Bach;a, b, c, d, e`],
    ['semicolons if cells have lines', `${HEAD}\nEva;Bach;"a, b\nc, d\ne, f\ng, h"\nIda;Ast;`],
    ['semicolons if the first is long', `${HEAD}\nEva;Bach;"${'a, b\n'.repeat(1999)}"\nIda;Ast;`],
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
