import { useActionData } from '@remix-run/react';
import { describedBy, FieldFrame, type FieldState } from './field-frame';
import type { ActionFormData } from './form';
import { MultilineInput, Select } from './input';
import { useMended } from './mended';
import { Tick } from './tick';

/**
 * The few fields that a question may have. They show the server's errors and the input, without the
 * code of an ActionForm's fields (question-form.tsx says why).
 */

type QuestionFieldProps = {
  form: string;
  name: string;
  label: string;
  defaultValue: string;
};

/** The input of a field that came back from the server; else its initial value. */
export function useTyped(name: string, defaultValue: string): string {
  const response = useActionData() as ActionFormData;
  const typed = response?.result?.initialValue?.[name];
  return typeof typed === 'string' ? typed : defaultValue;
}

/** One of them: its errors, its ids, and what is in it at first. */
export function useQuestionField({ form, name, defaultValue }: Omit<QuestionFieldProps, 'label'>) {
  const response = useActionData() as ActionFormData;
  const id = `${form}-${name}`;
  const errors = useMended(response?.result)?.error?.[name] ?? undefined;
  const field: FieldState = {
    id,
    errors,
    errorId: `${id}-error`,
    descriptionId: `${id}-description`,
  };
  return { field, value: useTyped(name, defaultValue) };
}

function controlProps({ name, label }: QuestionFieldProps, field: FieldState) {
  return {
    id: field.id,
    name,
    'aria-invalid': field.errors ? (true as const) : undefined,
    'aria-describedby': describedBy(field, { label }),
  };
}

/** One of a few, in a list that opens. */
export function QuestionChoice({
  options,
  ...props
}: QuestionFieldProps & { options: ReadonlyArray<{ value: string; label: string }> }) {
  const { field, value } = useQuestionField(props);
  return (
    <FieldFrame field={field} label={props.label}>
      <Select
        {...controlProps(props, field)}
        // Remounted for input that came back from the server.
        key={value}
        defaultValue={value}
        options={options}
      />
    </FieldFrame>
  );
}

/** A box, ticked by default: what it offers, and in small type what it does. */
export function QuestionTick({
  name,
  value = 'on',
  label,
  hint,
  ticked = true,
}: {
  name: string;
  value?: string;
  label: string;
  hint: string;
  ticked?: boolean;
}) {
  const response = useActionData() as ActionFormData;
  const typed = response?.result?.initialValue;
  const hintId = `${name}-hint`;
  return (
    <Tick
      name={name}
      value={value}
      // Without it, the hint would be part of the name.
      aria-label={label}
      aria-describedby={hintId}
      defaultChecked={typed ? typed[name] !== undefined : ticked}
    >
      {label}
      <span id={hintId} className="block text-md text-muted">
        {hint}
      </span>
    </Tick>
  );
}

/** Several lines of text. */
export function QuestionText(props: QuestionFieldProps) {
  const { field, value } = useQuestionField(props);
  return (
    <FieldFrame field={field} label={props.label} required={false}>
      <MultilineInput rows={3} {...controlProps(props, field)} key={value} defaultValue={value} />
    </FieldFrame>
  );
}
