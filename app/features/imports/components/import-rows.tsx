import { useActionData } from '@remix-run/react';
import { Badge } from '~/ui/badge';
import { FieldFrame } from '~/ui/field-frame';
import type { ActionFormData } from '~/ui/form';
import { Input } from '~/ui/input';
import type { RowShown } from '../rows.server';
import { MENDED, type Verdict, verdictTexts } from '../wording';

/** Only of what needs a look. */
const TONES: Partial<Record<Verdict, 'orange' | 'red'>> = { unclear: 'orange', faulty: 'red' };

const CHOICES = { create: 'Neu eintragen', update: 'Ergänzen', skip: 'Weglassen' } as const;

/** What happens to each row. @param asks whether it can still be chosen */
export function ImportRows({ rows, asks }: { rows: readonly RowShown[]; asks: boolean }) {
  return (
    <ul className="rounded border border-line bg-card px-4 leaf">
      {rows.map((row, at) => (
        <li key={row.line} className="grid gap-1 border-line py-3 not-first:border-t">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <strong className="min-w-0 wrap-anywhere">{row.name}</strong>
            <Badge tone={TONES[row.verdict]}>{verdictTexts[row.verdict]}</Badge>
            <span className="text-sm text-muted">{`Zeile ${row.line}`}</span>
          </div>
          {row.said && <p className="whitespace-pre-line wrap-anywhere">{row.said}</p>}
          {row.changes.length > 0 && (
            <p className="text-sm text-muted wrap-anywhere">{row.changes.join(' · ')}</p>
          )}
          {row.faults.length > 0 && (
            <div className="grid items-end gap-4 sm:grid-cols-2">
              {row.faults.map((fault) => (
                <FaultyCell key={fault.column} line={row.line} {...fault} />
              ))}
            </div>
          )}
          {asks && row.verdict === 'unclear' && <RowChoice row={row} at={at} />}
        </li>
      ))}
    </ul>
  );
}

/** A cell that is faulty, and can be corrected. */
function FaultyCell({ line, column, at, label, cell, said }: CellProps) {
  const typed = useTypedIn('cells', { line, column });
  const text = typed ? (typed.text ?? '') : cell;
  const name = `cells[${at}]`;
  const id = `cell-${line}-${column}`;
  const errorId = `${id}-error`;
  // What came back unchecked is not what was found faulty.
  const errors = text.trim() === cell.trim() ? [said] : undefined;
  const field = { id, errors, errorId, descriptionId: '' };
  return (
    <div>
      <input type="hidden" name={`${name}.line`} value={line} />
      <input type="hidden" name={`${name}.column`} value={column} />
      <FieldFrame field={field} label={label}>
        <Input
          id={id}
          name={`${name}.text`}
          aria-describedby={errors && errorId}
          aria-invalid={errors && true}
          autoComplete="off"
          maxLength={MENDED}
          defaultValue={text}
        />
      </FieldFrame>
    </div>
  );
}

type CellProps = RowShown['faults'][number] & { line: number };

/** What came back from the server of one of the entries of a list. */
function useTypedIn(list: 'cells' | 'choices', entry: Readonly<Record<string, number>>) {
  const response = useActionData() as ActionFormData;
  const typed = response?.result?.initialValue?.[list] as Record<string, string>[] | undefined;
  return typed?.find((each) =>
    Object.entries(entry).every(([name, value]) => each[name] === String(value)),
  );
}

function RowChoice({ row, at }: { row: RowShown; at: number }) {
  const chosen = useTypedIn('choices', { line: row.line })?.choice ?? row.choice;
  const offered = (['create', 'update', 'skip'] as const).filter(
    (choice) => choice !== 'update' || row.known,
  );
  return (
    <fieldset>
      <legend className="visually-hidden">{`Zeile ${row.line}, ${row.name}`}</legend>
      <input type="hidden" name={`choices[${at}].line`} value={row.line} />
      <div className="flex flex-wrap gap-x-6">
        {offered.map((choice) => (
          <label key={choice} className="flex min-h-target cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={`choices[${at}].choice`}
              value={choice}
              defaultChecked={chosen === choice}
            />
            {choice === 'update' ? `${row.known} ergänzen` : CHOICES[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
