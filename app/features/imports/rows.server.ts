import { dateToText } from '~/dates';
import { memberLabels, type WrittenField, writtenFields } from '~/features/members/fields';
import { called, differences, joinedBy } from './judging.server';
import type { ShownRow } from './queries.server';

export type RowShown = ReturnType<typeof toRow>;

/** A row as the preview shows it. */
export function toRow(row: ShownRow) {
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
