import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button';
import type { FieldProps } from './field';
import { FieldGroup } from './field-frame';
import { useScripted } from './scripted';

type Item = { value: string; label: ReactNode; mark?: ReactNode };

type ChecklistSection = {
  title?: string;
  /** Beside the title, or above the list without one. */
  aside?: ReactNode;
  /** The name of a button that ticks all of its boxes; it needs scripts. */
  tickAll?: string | false;
  /** Shown if there are no items. */
  none?: string | undefined;
  /** Paper leaves out its boxes without a tick. */
  besides?: boolean | undefined;
  items: readonly Item[];
};

type ChecklistProps = Pick<FieldProps, 'field'> & {
  label: string;
  hint?: ReactNode;
  /** Between the label and the list. */
  tools: ReactNode;
  /** The meaning of a tick: above the boxes, and in each box's name. */
  tick: string;
  /** The title above says it all: label and `tick` are for screen readers only. */
  plain?: true;
  sections: readonly ChecklistSection[];
  /** The values that are ticked when the list opens. */
  before: readonly string[];
  /** Lists the values of `before` that a submission may untick; `field` lists the ticked ones. */
  beforeField: FieldProps['field'];
  /** Receives how many more boxes are ticked than before. */
  onTick: (more: number) => void;
};

/**
 * A long list of boxes. Two people may tick at once, so a submission contains changes: with scripts
 * the changed rows; without, all ticked values and, hidden, all previously ticked ones. Names are
 * numbered because the parser takes quadratic time for repeated ones. Each row is the label of its
 * box, without ids or classes, so that hundreds stay small.
 */
export function Checklist(props: ChecklistProps) {
  const { field, hint, tools, tick, plain, sections, before, beforeField, onTick } = props;
  // Read once, as conform computes the whole field whenever its name is read.
  const { name } = field;
  const { name: beforeName } = beforeField;
  const list = useRef<HTMLFieldSetElement>(null);
  // After a refusal both fields hold the submitted values; one in both was not touched.
  const ticked = new Set(before);
  const unticked = new Set(valuesOf(beforeField));
  for (const value of valuesOf(field)) if (!unticked.delete(value)) ticked.add(value);
  for (const value of unticked) ticked.delete(value);

  useEffect(() => {
    const form = list.current?.form;
    const wasTicked = new Set(before);
    function sendChanges({ formData }: FormDataEvent) {
      for (const key of [...formData.keys()]) {
        if (key.startsWith(`${name}[`) || key.startsWith(`${beforeName}[`)) formData.delete(key);
      }
      const changed = boxesIn(list.current).filter(
        ({ checked, value }) => checked !== wasTicked.has(value),
      );
      changed.forEach(({ checked, value }, at) => {
        formData.append(`${checked ? name : beforeName}[${at}]`, value);
      });
    }
    form?.addEventListener('formdata', sendChanges);
    return () => form?.removeEventListener('formdata', sendChanges);
  }, [before, name, beforeName]);

  const scripted = useScripted();
  function tickAll({ currentTarget }: MouseEvent<HTMLElement>) {
    // Not those that the search hides.
    for (const box of boxesIn(currentTarget.closest('section')))
      if (box.checkVisibility()) box.checked = true;
    onTick(count() - before.length);
  }

  const count = () => boxesIn(list.current).filter(({ checked }) => checked).length;
  let row = 0;
  const rowsOf = (items: readonly Item[]) =>
    items.map(({ value, label: shown, mark }) => (
      <li key={value}>
        <label>
          {mark}
          <span>{shown}</span>
          <input
            type="checkbox"
            name={`${name}[${row++}]`}
            defaultChecked={ticked.has(value)}
            value={value}
          />
          {tick}
        </label>
      </li>
    ));
  const label = plain ? <span className="visually-hidden">{props.label}</span> : props.label;
  return (
    <FieldGroup ref={list} field={field} label={label} hint={hint}>
      {before.map((value, at) => (
        <input key={value} type="hidden" name={`${beforeName}[${at}]`} value={value} />
      ))}
      {tools}
      <div className="grid grid-cols-1 gap-5" onChange={() => onTick(count() - before.length)}>
        {sections.map(({ title, aside, tickAll: all, none, besides, items }, at) => (
          <section key={title ?? ''} data-besides={besides}>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 mb-1">
              {title && <h3>{title}</h3>}
              {aside}
              {scripted && all && (
                <Button type="button" variant="quiet" onClick={tickAll}>
                  {all}
                </Button>
              )}
              {at === 0 && items.length > 0 && !plain && (
                <span className="ml-auto text-md text-muted" aria-hidden="true">
                  {tick}
                </span>
              )}
            </div>
            {items.length === 0 && <p className="text-muted">{none}</p>}
            <ul className="checklist print:columns-2">{rowsOf(items)}</ul>
          </section>
        ))}
      </div>
    </FieldGroup>
  );
}

const boxesIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []),
];

/** The field's values, without gaps in the numbering. */
function valuesOf({ initialValue }: FieldProps['field']): string[] {
  return [initialValue].flat().filter((value) => typeof value === 'string');
}
