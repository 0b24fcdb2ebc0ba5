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

/** The lines with something on them; a spreadsheet's head says in which order its names are. */
export function readLines(text: string): PastedLine[] {
  let lastNameFirst = false;
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((line, index) => {
    if (line.trim() === '') return [];
    const head = cellsOf(line)?.map((cell) => cell.toLowerCase());
    if (head?.includes('vorname') && head.includes('nachname')) {
      lastNameFirst = head.indexOf('nachname') < head.indexOf('vorname');
      return [];
    }
    return [checked(index + 1, line, namesIn(line, lastNameFirst))];
  });
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

function namesIn(line: string, lastNameFirst: boolean): readonly [string, string] | null {
  const [one = '', other = ''] = cellsOf(line) ?? [];
  if (one || other) return lastNameFirst ? [other, one] : [one, other];
  const comma = line.indexOf(',');
  if (comma >= 0) return [line.slice(comma + 1), line.slice(0, comma)];
  return inWords(line.trim().split(/\s+/));
}

/** The cells of a spreadsheet's row; null for any other line. */
function cellsOf(line: string): string[] | null {
  return /[\t;]/.test(line) ? line.split(/[\t;]/).map((cell) => cell.trim()) : null;
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
