import { fullYear, isDate, textToDate, YEARS_AHEAD } from '~/dates';
import type { GivenMember, WrittenField } from '~/features/members/fields';
import { writtenFields } from '~/features/members/fields';
import { newMember } from '~/features/members/schema';
import { composed, isVisible, requiredText } from '~/kernel/fields';
import { type Target, targetLabels } from './fields';

/** What a table's row says about a member (O5). */
export interface ReadRow {
  /** The fields that it fills: an empty cell empties nothing. */
  readonly given: Partial<GivenMember>;
  readonly groups: readonly string[];
  /** Why it cannot be imported; '' if it can. */
  readonly fault: string;
  /** The same by column. */
  readonly faults: readonly Fault[];
}

interface Fault {
  readonly column: number;
  readonly label: string;
  readonly cell: string;
  readonly said: string;
}

/** @param targets of each column; today 'YYYY-MM-DD' */
export function readRow(
  cells: readonly string[],
  targets: readonly Target[],
  today: string,
): ReadRow {
  const given: Record<string, unknown> = {};
  const groups = new Set<string>();
  const faults: Fault[] = [];
  const fault = (column: number, target: keyof typeof targetLabels, said: string) => {
    const known = faults.find((each) => each.column === column);
    // Once, as a cell may have thousands of groups.
    if (!known)
      faults.push({ column, label: targetLabels[target], cell: cells[column] ?? '', said });
  };
  const filled = new Set<Target>();
  for (const [at, target] of targets.entries()) {
    const cell = composed(cells[at] ?? '');
    if (target === 'none' || !isVisible(cell)) continue;
    filled.add(target);
    if (target === 'group') {
      for (const name of groupsIn(cell)) {
        const read = groupName.safeParse(name);
        if (read.success) groups.add(read.data);
        else fault(at, target, read.error.issues[0]?.message ?? '');
      }
      continue;
    }
    const typed = typedAs(target, cell);
    const read = newMember.shape[target].safeParse(typed);
    if (read.success && isToCome(target, read.data, today))
      fault(at, target, 'Liegt in der Zukunft.');
    else if (read.success) given[target] = read.data;
    else
      fault(
        at,
        target,
        EXPECTED[writtenFields[target].type]?.(typed) ?? read.error.issues[0]?.message ?? '',
      );
  }
  for (const name of ['firstName', 'lastName'] as const)
    if (!filled.has(name)) fault(targets.indexOf(name), name, MISSING);
  faults.sort((one, other) => one.column - other.column);
  return {
    given: given as Partial<GivenMember>,
    groups: [...groups],
    fault: faults.map(inALine).join('\n'),
    faults,
  };
}

const MISSING = 'Fehlt.';

/** What a cell must be like, where the form's message does not say it. */
const EXPECTED: Partial<
  Record<(typeof writtenFields)[WrittenField]['type'], (typed: string) => string>
> = {
  day(typed) {
    if (isDate(typed)) return 'Möglich sind Tage ab 1900.';
    return /^\d{4}-\d\d-\d\d$/.test(typed)
      ? 'Diesen Tag gibt es nicht.'
      : 'Erwartet wird ein Datum wie 31.12.1990.';
  },
  gender: () => 'Erwartet wird m, w oder d.',
};

/** 'Geburtstag „gestern“: Erwartet wird ein Datum wie 31.12.1990.' */
const inALine = ({ label, cell, said }: Fault) =>
  said === MISSING
    ? `${label} fehlt.`
    : `${label} „${cell.length > 40 ? `${cell.slice(0, 40)}…` : cell}“: ${said}`;

function isToCome(name: WrittenField, value: unknown, today: string): boolean {
  const field = writtenFields[name];
  return field.type === 'day' && field.inThePast === true && String(value) > today;
}

/** As a form takes it. */
const groupName = requiredText(100, 'Kein lesbarer Name.');

/** Names separated by commas, semicolons or line breaks; a quoted name may contain them. */
const groupsIn = (cell: string) =>
  [...cell.matchAll(/"((?:[^"]|"")*)"(?=\s*(?:[,;\n]|$))|[^,;\s][^,;\n]*/g)]
    .map(([name, quoted]) => quoted?.replaceAll('""', '"') ?? name.replace(/\s+/g, ' '))
    .map((name) => name.trim())
    .filter(Boolean);

function typedAs(name: WrittenField, cell: string): string {
  const field = writtenFields[name];
  if (field.type === 'day') return dayIn(cell, field.inThePast ? 0 : YEARS_AHEAD);
  if (field.type === 'gender') return GENDERS.get(cell.toLowerCase()) ?? cell;
  return cell;
}

const GENDERS = new Map([
  ...['m', 'männlich', 'mann', 'herr', 'male', 'männl.'].map((word) => [word, 'm'] as const),
  ...['w', 'weiblich', 'frau', 'f', 'female', 'weibl.'].map((word) => [word, 'w'] as const),
  ...['d', 'divers', 'x', 'diverse'].map((word) => [word, 'd'] as const),
]);

/**
 * A day as people type it, or as tables write it: '3.4.1961', '03/04/61', '1961-04-03', optionally
 * with a time, or as a spreadsheet's day number.
 * @param ahead how many years to come two digits may mean
 * @returns 'YYYY-MM-DD', or the cell if it is no day, to be refused
 */
function dayIn(cell: string, ahead: number): string {
  const [, day, month, year] =
    /^(\d{1,2})[./](\d{1,2})[./](\d{4}|\d{2})(?:\s.*)?$/.exec(cell) ?? [];
  if (day && month && year)
    return `${fullYear(year, ahead)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T\s].*)?$/.exec(cell) ?? [];
  if (iso) return iso;
  // From May 1927 to 2099: fewer digits are a year rather than a day.
  if (/^\d{5}$/.test(cell) && Number(cell) < 73_051)
    return new Date(Date.UTC(1899, 11, 30) + Number(cell) * 86_400_000).toISOString().slice(0, 10);
  return textToDate(cell, { ahead });
}
