import { dateToText } from '~/dates';
import { today } from '~/dates.server';
import { memberLabels, type WrittenField, writtenFields } from '~/features/members/fields';
import { readRow } from './cells.server';
import { called, differences, joinedBy } from './judging.server';
import type { Import, ShownRow } from './queries.server';
import { MOST_MENDED } from './schema';
import { MENDED } from './wording';

export type RowShown = ReturnType<typeof toRow> & { readonly faults: readonly MendableFault[] };
type MendableFault = ReturnType<typeof mendable>[number] & { readonly at: number };

/** The rows of a page, with numbers for the faulty cells that people can correct here, in one line each. */
export function toRows(
  rows: readonly ShownRow[],
  { state, fields }: Pick<Import, 'state' | 'fields'>,
) {
  let next = 0;
  return rows.map((row): RowShown => {
    const faults = row.verdict === 'faulty' && state === 'judged' ? mendable(row, fields) : [];
    const shown = toRow(row);
    if (faults.length === 0 || next + faults.length > MOST_MENDED) return { ...shown, faults: [] };
    return { ...shown, said: '', faults: faults.map((fault) => ({ ...fault, at: next++ })) };
  });
}

/** Nothing unless that is all that is wrong with the row. */
function mendable({ cells }: ShownRow, fields: Import['fields']) {
  const { faults } = readRow(cells, fields, today());
  return faults.every(({ cell }) => cell.length <= MENDED && !/[\r\n]/.test(cell)) ? faults : [];
}

/** A row as the preview shows it. */
function toRow(row: ShownRow) {
  const { line, verdict, choice, said, given, groups, member, cells } = row;
  const typed = called(given).trim();
  const names =
    verdict === 'new' || !member
      ? (Object.keys(given) as WrittenField[]).filter((name) => !/Name$/.test(name))
      : differences(given, member);
  // Once it is done, a new member is in the groups of their row.
  const joins = verdict === 'new' ? groups : joinedBy(groups, member);
  return {
    line,
    verdict,
    choice,
    name: typed || cells.filter(Boolean).slice(0, 3).join(', ') || `Zeile ${line}`,
    /** The member it may be about; '' if there is none. */
    known: member ? called(member) : '',
    said,
    /** 'Handy: 0171 1 → 0172 2' */
    changes:
      verdict === 'faulty' || verdict === 'same'
        ? []
        : [
            ...names.map((name) =>
              change(name, given[name], verdict === 'new' ? null : member?.[name]),
            ),
            ...(joins.length > 0 ? [`Gruppe: ${joins.join(', ')}`] : []),
          ],
  };
}

function change(name: WrittenField, to: string | undefined, from: string | null | undefined) {
  const worded = (value: string) => {
    const text = writtenFields[name].type === 'day' ? dateToText(value) : value;
    return text.length > 80 ? `${text.slice(0, 80)}…` : text;
  };
  const now = worded(to ?? '');
  return `${memberLabels[name]}: ${from ? `${worded(from)} → ${now}` : now}`;
}
