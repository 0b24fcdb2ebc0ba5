import type { FieldMetadata } from '@conform-to/react';
import { DateField } from '~/ui/date-field';
import { CheckboxGroup, RadioGroup, SelectField, TextField } from '~/ui/field';
import { ErrorText } from '~/ui/field-frame';
import { Tick } from '~/ui/tick';
import type { Choices, RepetitionValues } from '../view';
import { weekdayChoices } from '../wording';

/** The fields' labels, by their names in the form. */
export const repetitionLabels = {
  rule: 'Serie',
  'rule.every': 'Wie oft',
  'rule.days': 'An welchen Wochentagen',
  'rule.end': 'Wie lange',
  'rule.count': 'Anzahl der Termine',
  'rule.until': 'Letzter Tag',
  skipHolidays: 'An Feiertagen ausfallen lassen',
  skipBreaks: 'In Ferien und Pausen ausfallen lassen',
};
const labels = repetitionLabels;

/** Of the form: `scope` is what another rule of a series holds for. */
export type RepetitionFormValues = RepetitionValues & { readonly scope: string };

type Field<Value> = FieldMetadata<Value, RepetitionFormValues, string[]>;

type RepetitionFieldsProps = {
  fields: { readonly [Name in keyof RepetitionValues]: Field<RepetitionValues[Name]> };
  /** How often, of frequencies(). */
  choices: Choices;
};

/** When something repeats, how long, and when not (L4). */
export function RepetitionFields({ fields, choices }: RepetitionFieldsProps) {
  const { every, days, end, count, until } = fields.rule.getFieldset();
  const ends = [
    { value: 'never', label: 'Ohne Ende' },
    {
      value: 'count',
      label: 'Nach einer Anzahl von Terminen',
      more: (
        <TextField
          field={count}
          label={labels['rule.count']}
          inputMode="numeric"
          autoComplete="off"
          hint="Mit dieser Veranstaltung, höchstens 200. Was ausfällt, zählt mit."
        />
      ),
    },
    {
      value: 'until',
      label: 'Bis zu einem Tag',
      more: <DateField field={until} label={labels['rule.until']} />,
    },
  ];
  return (
    <>
      {fields.rule.errors && (
        <div id={fields.rule.id} tabIndex={-1}>
          <ErrorText id={fields.rule.errorId}>{fields.rule.errors.join(' ')}</ErrorText>
        </div>
      )}
      <SelectField field={every} label={labels['rule.every']} options={choices.every} />
      <div className="if-weekly">
        <CheckboxGroup
          field={days}
          label={labels['rule.days']}
          look="short"
          options={weekdayChoices}
        />
      </div>
      <RadioGroup field={end} label={labels['rule.end']} options={ends} />
      <SelectField
        field={fields.skipHolidays}
        label={labels.skipHolidays}
        options={choices.states}
      />
      <Tick name={fields.skipBreaks.name} defaultChecked={Boolean(fields.skipBreaks.initialValue)}>
        {labels.skipBreaks}
      </Tick>
    </>
  );
}

/** Its values as hidden fields, for a form that only asks. */
export function HiddenRepetition({ rule, ...skips }: RepetitionValues) {
  const { days, ...texts } = rule;
  const fields = [
    ...Object.entries(texts).map(([name, value]) => [`rule.${name}`, value]),
    ...days.map((day, at) => [`rule.days[${at}]`, day]),
    ...Object.entries(skips),
  ];
  return fields.map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
}
