import type { FieldMetadata } from '@conform-to/react';
import type { ReactNode } from 'react';
import { YEARS_AHEAD } from '~/dates';
import { DateField } from '~/ui/date-field';
import { Disclosure } from '~/ui/disclosure';
import { CheckboxGroup, optionsOf, RadioGroup, TextArea, TextField } from '~/ui/field';
import { hyphenated } from '~/ui/hyphenation';
import {
  genderTexts,
  isReach,
  memberFields,
  NO_GENDER,
  type WrittenField,
  writtenFieldNames,
} from '../fields';

type Fields = Record<WrittenField, FieldMetadata<unknown>> & {
  groups: FieldMetadata<string[] | undefined>;
  groupsBefore?: FieldMetadata<string[] | undefined>;
};

type MemberFieldsProps = {
  fields: Fields;
  /** The groups to choose from (U2); without any the question is left out. */
  groups: ReadonlyArray<{ uuid: string; name: string }>;
};

export const NEEDS = 'Nötig sind nur Vorname und Nachname.';

/**
 * The inputs for a new or existing member (D2), one for every field, as saving empties a field that
 * is not posted.
 */
export function MemberFields({ fields, groups }: MemberFieldsProps) {
  const input = (name: WrittenField) => <MemberInput key={name} field={fields[name]} name={name} />;
  const rows = (names: readonly WrittenField[]) => inRows(names, input);
  const open = writtenFieldNames.filter(isFolded).some((name) => {
    const { initialValue, errors } = fields[name];
    return errors || (initialValue && initialValue !== NO_GENDER);
  });
  const at = ROWS.findIndex(isFolded);
  return (
    <>
      {rows(ROWS.slice(0, at))}
      {groups.length > 0 && (
        <CheckboxGroup
          field={fields.groups}
          label="Gruppen"
          options={groups.map(({ uuid, name }) => ({ value: uuid, label: hyphenated(name) }))}
        />
      )}
      {fields.groupsBefore?.getFieldList().map(({ key, name, initialValue }) => (
        <input key={key} type="hidden" name={name} value={initialValue} />
      ))}
      <Disclosure summary="Anschrift und Daten" open={open}>
        <div className="grid grid-cols-1 gap-6 pt-2">{rows(ROWS.filter(isFolded))}</div>
      </Disclosure>
      {rows(ROWS.slice(at).filter((name) => !isFolded(name)))}
    </>
  );
}

const PAIR = 'grid grid-cols-2 items-end gap-6';
/** Fields that share a row, on a phone only the short ones; all others have their own, in the order of the table. */
const PAIRS: Partial<Record<WrittenField, WrittenField>> = {
  firstName: 'lastName',
  mobile: 'phone',
  postalCode: 'city',
  birthday: 'joinedOn',
};
const BESIDE = Object.values(PAIRS);
const ROWS = writtenFieldNames.filter((name) => !BESIDE.includes(name));

/** The inputs of these fields, those that share a row beside one another. */
export const inRows = <Name extends WrittenField>(
  names: readonly Name[],
  input: (name: Name) => ReactNode,
) =>
  names
    .filter((name) => !BESIDE.includes(name))
    .map((name) => {
      const other = PAIRS[name] as Name | undefined;
      return other ? (
        <div key={name} className={other === 'city' ? PAIR : `${PAIR} max-sm:grid-cols-1`}>
          {input(name)}
          {input(other)}
        </div>
      ) : (
        input(name)
      );
    });
/** All fields but contact data. */
const isFolded = (name: WrittenField) => memberFields[name].part !== undefined && !isReach(name);

const GENDER_CHOICES = optionsOf({ ...genderTexts, [NO_GENDER]: 'keine Angabe' });

const KEYBOARDS = { line: undefined, email: 'email', phone: 'tel' } as const;

function MemberInput({ field, name }: { field: FieldMetadata<unknown>; name: WrittenField }) {
  const { type, label, hint, missing, ...more } = memberFields[name];
  const input = { field, label, hint, required: missing !== undefined };
  switch (type) {
    case 'lines':
      return <TextArea {...input} />;
    case 'day':
      return <DateField {...input} ahead={'inThePast' in more ? 0 : YEARS_AHEAD} />;
    case 'gender':
      return <RadioGroup {...input} options={GENDER_CHOICES} inline />;
    default:
      return <TextField {...input} type={KEYBOARDS[type]} autoComplete="off" />;
  }
}
