import { readLines } from '~/features/members/rules/pasted.server';
import type { Table } from '~/kernel/services.server';
import { guessed } from './fields';

/** Characters of a list of names; what is longer comes from a program, and has columns. */
const LONGEST = 60_000;

/**
 * Reads a pasted list of names, 'Anna Lindner' or 'Lindner, Anna' in each line, as a table with headings; a line that is
 * no name has no first name there.
 * @param table how it reads as a table
 * @returns null if it has columns that people must tell apart
 */
export function listOfNames(text: string, { columns, top }: Table): Table | null {
  const { fields, above } = guessed(top.map(({ cells }) => cells));
  const hasColumns = columns > 2 || (/[\t;]/.test(text) && !fields.includes('email'));
  if (hasColumns || fields.includes('firstName') || text.length > LONGEST) return null;
  const lines = readLines(text).filter(({ at }) => at > (top[above - 1]?.line ?? 0));
  if (lines.every(({ fault }) => fault)) return null;
  const rows = lines.map(({ at, firstName, lastName, email, fault }) => ({
    line: at,
    cells: fault ? ['', `${firstName} ${lastName}`.trim(), ''] : [firstName, lastName, email],
  }));
  const head = { line: 0, cells: ['Vorname', 'Nachname', 'E-Mail'] };
  return { rows: JSON.stringify(rows), count: rows.length, columns: 3, top: [head] };
}
