import { useActionData } from '@remix-run/react';
import { FieldGroup } from '~/ui/field-frame';
import type { ActionFormData } from '~/ui/form';
import { useQuestionField } from '~/ui/question-field';

/** What a form about an event of a series asks: for which dates it holds, and about those with answers. */

/** Labels for the error summary; the ids need none. */
export const seriesLabels = { scope: 'Gilt für', listed: 'Termine mit Antworten', unlisted: '' };

type ChoiceProps = {
  form: string;
  name: string;
  label: string;
  hint?: string;
  /** The texts by their values; the first is preset. */
  texts: Readonly<Record<string, string>>;
  onChange?: (value: string) => void;
};

/** A choice of a few visible options, in any form. */
export function Choice({ form, name, label, hint, texts, onChange }: ChoiceProps) {
  const values = Object.keys(texts);
  const { field, value: typed } = useQuestionField({ form, name, defaultValue: values[0] ?? '' });
  // What is no longer on offer has become the same as the last (scopesOffered()).
  const chosen = typed in texts ? typed : values.at(-1);
  return (
    <FieldGroup field={field} label={label} hint={hint}>
      <div className="grid">
        {values.map((value) => (
          <label
            className="flex cursor-pointer items-start gap-3 py-1.5 pointer-coarse:min-h-target"
            key={value}
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              onChange={() => onChange?.(value)}
            />
            <span>{texts[value]}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/**
 * The dates with answers that the server has found; the form now confirms that they were shown
 * (L6).
 * @param fate whether to ask what should happen to them
 */
export function AnsweredDates({ form, fate }: { form: string; fate?: ChoiceProps['texts'] }) {
  const response = useActionData() as ActionFormData;
  const { error, initialValue } = response?.result ?? {};
  const [why, ...lines] = error?.listed ?? [];
  const shown = (error?.unlisted ?? initialValue?.listed ?? []) as readonly string[];
  if (!shown[0]) return null;
  return (
    <div id={`${form}-listed`} tabIndex={-1}>
      {why && (
        <>
          <p>{why}</p>
          <ul className="mt-1 max-h-75 overflow-auto rounded border border-line pl-3">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {fate && <Choice form={form} name="answered" label="Diese Termine" texts={fate} />}
      {shown.map((uuid, at) => (
        <input key={uuid} type="hidden" name={`listed[${at}]`} value={uuid} />
      ))}
    </div>
  );
}
