import { Button } from '~/ui/button';
import { DialogActions } from '~/ui/dialog';
import { TextArea, TextField } from '~/ui/field';
import { ActionForm, useActionForm } from '~/ui/form';
import { OptionFields, type PollFields, type StoredOption, useOptionRows } from './option-fields';

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
