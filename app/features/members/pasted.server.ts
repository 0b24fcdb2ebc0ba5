import type { z } from 'zod';
import { newMember } from './schema';

/** Names of several members, as people paste them: one of each line (D2). */

const names = newMember.pick({ firstName: true, lastName: true });

export interface PastedLine extends z.output<typeof names> {
  /** The number of the line, from 1. */
  readonly at: number;
  /** Why the line cannot be entered. */
  readonly fault?: string;
}

/** Where a spreadsheet's head says that the names are. */
interface Columns {
  readonly separator: RegExp;
  readonly first: number;
  readonly last: number;
}

/** The lines with something on them; a spreadsheet's head says in which columns its names are. */
export function readLines(text: string): PastedLine[] {
  let columns: Columns | null = null;
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const head = columnsOf(line);
    columns = head ?? columns;
    return head ? [] : [checked(index + 1, line, namesIn(line, columns))];
  });
}

const FIRST_NAME = /^vornamen?$/i;
const LAST_NAME = /^(nach|familien|zu)?name$/i;

function columnsOf(line: string): Columns | null {
  for (const separator of [CELLS, /,/]) {
    const cells = cellsOf(line, separator);
    const first = cells.findIndex((cell) => FIRST_NAME.test(cell));
    const last = cells.findIndex((cell) => LAST_NAME.test(cell));
    if (first >= 0 && last >= 0) return { separator, first, last };
  }
  return null;
}

function checked(at: number, line: string, found: readonly [string, string] | null): PastedLine {
  if (!found) {
    const fault = 'Bitte Vorname und Nachname angeben.';
    return { at, firstName: '', lastName: line.trim().slice(0, 100), fault };
  }
  const [firstName, lastName] = found;
  const parsed = names.safeParse({ firstName, lastName });
  if (parsed.success) return { at, ...parsed.data };
  const fault = parsed.error.issues[0]?.message;
  return { at, firstName: firstName.slice(0, 100), lastName: lastName.slice(0, 100), fault };
}

function namesIn(line: string, columns: Columns | null): readonly [string, string] | null {
  if (columns?.separator.test(line)) {
    const cells = cellsOf(line, columns.separator);
    return [cells[columns.first] ?? '', cells[columns.last] ?? ''];
  }
  const text = line.replace(LIST_MARK, '');
  if (CELLS.test(text)) {
    const [first = '', last = ''] = cellsOf(text, CELLS);
    if (first || last) return [first, last];
  }
  const [last = '', first] = text.split(',');
  return first === undefined ? inWords(text.trim().split(/\s+/)) : [first, last];
}

/** Between the cells of a spreadsheet's row. */
const CELLS = /[\t;]/;

/** Before the names of a list that is numbered or has bullets. */
const LIST_MARK = /^\s*(?:\d{1,4}[.)]?[\t;]\s*|\d{1,4}[.)]\s+|[-–•*·]\s+)/;

function cellsOf(line: string, separator: RegExp): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

/** The last word is the last name, with the particles before it: 'Anna | von der Mühlen'. */
function inWords(words: readonly string[]): readonly [string, string] | null {
  let start = words.length - 1;
  while (start > 1 && PARTICLES.has(words[start - 1] ?? '')) start--;
  if (start < 1 || PARTICLES.has(words[0] ?? '')) return null;
  return [words.slice(0, start).join(' '), words.slice(start).join(' ')];
}

const PARTICLES = new Set(
  (
    'von vom van zu zum zur und der den de del della di da dos du des la le el al bin ibn ter ten te ' +
    'af av'
  ).split(' '),
);
