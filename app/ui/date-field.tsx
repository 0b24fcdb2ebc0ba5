import { getInputProps } from '@conform-to/react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { dateToText, isDate, textToDate } from '~/dates';
import type { CalendarProps } from './date-field-calendar';
import type { FieldProps } from './field';
import { describedBy, FieldFrame } from './field-frame';
import { IconCalendar } from './icons';

/**
 * A day, submitted as YYYY-MM-DD (E4). Without JavaScript the browser's own date field; with it a
 * text field that takes any German way to write a date, and a button that opens a calendar, whose
 * code is loaded only then.
 */
export function DateField({ field, label, hint, required }: FieldProps) {
  const text = { label, hint, required };
  const {
    key: _key,
    required: _native,
    defaultValue: _value,
    ...input
  } = getInputProps(field, { type: 'date' });
  return (
    <FieldFrame field={field} {...text}>
      <DateControl
        {...input}
        initial={String(field.initialValue ?? '')}
        aria-describedby={describedBy(field, text)}
        aria-required={required !== false}
      />
    </FieldFrame>
  );
}

type DateControlProps = {
  id: string;
  name: string;
  /** YYYY-MM-DD, or what was typed and refused; '' for nothing. */
  initial: string;
  form?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
  'aria-required'?: boolean;
};

/** The control of a date field, for forms whose label stands beside it, as in a filter. */
export function DateControl({ initial, ...input }: DateControlProps) {
  const native = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState<string | null>(null);

  // What was entered before the script arrived is kept, and a field that is being typed in is left
  // alone until then.
  useEffect(() => {
    const field = native.current;
    const take = () => setValue(field?.value || initial);
    if (!field || document.activeElement !== field) return take();
    field.addEventListener('blur', take, { once: true });
    return () => field.removeEventListener('blur', take);
  }, [initial]);

  if (value === null)
    return <input className="input" type="date" ref={native} defaultValue={initial} {...input} />;
  const { name, form, ...described } = input;
  return (
    <>
      <input type="hidden" name={name} form={form} value={value} />
      <DateInput {...described} value={value} onChange={setValue} />
    </>
  );
}

type DateInputProps = Omit<DateControlProps, 'initial' | 'name' | 'form'> & {
  value: string;
  onChange: (value: string) => void;
};

function DateInput({ value, onChange, ...input }: DateInputProps) {
  const ids = { control: useId(), trigger: useId() };
  const [typed, setTyped] = useState<string | null>(null);
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

  return (
    <div className="joined" id={ids.control}>
      <input
        {...input}
        className="input"
        type="text"
        inputMode="text"
        autoComplete="off"
        placeholder="TT.MM.JJJJ"
        value={typed ?? dateToText(value)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(textToDate(event.target.value));
        }}
        onBlur={() => setTyped(null)}
      />
      <button
        className="button"
        type="button"
        id={ids.trigger}
        aria-label="Kalender"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-busy={(open && !Calendar) || undefined}
        onClick={toggle}
      >
        <IconCalendar />
      </button>
      {open && Calendar && (
        <Calendar
          ids={ids}
          value={isDate(value) ? value : null}
          onSelect={(date) => {
            setTyped(null);
            onChange(date);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
