import { type FieldMetadata, type FormMetadata, useField } from '@conform-to/react';
import { type MouseEvent, useState } from 'react';
import { Button } from '~/ui/button';
import { DialogActions } from '~/ui/dialog';
import { TextArea, TextField } from '~/ui/field';
import { FieldGroup, Labelled } from '~/ui/field-frame';
import { ActionForm, useActionForm } from '~/ui/form';
import { IconPlus, IconTrash } from '~/ui/icons';
import { Input } from '~/ui/input';
import { useScripted } from '~/ui/scripted';
import { ONLY_ONE_OPTION, optionsHint } from '../view';

type PollFields = {
  name: string;
  description: string;
  options: string[];
  optionUuids: string[];
};
type Form = FormMetadata<PollFields, string[]>;
type ListField = FieldMetadata<string[], PollFields, string[]>;
type Pressed = MouseEvent<HTMLButtonElement>;

/** An option of a poll that is being changed. */
type StoredOption = { optionUuid: string; name: string; answered: boolean };

const LABELS = { name: 'Name', description: 'Beschreibung', options: 'Antwortoptionen' };

/** Empty rows of a new poll. */
const INITIAL_ROWS = 2;
const NEW = { name: '', description: '', options: [], version: undefined };

type PollFormProps = {
  id: string;
  /** The poll that is being changed. */
  poll?: { name: string; description: string; options: StoredOption[]; version: number };
  /** The button's text. */
  submit: string;
};

/** The fields of a poll, new or not. Enter leads from one to the next and never sends the form. */
export function PollForm({ id, poll, submit }: PollFormProps) {
  const { name, description, options, version } = poll ?? NEW;
  const [form, fields] = useActionForm<PollFields>({
    id,
    defaultValue: {
      name,
      description,
      options: poll ? options.map((option) => option.name) : Array(INITIAL_ROWS).fill(''),
      optionUuids: options.map(({ optionUuid }) => optionUuid),
    },
  });
  const rows = useOptionRows(form, fields.options, poll ? options.length : INITIAL_ROWS);
  return (
    <ActionForm
      form={form}
      labels={LABELS}
      needs="Nötig sind nur Name und Antwortoptionen."
      version={version}
    >
      {/* Enter presses a form's first submit button, which without a script adds a row. */}
      <button
        {...rows.insertion}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onClick={rows.moveOn}
      />
      <TextField field={fields.name} label={LABELS.name} autoComplete="off" />
      <TextArea field={fields.description} label={LABELS.description} required={false} rows={3} />
      <OptionFields field={fields.options} rows={rows} stored={options} />
      <DialogActions>
        <Button variant="primary">{submit}</Button>
      </DialogActions>
    </ActionForm>
  );
}

const LINES = 'input:not([type=hidden], [readonly])';

/**
 * The rows of a list of options. Adding one is a submit, answered with the same form and one more
 * row (F2); with scripts it is there at once.
 * @param initial rows of the untouched form
 */
function useOptionRows(form: Form, field: ListField, initial: number) {
  // If anything but a list was posted, use the initial rows.
  const given = Array.isArray(field.initialValue) ? field.initialValue.length : initial;
  const [wanted, setWanted] = useState(given);
  const count = Math.max(wanted, given);
  const insertion = form.insert.getButtonProps({ name: field.name, defaultValue: '' });

  function add(event: Pressed) {
    event.preventDefault();
    setWanted(count + 1);
  }

  /** Enter moves to the next row; from the last one it adds another, unless that is still empty. */
  function moveOn(event: Pressed) {
    const lines = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>(LINES) ?? [])];
    const at = lines.indexOf(document.activeElement as HTMLInputElement);
    const next = lines[at + 1];
    if (next || lines[at]?.value.trim() === '') {
      event.preventDefault();
      next?.focus();
    } else add(event);
  }

  return { count, initial, insertion, add, moveOn };
}

type OptionFieldsProps = {
  field: ListField;
  rows: ReturnType<typeof useOptionRows>;
  stored: readonly StoredOption[];
};

/** A row for each option; those that are added take the focus. */
function OptionFields({ field, rows, stored }: OptionFieldsProps) {
  const [hint, setHint] = useState('');

  /** A single option is only pointed out once the user moves on. */
  function look(group: HTMLElement, left = false) {
    const lines = group.querySelectorAll<HTMLInputElement>(`[name^="${field.name}["]`);
    const found = optionsHint([...lines].map(({ value }) => value));
    setHint(left || found !== ONLY_ONE_OPTION ? found : '');
  }

  return (
    <FieldGroup
      field={field}
      label="Antwortoptionen"
      hint={
        <span role="status" className={hint && 'font-semibold text-orange'}>
          {hint}
        </span>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what happens in its fields. */}
      <div
        className="mt-2 grid gap-3"
        onInput={({ currentTarget }) => look(currentTarget)}
        onBlur={({ currentTarget, relatedTarget }) =>
          look(currentTarget, !currentTarget.contains(relatedTarget))
        }
      >
        {Array.from({ length: rows.count }, (_row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows neither move nor go.
          <div key={at}>
            <OptionRow at={at} name={field.name} rows={rows} stored={stored} />
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}

type OptionRowProps = Pick<OptionFieldsProps, 'rows' | 'stored'> & {
  at: number;
  name: string;
};

function OptionRow({ at, name, rows, stored }: OptionRowProps) {
  const [field] = useField<string>(`${name}[${at}]`);
  const [{ name: idName, initialValue: uuid = '' }] = useField<string>(`optionUuids[${at}]`);
  const label = `Option ${at + 1}`;
  const option = stored.find(({ optionUuid }) => optionUuid === uuid);
  return (
    <>
      {stored.length > 0 && <input type="hidden" name={idName} value={uuid} />}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          {option?.answered ? (
            <Labelled label={keptLabel(label)} htmlFor={field.id}>
              <Input id={field.id} name={field.name} defaultValue={option.name} readOnly />
            </Labelled>
          ) : (
            <TextField
              field={field}
              label={label}
              required={at === 0}
              autoComplete="off"
              autoFocus={at >= rows.initial && at === rows.count - 1}
              placeholder={option && 'wird entfernt'}
            />
          )}
        </div>
        {option?.answered === false && <ClearButton input={field.id} label={label} />}
      </div>
      {at === rows.count - 1 && (
        <div className="-ml-3 pt-1">
          <Button {...rows.insertion} onClick={rows.add} variant="quiet">
            <IconPlus />
            Weitere Antwortoption
          </Button>
        </div>
      )}
    </>
  );
}

/** Of an option with answers, which cannot be changed. */
const keptLabel = (label: string) => (
  <>
    {label}
    <span className="font-normal text-muted"> (schon beantwortet, bleibt)</span>
  </>
);

/** Empties a row, which deletes its option; without a script, people empty it by hand. */
function ClearButton({ input, label }: { input: string; label: string }) {
  const scripted = useScripted();

  function clear() {
    const element = document.getElementById(input);
    if (!(element instanceof HTMLInputElement)) return;
    element.value = '';
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.focus();
  }

  if (!scripted) return null;
  return (
    <Button type="button" variant="quiet" onClick={clear} aria-label={`${label} entfernen`}>
      <IconTrash />
    </Button>
  );
}
