import type { FieldMetadata } from '@conform-to/react';
import { DateField } from '~/ui/date-field';
import { Disclosure } from '~/ui/disclosure';
import { RadioGroup, TextArea, TextField } from '~/ui/field';
import { genderTexts, memberFields, NO_GENDER, type WrittenField } from '../fields';

type Fields = Record<WrittenField, FieldMetadata<unknown>>;

/**
 * The inputs for a new or a present member (D2). One for every field: one that the form does not post
 * is emptied by saving it.
 */
export function MemberFields({ fields }: { fields: Fields }) {
  const input = (name: WrittenField) => <MemberInput key={name} field={fields[name]} name={name} />;
  const open = FOLDED.some((name) => {
    const { initialValue, errors } = fields[name];
    return errors || (initialValue && initialValue !== NO_GENDER);
  });
  return (
    <>
      <div className={PAIR}>
        {input('firstName')}
        {input('lastName')}
      </div>
      {input('email')}
      <div className={PAIR}>
        {input('mobile')}
        {input('phone')}
      </div>
      <Disclosure summary="Anschrift und Daten" open={open}>
        <div className="grid grid-cols-1 gap-6 pt-2">
          {input('street')}
          <div className={PAIR}>
            {input('postalCode')}
            {input('city')}
          </div>
          <div className={PAIR}>
            {input('birthday')}
            {input('joinedOn')}
          </div>
          {input('gender')}
        </div>
      </Disclosure>
      {input('customMemberIdentifier')}
      {input('description')}
    </>
  );
}

const PAIR = 'grid grid-cols-2 gap-4 max-sm:grid-cols-1';
const FOLDED = ['street', 'postalCode', 'city', 'birthday', 'joinedOn', 'gender'] as const;

const GENDER_CHOICES = Object.entries({ ...genderTexts, [NO_GENDER]: 'keine Angabe' }).map(
  ([value, label]) => ({ value, label }),
);

const KEYBOARDS = { line: undefined, email: 'email', phone: 'tel' } as const;

function MemberInput({ field, name }: { field: FieldMetadata<unknown>; name: WrittenField }) {
  const { type, label, hint, missing } = memberFields[name];
  const input = { field, label, hint, required: missing !== undefined };
  switch (type) {
    case 'lines':
      return <TextArea {...input} />;
    case 'day':
      return <DateField {...input} />;
    case 'gender':
      return <RadioGroup {...input} options={GENDER_CHOICES} inline />;
    default:
      return <TextField {...input} type={KEYBOARDS[type]} autoComplete="off" />;
  }
}
