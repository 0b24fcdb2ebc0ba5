import type { ReactNode } from 'react';
import type { FieldProps } from './field';
import { FieldError } from './field-frame';

type Item = { value: string; label: string; mark?: ReactNode };

type ChecklistProps = Pick<FieldProps, 'field'> & {
  label: string;
  /** What a tick says, beside every box. */
  tick: string;
  options: Item[];
};

/**
 * A long list of which any number is ticked, submitted as a list of values. Each row is the label of its box; rows are plain
 * elements without ids, so that hundreds stay small.
 */
export function Checklist({ field, label, tick, options }: ChecklistProps) {
  const ticked = new Set<unknown>([field.initialValue].flat());
  return (
    <fieldset
      className="field"
      id={field.id}
      tabIndex={-1}
      data-invalid={field.errors ? '' : undefined}
      aria-describedby={field.errors && field.errorId}
    >
      <legend>{label}</legend>
      <FieldError field={field} />
      <ul className="checklist">
        {options.map(({ value, label: name, mark }) => (
          <li key={value}>
            <label>
              <span>
                {name} {mark}
              </span>
              <input type="checkbox" name={field.name} value={value} defaultChecked={ticked.has(value)} />
              {tick}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
