import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldProps } from './field';
import { FieldGroup } from './field-frame';

type Item = { value: string; label: string; mark?: ReactNode };

type ChecklistProps = Pick<FieldProps, 'field'> & {
  label: string;
  /** The meaning of a tick, beside every box. */
  tick: string;
  options: Item[];
  /** The values that are ticked when the list opens. */
  before: readonly string[];
  /** Lists the values of `before` that a submission may untick; `field` lists the ticked ones. */
  beforeField: FieldProps['field'];
};

/**
 * A long list of boxes. Two people may tick at once, so a submission tells changes: with scripts it
 * consists of the changed rows; without, of all ticked values and, hidden, all that were ticked
 * before. Names are numbered because the parser takes quadratic time for repeated ones. Each row is
 * the label of its box, without ids or classes, so that hundreds stay small.
 */
export function Checklist({ field, label, tick, options, before, beforeField }: ChecklistProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  // After a refusal both fields hold the submitted values.
  const ticked = new Set(before);
  for (const value of valuesOf(beforeField)) ticked.delete(value);
  for (const value of valuesOf(field)) ticked.add(value);

  useEffect(() => {
    const form = list.current?.form;
    const wasTicked = new Set(before);
    function sendChanges({ formData }: FormDataEvent) {
      for (const name of [...formData.keys()]) {
        if (name.startsWith(`${field.name}[`) || name.startsWith(`${beforeField.name}[`))
          formData.delete(name);
      }
      const boxes = list.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [];
      const changed = [...boxes].filter(({ checked, value }) => checked !== wasTicked.has(value));
      changed.forEach(({ checked, value }, at) => {
        formData.append(`${checked ? field.name : beforeField.name}[${at}]`, value);
      });
    }
    form?.addEventListener('formdata', sendChanges);
    return () => form?.removeEventListener('formdata', sendChanges);
  }, [before, field.name, beforeField.name]);

  return (
    <FieldGroup ref={list} field={field} label={label}>
      {before.map((value, at) => (
        <input key={value} type="hidden" name={`${beforeField.name}[${at}]`} value={value} />
      ))}
      <ul className="checklist">
        {options.map(({ value, label: name, mark }, at) => (
          <li key={value}>
            <label>
              <span>
                {name} {mark}
              </span>
              <input
                type="checkbox"
                name={`${field.name}[${at}]`}
                value={value}
                defaultChecked={ticked.has(value)}
              />
              {tick}
            </label>
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}

/** The field's values, without gaps in the numbering. */
function valuesOf({ initialValue }: FieldProps['field']): string[] {
  return [initialValue].flat().filter((value) => typeof value === 'string');
}
