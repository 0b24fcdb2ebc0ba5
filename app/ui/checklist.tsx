import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldProps } from './field';
import { FieldGroup } from './field-frame';

type Item = { value: string; label: string; mark?: ReactNode };

type ChecklistProps = Pick<FieldProps, 'field'> & {
  label: string;
  /** What a tick says, beside every box. */
  tick: string;
  options: Item[];
  /** The values that are ticked as the list is opened. */
  before: readonly string[];
  /**
   * The list of those of them that may be unticked when `field`, the list of the ticked ones, is
   * sent.
   */
  beforeField: FieldProps['field'];
};

/**
 * A long list of which any number is ticked. Two people may tick at once, so it says what was
 * changed: with scripts it sends the changed rows alone; without, all that are ticked and, hidden,
 * all that were. Names are numbered, as repeated ones take the parser time by their square. Each
 * row is the label of its box; rows are plain elements without ids, so that hundreds stay small.
 */
export function Checklist({ field, label, tick, options, before, beforeField }: ChecklistProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  // After a refusal both fields hold what was sent.
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

/** A list's values, without the gaps between them. */
function valuesOf({ initialValue }: FieldProps['field']): string[] {
  return [initialValue].flat().filter((value) => typeof value === 'string');
}
