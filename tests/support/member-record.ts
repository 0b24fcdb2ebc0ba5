/** A value for each field of a member's record, and another to change it to; none is part of another. */
export const RECORD = {
  email: 'joerg.mueller@post.example',
  phone: '0621 / 47 11 08',
  mobile: '+49 170 8154711',
  street: 'Deichweg 5a',
  postalCode: '68199',
  city: 'Neckarau',
  birthday: '1984-02-29',
  gender: 'm',
  joinedOn: '2019-09-01',
} as const;

export const OTHER_RECORD: { readonly [Name in keyof typeof RECORD]: string } = {
  email: 'j.maier@mail.example',
  phone: '06202 99',
  mobile: '0171 2223334',
  street: 'Am Sportplatz 1',
  postalCode: '68723',
  city: 'Schwetzingen',
  birthday: '1990-12-31',
  gender: 'd',
  joinedOn: '2020-01-15',
};

/** An empty one, as calls have it. */
export const NO_RECORD = {
  ...{ email: '', phone: '', mobile: '', street: '', postalCode: '', city: '' },
  ...{ birthday: null, gender: null, joinedOn: null },
};

/** As people read what is not written as it is stored. */
export const IN_WORDS: Partial<Record<keyof typeof RECORD, string>> = {
  birthday: '29. Februar 1984',
  gender: 'männlich',
  joinedOn: '01. September 2019',
};
