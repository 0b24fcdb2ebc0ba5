import type { FieldMetadata } from '@conform-to/react';
import { useState } from 'react';
import { DateField } from '~/ui/date-field';
import { CheckboxGroup, RadioGroup, SelectField, TextField } from '~/ui/field';
import { ErrorText } from '~/ui/field-frame';
import { useScripted } from '~/ui/scripted';
import { Tick } from '~/ui/tick';
import type { Choices, Option, RepetitionValues } from '../view';
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

const ends: Option[] = [
  { value: 'never', label: 'Ohne Ende' },
  { value: 'count', label: 'Nach einer Anzahl von Terminen' },
  { value: 'until', label: 'Bis zu einem Tag' },
];

/** When something repeats, how long, and when not (L4). */
export function RepetitionFields({ fields, choices }: RepetitionFieldsProps) {
  const { every, days, end, count, until } = fields.rule.getFieldset();
  const [chosen, setChosen] = useState(String(every.initialValue ?? ''));
  const [ending, setEnding] = useState(String(end.initialValue ?? ''));
  const scripted = useScripted();
  return (
    <>
      {fields.rule.errors && (
        <div id={fields.rule.id} tabIndex={-1}>
          <ErrorText id={fields.rule.errorId}>{fields.rule.errors.join(' ')}</ErrorText>
        </div>
      )}
      <SelectField
        field={every}
        label={labels['rule.every']}
        options={choices.every}
        onChange={setChosen}
      />
      <div hidden={scripted && !chosen.startsWith('FREQ=WEEKLY')}>
        <CheckboxGroup
          field={days}
          label={labels['rule.days']}
          hint={scripted ? undefined : 'Gilt nur, wenn es sich nach Wochen wiederholt.'}
          look="short"
          options={weekdayChoices}
        />
      </div>
      <RadioGroup field={end} label={labels['rule.end']} options={ends} onChange={setEnding} />
      <div hidden={scripted && ending !== 'count'}>
        <TextField
          field={count}
          label={labels['rule.count']}
          inputMode="numeric"
          autoComplete="off"
          hint="Mit dieser Veranstaltung, höchstens 200. Was ausfällt, zählt mit."
          required={scripted}
        />
      </div>
      <div hidden={scripted && ending !== 'until'}>
        <DateField field={until} label={labels['rule.until']} required={scripted} />
      </div>
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
