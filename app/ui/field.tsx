import {
  type FieldMetadata,
  getCollectionProps,
  getInputProps,
  getTextareaProps,
} from '@conform-to/react';
import type { InputHTMLAttributes, ReactNode } from 'react';
import { describedBy, FieldError, FieldFrame, type FieldText } from './field-frame';

/** conform's metadata of a field, whatever its type. */
type AnyField = FieldMetadata<unknown>;

// biome-ignore lint/suspicious/noExplicitAny: conform's FieldMetadata is invariant in its schema; only `any` takes every field.
type FieldProp = FieldMetadata<any, any, string[]>;

/** What every field component takes. */
export type FieldProps = FieldText & { field: FieldProp };

type TextFieldProps = FieldProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'autoComplete'
    | 'inputMode'
    | 'autoCapitalize'
    | 'spellCheck'
    | 'placeholder'
    | 'maxLength'
    | 'autoFocus'
    | 'readOnly'
  > & { type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'tel' | 'url' };

/**
 * What conform gives, without its React key and without native validation, plus our ids for hint
 * and error.
 */
function controlProps<Props extends { key?: string; required?: boolean }>(
  props: Props,
  field: AnyField,
  text: FieldText,
) {
  const { key, required: _native, ...rest } = props;
  return {
    key,
    props: {
      ...rest,
      'aria-describedby': describedBy(field, text),
      'aria-required': text.required === false ? undefined : (true as const),
    },
  };
}

/** Keyboards and helpers that get an address right. */
const emailInput = { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

/**
 * One line of text. `hint` stands above the control, errors come from `field`; `required={false}`
 * adds '(optional)'.
 */
export function TextField({
  field,
  label,
  hint,
  required,
  type = 'text',
  ...input
}: TextFieldProps) {
  const text = { label, hint, required };
  const control = controlProps(getInputProps(field, { type }), field, text);
  return (
    <FieldFrame field={field} {...text}>
      <input
        key={control.key}
        className="input"
        {...(type === 'email' ? emailInput : undefined)}
        {...input}
        {...control.props}
      />
    </FieldFrame>
  );
}

/** Several lines of text, `rows` at least (4), growing with what is typed. */
export function TextArea({
  field,
  label,
  hint,
  required,
  rows = 4,
  maxLength,
}: FieldProps & { rows?: number; maxLength?: number }) {
  const text = { label, hint, required };
  const control = controlProps(getTextareaProps(field), field, text);
  return (
    <FieldFrame field={field} {...text}>
      <textarea
        key={control.key}
        className="input"
        rows={rows}
        maxLength={maxLength}
        {...control.props}
      />
    </FieldFrame>
  );
}

export type Choice = { value: string; label: string; hint?: ReactNode };

/**
 * One of a few `options`, all visible. `onChange` hears the chosen value, for forms that react to
 * it.
 */
export function RadioGroup({
  field,
  label,
  hint,
  required,
  options,
  onChange,
}: FieldProps & { options: Choice[]; onChange?: (value: string) => void }) {
  const text = { label, hint, required };
  const radios = getCollectionProps(field, {
    type: 'radio',
    options: options.map((option) => option.value),
  });
  return (
    <fieldset
      className="field"
      id={field.id}
      tabIndex={-1}
      data-invalid={field.errors ? '' : undefined}
      aria-describedby={describedBy(field, text)}
    >
      <legend>
        {label}
        {required === false && <span className="optional"> (optional)</span>}
      </legend>
      {hint && (
        <p className="hint" id={field.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError field={field} />
      {radios.map((radio, index) => {
        const { key, required: _native, 'aria-describedby': _description, ...props } = radio;
        const option = options[index];
        return (
          <label className="choice" key={radio.value}>
            <input
              key={key}
              {...props}
              onChange={onChange && ((event) => onChange(event.target.value))}
            />
            <span>
              {option?.label}
              {option?.hint && <span className="hint">{option.hint}</span>}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
