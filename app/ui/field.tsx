import {
  type FieldMetadata,
  getCollectionProps,
  getInputProps,
  getTextareaProps,
} from '@conform-to/react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { describedBy, FieldFrame, FieldGroup, type FieldText, Hint } from './field-frame';
import { Input, MultilineInput, Select } from './input';

// biome-ignore lint/suspicious/noExplicitAny: conform's FieldMetadata is invariant in its schema; only `any` takes every field.
type FieldProp = FieldMetadata<any, any, string[]>;

export type FieldProps = FieldText & { field: FieldProp };

type TextFieldProps = FieldProps &
  Omit<ComponentPropsWithoutRef<typeof Input>, 'type' | 'required'> & {
    type?: 'text' | 'email' | 'number' | 'search' | 'tel' | 'url';
  };

/** The options of a choice, from their texts by value. */
export const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** conform's props, without its React key and native validation, plus our ids of hint and error. */
export function controlProps<Props extends { key?: string; required?: boolean }>(
  { key, required: _native, ...rest }: Props,
  field: FieldMetadata<unknown>,
  text: FieldText,
) {
  const props = {
    ...rest,
    'aria-describedby': describedBy(field, text),
    'aria-required': (text.required ?? text.required === undefined) || undefined,
  };
  return { key, props };
}

/** Makes phone keyboards and spelling aids leave an address alone. */
const emailInput = { inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const;

/** One line of text. */
export function TextField({
  field,
  label,
  hint,
  required,
  type = 'text',
  ...input
}: TextFieldProps) {
  const text = { label, hint, required };
  const { key, props } = controlProps(getInputProps(field, { type }), field, text);
  return (
    <FieldFrame field={field} {...text}>
      <Input key={key} {...(type === 'email' ? emailInput : undefined)} {...input} {...props} />
    </FieldFrame>
  );
}

type TextAreaProps = FieldProps & { rows?: 3 | 5; grows?: boolean; maxLength?: number };

/** Several lines of text, `rows` at least, growing with what is typed unless `grows` is false. */
export function TextArea({ rows = 3, grows, maxLength, ...text }: TextAreaProps) {
  const { field } = text;
  const { key, props } = controlProps(getTextareaProps(field), field, text);
  return (
    <FieldFrame {...text}>
      <MultilineInput key={key} rows={rows} grows={grows} maxLength={maxLength} {...props} />
    </FieldFrame>
  );
}

const INLINE = 'flex flex-wrap gap-x-6';
const BOX = 'rounded border border-line px-3 py-1';

/** `more` is a follow-up question: below the option's text, and hidden while another one is chosen. */
type RadioOption = { value: string; label: string; hint?: string; more?: ReactNode };
type RadioGroupProps = FieldProps & {
  options: RadioOption[];
  inline?: boolean;
  /** Each option in a box, together with its follow-up question. */
  boxed?: boolean;
  onChange?: (value: string) => void;
};

/** One of a few `options`, all visible. `onChange` receives the chosen value. */
export function RadioGroup({ field, options, inline, boxed, onChange, ...text }: RadioGroupProps) {
  const radios = getCollectionProps(field, {
    type: 'radio',
    options: options.map((option) => option.value),
  });
  return (
    <FieldGroup field={field} {...text}>
      <div className={inline ? INLINE : `grid grid-cols-1 ${boxed ? 'gap-2' : ''}`}>
        {radios.map((radio, index) => {
          const { key, required: _native, ...props } = radio;
          const { label, hint, more } = options[index] ?? {};
          const hintId = hint && `${radio.id}-hint`;
          return (
            <div className={boxed ? BOX : undefined} key={radio.value}>
              <label className="flex cursor-pointer items-start gap-3 py-1.5 pointer-coarse:min-h-target">
                <input
                  key={key}
                  {...props}
                  // Without it, the hint would be part of the name.
                  aria-label={label}
                  aria-describedby={hintId}
                  onChange={onChange && ((event) => onChange(event.target.value))}
                />
                <span className="min-w-0">
                  {label}
                  {hint && <Hint id={hintId}>{hint}</Hint>}
                </span>
              </label>
              {more && <div className="if-chosen pb-2 pl-9">{more}</div>}
            </div>
          );
        })}
      </div>
    </FieldGroup>
  );
}

type SelectFieldProps = FieldProps & {
  options: ReadonlyArray<{ value: string; label: string }>;
  onChange?: (value: string) => void;
};

/** One of `options` that are too many to show all. `onChange` receives the chosen value. */
export function SelectField({ field, options, onChange, ...text }: SelectFieldProps) {
  return (
    <FieldFrame field={field} {...text}>
      <Select
        id={field.id}
        name={field.name}
        defaultValue={String(field.initialValue ?? '')}
        aria-invalid={field.errors ? true : undefined}
        aria-describedby={describedBy(field, text)}
        onChange={onChange && ((event) => onChange(event.target.value))}
        options={options}
      />
    </FieldFrame>
  );
}

type CheckboxGroupProps = Omit<FieldProps, 'required'> & {
  options: ReadonlyArray<{ value: string; label: string }>;
  /** 'whole' shows all options, however many; 'short' their first two letters in one line. */
  look?: 'whole' | 'short';
  onChange?: () => void;
};

/** More options than this get a scrolling box. */
const FEW = 8;
const MANY = 'max-h-75 overflow-auto rounded border border-line pl-3';

/** As many columns as have room for long group names on one line. */
const SIDE_BY_SIDE = 'grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-6';

const IN_ONE_LINE = 'flex flex-wrap gap-x-3 max-sm:justify-between max-sm:*:flex-col';

/** Any of several `options`, side by side. `onChange` follows each tick. */
export function CheckboxGroup({ field, options, look, onChange, ...text }: CheckboxGroupProps) {
  const boxes = getCollectionProps(field, {
    type: 'checkbox',
    options: options.map((option) => option.value),
  });
  const isShort = look === 'short';
  const boxed = options.length > FEW && !look ? MANY : '';
  return (
    <FieldGroup field={field} required={null} {...text}>
      <div className={isShort ? IN_ONE_LINE : `${SIDE_BY_SIDE} ${boxed}`}>
        {boxes.map(({ key, required: _native, ...props }, index) => {
          const { label } = options[index] ?? { label: '' };
          return (
            <label
              className={`flex min-h-target min-w-0 cursor-pointer items-center ${isShort ? 'gap-2' : 'gap-3'}`}
              key={props.value}
            >
              <input
                key={key}
                {...props}
                aria-label={isShort ? label : undefined}
                onChange={onChange}
              />
              <span className="wrap-anywhere">{isShort ? label.slice(0, 2) : label}</span>
            </label>
          );
        })}
      </div>
    </FieldGroup>
  );
}
