import { getInputProps } from '@conform-to/react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { dateToText, isDate, presentDay, textToDate } from '~/dates';
import { buttonLook, Spinner } from './button';
import type { CalendarProps } from './date-field-calendar';
import type { FieldProps } from './field';
import { describedBy, FieldFrame } from './field-frame';
import { IconCalendar } from './icons';
import { Input } from './input';

/**
 * A day, submitted as YYYY-MM-DD (E4). Without JavaScript it is the browser's own date field; with
 * JavaScript a text field that reads the German ways to write a date, and a button that loads and
 * opens a calendar. An optional day is a text field without JavaScript, too, which submits what was
 * typed: the browser's own date field, half filled in, would silently submit nothing.
 */
export function DateField({ field, initial, onChange, ...props }: DateFieldProps) {
  const { ahead, ...text } = props;
  const {
    key: _key,
    required: _native,
    defaultValue: _value,
    ...input
  } = getInputProps(field, { type: 'text' });
  return (
    <FieldFrame field={field} {...text}>
      <DateControl
        {...input}
        initial={initial ?? String(field.initialValue ?? '')}
        aria-describedby={describedBy(field, text)}
        aria-required={text.required !== false}
        optional={text.required === false}
        ahead={ahead}
        onChange={onChange}
      />
    </FieldFrame>
  );
}

type InputProps = {
  id: string;
  name: string;
  form?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
  'aria-required'?: boolean;
};

type DateFieldProps = FieldProps & {
  /** Instead of the form's. A new one is shown at once. */
  initial?: string | undefined;
  /** Of what is typed or chosen with scripts: YYYY-MM-DD, or the text where it is no date. */
  onChange?: ((day: string) => void) | undefined;
  /**
   * Of a day whose missing year nobody can guess, as it is over or of somebody's life: how many years
   * to come two digits may mean.
   */
  ahead?: number;
};

type DateControlProps = InputProps & {
  /** YYYY-MM-DD, or what was typed and refused; '' for none. */
  initial: string;
  /** Its schema is `typedDay` or `typedPastDay`, which read what people type. */
  optional?: boolean;
  ahead?: number | undefined;
  onChange?: ((day: string) => void) | undefined;
};

/** The control of a date field without its label. */
export function DateControl({ initial, optional, ahead, onChange, ...input }: DateControlProps) {
  const native = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState<string | null>(null);

  // Keeps what was entered before the script arrived. A field with the focus changes on blur only.
  useEffect(() => {
    const field = native.current;
    const take = () =>
      setValue(
        field?.value === '' ? '' : textToDate(field?.value ?? '', readingOf(ahead)) || initial,
      );
    if (!field || document.activeElement !== field) return take();
    field.addEventListener('blur', take, { once: true });
    return () => field.removeEventListener('blur', take);
  }, [initial, ahead]);

  if (value === null) {
    const control = optional
      ? { ...TEXT, defaultValue: dateToText(initial), 'data-day': initial }
      : { type: 'date', defaultValue: initial };
    return <Input {...input} {...control} ref={native} />;
  }
  const change = (day: string) => {
    setValue(day);
    onChange?.(day);
  };
  return <DateInput {...input} ahead={ahead} value={value} onChange={change} />;
}

const readingOf = (ahead: number | undefined) =>
  ahead === undefined ? { today: presentDay() } : { ahead };

const TEXT = {
  type: 'text',
  inputMode: 'text',
  autoComplete: 'off',
  placeholder: 'TT.MM.JJJJ',
} as const;

type DateInputProps = InputProps & {
  ahead: number | undefined;
  value: string;
  onChange: (value: string) => void;
};

function DateInput({ name, form, ahead, value, onChange, ...input }: DateInputProps) {
  const ids = { control: useId(), trigger: useId() };
  const hidden = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { Calendar, open, loading, toggle, close } = useCalendar();

  /** Says so under the field's name, which the visible input does not have. */
  function change(day: string) {
    onChange(day);
    hidden.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <div className="flex gap-2" id={ids.control}>
      <input type="hidden" ref={hidden} name={name} form={form} value={value} />
      <Input
        {...input}
        {...TEXT}
        value={typed ?? dateToText(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          change(textToDate(event.target.value, readingOf(ahead)));
        }}
        onBlur={() => setTyped(null)}
      />
      <button
        className={buttonLook()}
        type="button"
        id={ids.trigger}
        aria-label="Kalender"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={loading || undefined}
        onClick={toggle}
      >
        <IconCalendar />
        {loading && <Spinner />}
      </button>
      {open && Calendar && (
        <Calendar
          ids={ids}
          value={isDate(value) ? value : null}
          onSelect={(date) => {
            setTyped(null);
            change(date);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The calendar's code is loaded when it is first opened. */
function useCalendar() {
  const [open, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps> | null>(null);

  function toggle() {
    setOpen(!open);
    if (Calendar) return;
    import('./date-field-calendar').then(
      (module) => setCalendar(() => module.Calendar),
      () => setOpen(false),
    );
  }

  return { Calendar, open, loading: open && !Calendar, toggle, close: () => setOpen(false) };
}
