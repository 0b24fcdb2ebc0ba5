import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { z } from 'zod';
import { Button } from '~/ui/button';
import { TextField } from '~/ui/field';
import { FieldGroup } from '~/ui/field-frame';
import { IconPlus } from '~/ui/icons';
import type { newPoll } from '../schema';

/** Rows of a new form; those that are added take the focus. */
export const INITIAL_ROWS = 2;

type NewPoll = z.input<typeof newPoll>;
type OptionFieldsProps = {
  form: FormMetadata<NewPoll, string[]>;
  field: FieldMetadata<NewPoll['options'], NewPoll, string[]>;
};

/**
 * A row for each option. The plus on the last one adds another: a submit, answered with the same
 * form and one row more, so it needs no script (F2).
 */
export function OptionFields({ form, field }: OptionFieldsProps) {
  const rows = field.getFieldList();
  return (
    <FieldGroup field={field} label="Antwortoptionen" hint="Leere Zeilen werden weggelassen.">
      <div className="mt-2 grid gap-3">
        {rows.map((row, at) => (
          <div key={row.key} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <TextField
                field={row}
                label={`Option ${at + 1}`}
                required={at === 0}
                autoComplete="off"
                autoFocus={at >= INITIAL_ROWS}
              />
            </div>
            {at === rows.length - 1 && (
              <Button {...form.insert.getButtonProps({ name: field.name, defaultValue: '' })}>
                <IconPlus />
                <span className="visually-hidden">Weitere Antwortoption</span>
              </Button>
            )}
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}
