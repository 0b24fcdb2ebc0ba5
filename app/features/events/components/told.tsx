import { useActionData } from '@remix-run/react';
import { useState } from 'react';
import { FieldGroup, Hint } from '~/ui/field-frame';
import type { ActionFormData } from '~/ui/form';
import { useQuestionField } from '~/ui/question-field';
import { useScripted } from '~/ui/scripted';
import { Tick } from '~/ui/tick';
import type { ToldView } from '../view';
import type { ScopedSentence } from '../wording';

/** Forms that change an event say beforehand whom they will tell by mail (U7). */

type ToldProps = {
  form: string;
  told: ToldView;
  /** The chosen one, of an edit. */
  scope?: string;
  onChange?: (chosen: string) => void;
};

/** Who is told; a choice if some have not answered. */
export function Told({ form, told: { says, choices, preset }, scope, onChange }: ToldProps) {
  const { field, value: chosen } = useQuestionField({
    form,
    name: 'notifyOpen',
    defaultValue: preset,
  });
  if (choices.length === 0)
    return (
      says.length > 0 && (
        <p>
          <Sentences scope={scope}>{says}</Sentences>
        </p>
      )
    );
  return (
    <FieldGroup
      field={field}
      label={TOLD_BY_MAIL}
      hint={says.length > 0 && <Sentences scope={scope}>{says}</Sentences>}
    >
      {choices.map(({ value, label, hint }) => (
        <label className="flex min-h-target cursor-pointer items-start gap-3 py-2.5" key={value}>
          <input
            type="radio"
            name="notifyOpen"
            value={value}
            defaultChecked={value === chosen}
            onChange={() => onChange?.(value)}
            // Without it, the hint would be part of the name.
            aria-label={label}
            aria-describedby={hint.length > 0 ? `${field.id}-${value}-hint` : undefined}
          />
          <span className="min-w-0">
            {label}
            {hint.length > 0 && (
              <Hint id={`${field.id}-${value}-hint`}>
                <Sentences scope={scope}>{hint}</Sentences>
              </Hint>
            )}
          </span>
        </label>
      ))}
    </FieldGroup>
  );
}

type SentencesProps = { scope?: string | undefined; children: readonly ScopedSentence[] };

/** Sentences; without those of other scopes than the chosen one, if a script follows the choice. */
export function Sentences({ scope: chosen, children: all }: SentencesProps) {
  const scripted = useScripted();
  const shown = all.filter(({ scope }) => !scripted || !scope || scope === chosen);
  return shown.map(({ text }) => text).join(' ');
}

export const TOLD_BY_MAIL = 'Wer bekommt eine E-Mail?';

/** Whether anybody is told of another date, time or place (J10), and who. */
export function ToldOfChange(props: ToldProps) {
  const response = useActionData() as ActionFormData;
  const posted = response?.result?.initialValue;
  const [isTold, setTold] = useState(!posted || posted.notify !== undefined);
  const scripted = useScripted();
  return (
    <div>
      <Tick
        name="notify"
        defaultChecked={isTold}
        onChange={(event) => setTold(event.target.checked)}
      >
        {props.told.choices.length > 0
          ? 'Per E-Mail Bescheid sagen, wenn sich Datum, Zeit oder Ort ändern'
          : 'Angemeldete benachrichtigen, wenn sich Datum, Zeit oder Ort ändern'}
      </Tick>
      <div hidden={scripted && !isTold} className="pl-6">
        <Told {...props} />
      </div>
    </div>
  );
}
