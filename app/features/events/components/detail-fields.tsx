import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { comingVisibleTexts } from '~/features/organizations/wording';
import { DateControl, DateField } from '~/ui/date-field';
import { Disclosure } from '~/ui/disclosure';
import { controlProps, RadioGroup, TextArea, TextField } from '~/ui/field';
import { FieldGroup } from '~/ui/field-frame';
import { Input } from '~/ui/input';
import {
  asksAnswer,
  byDefault,
  type DetailName,
  eventDetails,
  labels,
  textsOf,
  waitingList,
} from '../fields';
import { type DayAndTime, type FormValues, shown } from '../view';

type Field<Value> = FieldMetadata<Value, FormValues, string[]>;
type Fields = { readonly [Name in keyof FormValues]: Field<FormValues[Name]> };
type Choices = { value: string; label: string }[];

const choicesOf = (texts: object): Choices =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
const comingVisible = choicesOf(comingVisibleTexts);

/** When on its day an event begins and ends, and where it is (J1). */
export function WhenAndWhere({ fields }: { fields: Fields }) {
  return (
    <>
      <div className="grid grid-cols-2 items-end gap-4 max-sm:has-data-invalid:grid-cols-1">
        <TimeField
          field={fields.startTime}
          label={labels.startTime}
          hint="Spätestens dann enden An- und Abmeldung."
        />
        <TimeField field={fields.endTime} label={labels.endTime} />
      </div>
      {textsOf('line').map((name) => (
        <TextField
          key={name}
          field={fields[name]}
          label={labels[name]}
          required={false}
          autoComplete="off"
        />
      ))}
    </>
  );
}

/** What is to be said of it (J1). */
export function Texts({ fields }: { fields: Fields }) {
  return textsOf('lines').map((name) => (
    <TextArea key={name} field={fields[name]} label={labels[name]} required={false} />
  ));
}

/**
 * The rest, folded unless something of it is set or refused.
 * @param type the kind of event that is chosen; null shows what either kind asks for
 */
export function AnswerFields({ fields, type }: { fields: Fields; type: string | null }) {
  const { endDate, signUpUntil, signOffUntil, companions, promotionHours } = fields;
  const folded = [endDate, signUpUntil, signOffUntil, companions, promotionHours];
  const open =
    [...folded, fields.asksAnswer, fields.waitingList].some(isSet) ||
    // Past midnight an end needs the last day.
    [fields.comingVisible, fields.endTime].some(({ errors }) => errors);
  return (
    <Disclosure summary="Weitere Angaben" open={open}>
      <div className="grid grid-cols-1 gap-6 pt-2">
        <DateField
          field={endDate}
          label={labels.endDate}
          hint="Nur wenn sie nicht am selben Tag endet."
          required={false}
        />
        <DeadlineField field={signUpUntil} label={labels.signUpUntil} />
        <DeadlineField field={signOffUntil} label={labels.signOffUntil} />
        <div hidden={type === 'LIMITED_EVENT'}>
          <RadioGroup
            field={fields.asksAnswer}
            label={labels.asksAnswer}
            hint={type ? undefined : 'Gilt nur bei offenen Veranstaltungen.'}
            options={choicesOf(asksAnswer.texts)}
          />
        </div>
        <TextField
          field={companions}
          label={labels.companions}
          hint="Höchstens 9. Auch sie belegen Plätze."
          inputMode="numeric"
          autoComplete="off"
        />
        <div hidden={type === 'OPEN_EVENT'} className="grid grid-cols-1 gap-6">
          <RadioGroup
            field={fields.waitingList}
            label={labels.waitingList}
            hint={type ? undefined : 'Gilt nur bei begrenzter Teilnehmerzahl.'}
            options={choicesOf(waitingList.texts)}
          />
          <TextField
            field={promotionHours}
            label={labels.promotionHours}
            hint="Stunden vor Beginn. Danach bekommt den freien Platz, wer ihn zuerst nimmt."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <RadioGroup
          field={fields.comingVisible}
          label={labels.comingVisible}
          options={comingVisible}
        />
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

type TimeFieldProps = { field: Field<string>; label: string; hint?: string };

/** A time of day. A native field would post one that is half filled as none. */
function TimeField(props: TimeFieldProps) {
  return <TextField {...props} {...TIME} required={false} />;
}

const TIME = { inputMode: 'numeric', autoComplete: 'off', placeholder: 'HH:MM' } as const;

type DeadlineFieldProps = { field: Field<DayAndTime>; label: string };

/** A day and a time under one name and with one message. */
function DeadlineField({ field, label }: DeadlineFieldProps) {
  const { day, time } = field.getFieldset();
  const errors = field.errors ?? day.errors ?? time.errors;
  const { key, props } = controlProps(getInputProps(time, { type: 'text' }), time, {
    label,
    required: false,
  });
  const { id, errorId, descriptionId } = field;
  return (
    <FieldGroup field={{ id, errors, errorId, descriptionId }} label={label} required={false}>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-2 max-sm:grid-cols-1">
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
