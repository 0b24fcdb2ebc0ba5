import { getInputProps } from '@conform-to/react';
import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import type { CalendarProps } from './date-field-calendar';
import { dateToText, isDate, textToDate } from './date-text';
import type { FieldProps } from './field';
import { describedBy, FieldFrame } from './field-frame';
import { IconCalendar } from './icons';

/**
 * A day, submitted as YYYY-MM-DD (E4). Without JavaScript the browser's own date field; with it a text field that
 * takes any German way to write a date, and a button that opens a calendar, whose code is loaded only then.
 */
export function DateField({ field, label, hint, required }: FieldProps) {
  const text = { label, hint, required };
  const native = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState<string | null>(null);

  // '' and undefined are the same: the change from one to the other must not take away what is being typed.
  const initial = String(field.initialValue ?? '');

  // What was entered before the script arrived is kept, and a field that is being typed in is left alone until then.
  useEffect(() => {
    const field = native.current;
    const take = () => setValue(field?.value || initial);
    if (!field || document.activeElement !== field) return take();
    field.addEventListener('blur', take, { once: true });
    return () => field.removeEventListener('blur', take);
  }, [initial]);

  const { key, required: _native, ...input } = getInputProps(field, { type: 'date' });
  const described = { 'aria-describedby': describedBy(field, text), 'aria-required': required !== false };
  return (
    <FieldFrame field={field} {...text}>
      {value === null ? (
        <input key={key} className="input" ref={native} {...input} {...described} />
      ) : (
        <>
          <input type="hidden" name={field.name} form={field.formId} value={value} />
          <DateInput
            id={field.id}
            value={value}
            onChange={setValue}
            invalid={field.errors !== undefined}
            described={described}
          />
        </>
      )}
    </FieldFrame>
  );
}

type DateInputProps = {
  id: string;
  value: string;
  onChange: (value: string) => void;
  invalid: boolean;
  described: { 'aria-describedby'?: string; 'aria-required': boolean };
};

function DateInput({ id, value, onChange, invalid, described }: DateInputProps) {
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
        {...described}
        className="input"
        id={id}
        type="text"
        inputMode="text"
        autoComplete="off"
        placeholder="TT.MM.JJJJ"
        aria-invalid={invalid || undefined}
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
