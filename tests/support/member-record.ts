import {
  type Field,
  memberFieldNames,
  memberFields,
  type RecordField,
  recordFieldNames,
} from '~/features/members/fields';

type Named = 'email' | 'phone' | 'mobile' | 'birthday' | 'gender' | 'joinedOn' | 'leftOn';

/** A value of every other field of a record, all of which are texts. */
export const texts = (of: (name: RecordField) => string) =>
  Object.fromEntries(
    recordFieldNames
      .filter((name) => memberFields[name].type === 'line')
      .map((name) => [name, of(name)]),
  ) as Record<Exclude<RecordField, Named>, string>;

/** A value for each field of a member's record, and another to change it to; none is part of another. */
export const RECORD = {
  ...texts((name) => `Wert ${name}`),
  email: 'joerg.mueller@post.example',
  phone: '0621 / 47 11 08',
  mobile: '+49 170 8154711',
  birthday: '1984-02-29',
  gender: 'm',
  joinedOn: '2019-09-01',
} as const;

export const OTHER_RECORD: { readonly [Name in keyof typeof RECORD]: string } = {
  ...texts((name) => `Sonst ${name}`),
  email: 'j.maier@mail.example',
  phone: '06202 99',
  mobile: '0171 2223334',
  birthday: '1990-12-31',
  gender: 'd',
  joinedOn: '2020-01-15',
};

/** An empty one, as calls have it. */
export const NO_RECORD = {
  email: '',
  phone: '',
  mobile: '',
  ...texts(() => ''),
  birthday: null,
  gender: null,
  joinedOn: null,
};

const empty = (is: (field: Field) => boolean) =>
  Object.fromEntries(
    memberFieldNames
      .filter((name) => memberFields[name].missing === undefined && is(memberFields[name]))
      .map((name) => [name, 'max' in memberFields[name] ? '' : null]),
  );

/** All that a call says of a member who has only a name. */
export const ONLY_NAMED = empty(() => true);

/** As people read what is not written as it is stored. */
export const IN_WORDS: Partial<Record<keyof typeof RECORD, string>> = {
  birthday: '29. Februar 1984',
  gender: 'männlich',
  joinedOn: '01. September 2019',
};
