import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { type FocusEvent, useState } from 'react';
import { daysBetween, daysFrom, isDate } from '~/dates';
import { textToTime } from '~/times';
import { DateControl, DateField } from '~/ui/date-field';
import { Disclosure } from '~/ui/disclosure';
import { controlProps, TextArea, TextField } from '~/ui/field';
import { FieldGroup } from '~/ui/field-frame';
import { Input } from '~/ui/input';
import { byDefault, type DetailName, eventDetails, labels, textsOf } from '../fields';
import { type DayAndTime, type FormValues, shown } from '../view';

type Field<Value> = FieldMetadata<Value, FormValues, string[]>;
type Fields = { readonly [Name in keyof FormValues]: Field<FormValues[Name]> };

/** When on its day an event begins and ends (J1). */
export function Times({ fields }: { fields: Fields }) {
  return (
    <div className="grid grid-cols-2 items-end gap-4 has-data-invalid:grid-cols-1">
      <TimeField field={fields.startTime} label={labels.startTime} />
      <TimeField field={fields.endTime} label={labels.endTime} />
    </div>
  );
}

/** Where it is (J1). */
export function Place({ fields }: { fields: Fields }) {
  return textsOf('line').map((name) => (
    <TextField
      key={name}
      field={fields[name]}
      label={labels[name]}
      required={false}
      autoComplete="off"
    />
  ));
}

/** Its description (J1). */
export function Texts({ fields }: { fields: Fields }) {
  return textsOf('lines').map((name) => (
    <TextArea key={name} field={fields[name]} label={labels[name]} required={false} />
  ));
}

/** The last day of several: it moves along with the first until it is chosen itself. */
export function useLastDay({ date, endDate }: Pick<Fields, 'date' | 'endDate'>) {
  const [first = '', last = ''] = [date, endDate].map(({ initialValue }) =>
    String(initialValue ?? ''),
  );
  const [moved, setMoved] = useState<string>();
  const [chosen, setChosen] = useState(!isDate(first) || !isDate(last));
  function move(day: string) {
    if (!chosen && isDate(day)) setMoved(daysFrom(last, daysBetween(first, day)));
  }
  return { move, lastDay: { initial: moved, onChange: () => setChosen(true) } };
}

type MoreProps = { fields: Fields; lastDay: ReturnType<typeof useLastDay>['lastDay'] };

/** The rest, folded unless something of it is set or refused. */
export function More({ fields, lastDay }: MoreProps) {
  const { endDate, companions, signUpUntil, signOffUntil } = fields;
  const rest = [endDate, companions, signUpUntil, signOffUntil];
  // An end past midnight needs the last day.
  const open = rest.some(isSet) || fields.endTime.errors !== undefined;
  const named = rest.map(({ name }) => labels[name as DetailName]).join(', ');
  return (
    <Disclosure summary="Mehr " note={named} open={open}>
      <div className="grid items-start gap-6 pt-2 sm:grid-cols-2">
        <DateField
          field={endDate}
          {...lastDay}
          label={labels.endDate}
          hint="Nur wenn sie nicht am selben Tag endet."
          required={false}
        />
        <TextField
          field={companions}
          label={labels.companions}
          hint="Höchstens 9. Auch sie belegen Plätze."
          inputMode="numeric"
          autoComplete="off"
        />
        <DeadlineField field={signUpUntil} label={labels.signUpUntil} />
        <DeadlineField field={signOffUntil} label={labels.signOffUntil} />
      </div>
    </Disclosure>
  );
}

function isSet({ name, initialValue, allErrors }: Field<string> | Field<DayAndTime>): boolean {
  if (Object.keys(allErrors).length > 0) return true;
  if (typeof initialValue === 'object') return Object.values(initialValue).some(Boolean);
  const untouched = shown(initially(name as DetailName));
  return (initialValue ?? untouched) !== untouched;
}

function initially(name: DetailName) {
  const value = byDefault(eventDetails[name]) ?? null;
  return Array.isArray(value) ? null : value;
}

type TimeFieldProps = { field: Field<string>; label: string };

/** A time of day. A native field would post nothing if only half filled in. */
function TimeField(props: TimeFieldProps) {
  return <TextField {...props} {...TIME} required={false} />;
}

const TIME = {
  inputMode: 'numeric',
  autoComplete: 'off',
  placeholder: 'HH:MM',
  /** Writes '18' as '18:00', as the server understands it. */
  onBlur({ target }: FocusEvent<HTMLInputElement>) {
    target.value = textToTime(target.value);
  },
} as const;

/** A day and a time under one name and with one message. */
function DeadlineField({ field, label }: { field: Field<DayAndTime>; label: string }) {
  const { day, time } = field.getFieldset();
  const errors = field.errors ?? day.errors ?? time.errors;
  const { key, props } = controlProps(getInputProps(time, { type: 'text' }), time, {
    label,
    required: false,
  });
  const { id, errorId, descriptionId } = field;
  return (
    <FieldGroup field={{ id, errors, errorId, descriptionId }} label={label} required={false}>
      <div className="grid grid-cols-1 gap-2">
        <label className="visually-hidden" htmlFor={day.id}>
          {`${label}: Tag`}
        </label>
        <DateControl
          id={day.id}
          name={day.name}
          initial={String(day.initialValue ?? '')}
          aria-invalid={Boolean(errors)}
          optional
        />
        <label className="visually-hidden" htmlFor={time.id}>
          {`${label}: Uhrzeit`}
        </label>
        <Input key={key} {...TIME} {...props} />
      </div>
    </FieldGroup>
  );
}
