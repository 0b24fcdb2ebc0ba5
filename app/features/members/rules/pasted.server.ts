import type { z } from 'zod';
import { newMember } from '../schema';

/** Pasted names, one per line (U2, O5). */

const names = newMember.pick({ firstName: true, lastName: true });

interface PastedLine extends z.output<typeof names> {
  /** The number of the line, from 1. */
  readonly at: number;
  /** Why the line cannot be entered. */
  readonly fault?: string;
  /** Beside the name; '' if there is none. */
  readonly email: string;
}

/** The names in a line, and what is beside them. */
type Found = readonly [firstName: string, lastName: string, others: readonly string[]];

/** The columns of names, by a spreadsheet's header row. */
interface Columns {
  readonly separator: RegExp;
  readonly first: number;
  readonly last: number;
}

/** The non-empty lines; a heading tells in which columns, or in which order, their names are. */
export function readLines(text: string): PastedLine[] {
  let columns: Columns | null = null;
  let inWords: InWords = lastAtEnd;
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const [head, order] = [columnsOf(line), orderOf(line)];
    columns = head ?? columns;
    inWords = order ?? inWords;
    return head || order ? [] : [checked(index + 1, line, namesIn(line, columns, inWords))];
  });
}

const FIRST_NAME = /^vornamen?$/i;
const LAST_NAME = /^(nach|familien|zu)?name$/i;

/** How the heading of names without columns reads them; null if it is none. */
function orderOf(line: string): InWords | null {
  const [one = '', other = '', ...more] = line.trim().split(/\s+/);
  if (more.length > 0) return null;
  if (FIRST_NAME.test(one) && LAST_NAME.test(other)) return lastAtEnd;
  return LAST_NAME.test(one) && FIRST_NAME.test(other) ? lastAhead : null;
}

function columnsOf(line: string): Columns | null {
  for (const separator of [CELLS, /,/]) {
    const cells = cellsOf(line, separator);
    const first = cells.findIndex((cell) => FIRST_NAME.test(cell));
    const last = cells.findIndex((cell) => LAST_NAME.test(cell));
    if (first >= 0 && last >= 0) return { separator, first, last };
  }
  return null;
}

function checked(at: number, line: string, found: Found | null): PastedLine {
  if (!found) {
    const fault = 'Bitte Vorname und Nachname angeben.';
    return { at, firstName: '', lastName: line.trim().slice(0, 100), fault, email: '' };
  }
  const [firstName, lastName, others] = found;
  const parsed = names.safeParse({ firstName, lastName });
  const email = others.find((other) => other.includes('@'))?.replace(/^<|>$/g, '') ?? '';
  const isMore = [firstName, lastName].some((name) => MORE.test(name));
  if (parsed.success && !isMore) return { at, ...parsed.data, email };
  const fault = isMore ? 'Hier steht mehr als ein Name.' : parsed.error?.issues[0]?.message;
  return {
    at,
    firstName: firstName.slice(0, 100),
    lastName: lastName.slice(0, 100),
    fault,
    email,
  };
}

/** An address, or a word that begins as a number does. */
const MORE = /@|(?:^|\s)[+(]?\d/;

function namesIn(line: string, columns: Columns | null, inWords: InWords): Found | null {
  if (columns?.separator.test(line))
    return foundIn(cellsOf(line, columns.separator), columns.first, columns.last);
  const text = line.replace(LIST_MARK, '');
  if (CELLS.test(text)) {
    const cells = cellsOf(text, CELLS);
    const addresses = cells.filter((cell) => cell.includes('@'));
    const [name = '', ...more] = cells.filter((cell) => cell !== '' && !cell.includes('@'));
    // A whole name and an address, as mail programs copy them.
    if (more.length === 0 && addresses.length > 0) return inWords(name.split(/\s+/), addresses);
    const found = foundIn(cells, 0, 1);
    if (found[0] || found[1]) return found;
  }
  const cells = text.split(',').map((cell) => cell.trim());
  if (cells.length > 1) return foundIn(cells, 1, 0);
  const words = text.trim().split(/\s+/);
  const [addresses, names] = [true, false].map((is) =>
    words.filter((word) => word.includes('@') === is),
  );
  return inWords(names ?? [], addresses ?? []);
}

function foundIn(cells: readonly string[], first: number, last: number): Found {
  const others = cells.map((cell, column) => (column === first || column === last ? '' : cell));
  return [cells[first] ?? '', cells[last] ?? '', others];
}

/** Between the cells of a spreadsheet's row. */
const CELLS = /[\t;]/;

/** Numbers or bullets before the names of a list. */
const LIST_MARK = /^\s*(?:\d{1,4}[.)]?[\t;]\s*|\d{1,4}[.)]\s+|[-–•*·]\s+)/;

function cellsOf(line: string, separator: RegExp): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
}

type InWords = (words: readonly string[], others: readonly string[]) => Found | null;

/** The last word is the last name, with the particles before it: 'Anna | von der Mühlen'. */
function lastAtEnd(words: readonly string[], others: readonly string[]): Found | null {
  let start = words.length - 1;
  while (start > 1 && PARTICLES.has(words[start - 1] ?? '')) start--;
  if (start < 1 || PARTICLES.has(words[0] ?? '')) return null;
  return [words.slice(0, start).join(' '), words.slice(start).join(' '), others];
}

/** The first word is the last name, with the particles before it: 'von der Mühlen | Anna'. */
function lastAhead(words: readonly string[], others: readonly string[]): Found | null {
  const end = words.findIndex((word) => !PARTICLES.has(word)) + 1;
  if (end < 1 || end === words.length) return null;
  return [words.slice(end).join(' '), words.slice(0, end).join(' '), others];
}

const PARTICLES = new Set(
  (
    'von vom van zu zum zur und der den de del della di da dos du des la le el al bin ibn ter ten te ' +
    'af av'
  ).split(' '),
);
