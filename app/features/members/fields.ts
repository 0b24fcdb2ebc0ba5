import { mapped } from '~/kernel/columns';

/** The fields of a member; everything that reads, writes or shows them starts here. */

export const GENDERS = ['m', 'w', 'd'] as const;
export type Gender = (typeof GENDERS)[number];
export const genderTexts: Readonly<Record<Gender, string>> = {
  m: 'männlich',
  w: 'weiblich',
  d: 'divers',
};
/** The value of "none" in a form, as a choice must have one. */
export const NO_GENDER = 'none';

/** How the fields of each type are stored. */
interface Values {
  /** A text, '' if there is none, on one line or on several. */
  line: string;
  lines: string;
  email: string;
  /** A number as it was typed. */
  phone: string;
  /** 'YYYY-MM-DD' */
  day: string | null;
  gender: Gender | null;
}

/** Parts of the record whose visibility a club decides (O2), with their German names. */
export const recordParts = {
  email: 'E-Mail',
  phone: 'Telefon',
  mobile: 'Mobil',
  address: 'Anschrift',
  birthday: 'Geburtstag',
  gender: 'Geschlecht',
  joined: 'Mitglied seit',
  left: 'Ausgetreten',
} as const;
export type RecordPart = keyof typeof recordParts;

/** Who sees a part of the records: member editors, also leaders of the member's groups, or all. */
export const SEEN_BY = ['office', 'leaders', 'members'] as const;
export type SeenBy = (typeof SEEN_BY)[number];

/** What members may show to everybody themselves. */
export const RELEASABLE = ['email', 'phone', 'mobile', 'address'] as const satisfies RecordPart[];
export type Releasable = (typeof RELEASABLE)[number];

/** Whom the list shows (O11): current or former members. */
export const STATUSES = ['active', 'former'] as const;

interface Named {
  readonly column: string;
  readonly label: string;
  /** Makes it required: the message if it is missing. */
  readonly missing?: string;
  /**
   * A call that leaves it out empties it, as specified. Any other optional field stays as it is,
   * for callers that do not know it (X1).
   */
  readonly emptiedIfLeftOut?: boolean;
  readonly hint?: string;
  /** Not visible to everybody (O2); otherwise every user of the organisation sees it (D5). */
  readonly part?: RecordPart;
  /** What changes it, other than an edit. */
  readonly readOnly?: true;
}

export type Field = Named &
  (
    | { readonly type: 'line' | 'lines' | 'email' | 'phone'; readonly max: number }
    | { readonly type: 'day'; readonly inThePast?: true }
    | { readonly type: 'gender' }
  );

const ALL_SEE = 'Das sehen alle Mitglieder.';
const NUMBER = { type: 'phone', max: 50 } as const;
const ADDRESS = { type: 'line', part: 'address' } as const;

/** In the order of the form. */
const table = {
  firstName: {
    column: 'first_name',
    label: 'Vorname',
    type: 'line',
    max: 100,
    missing: 'Bitte einen Vornamen eingeben.',
  },
  lastName: {
    column: 'last_name',
    label: 'Nachname',
    type: 'line',
    max: 100,
    missing: 'Bitte einen Nachnamen eingeben.',
  },
  email: { column: 'email', label: 'E-Mail', type: 'email', max: 254, part: 'email' },
  mobile: { column: 'mobile', label: 'Mobil', ...NUMBER, part: 'mobile' },
  phone: { column: 'phone', label: 'Telefon', ...NUMBER, part: 'phone' },
  street: { column: 'street', label: 'Straße und Hausnummer', ...ADDRESS, max: 200 },
  postalCode: { column: 'postal_code', label: 'Postleitzahl', ...ADDRESS, max: 20 },
  city: { column: 'city', label: 'Ort', ...ADDRESS, max: 100 },
  birthday: {
    column: 'birthday',
    label: 'Geburtstag',
    type: 'day',
    inThePast: true,
    part: 'birthday',
  },
  gender: { column: 'gender', label: 'Geschlecht', type: 'gender', part: 'gender' },
  joinedOn: { column: 'joined_on', label: 'Mitglied seit', type: 'day', part: 'joined' },
  /** Set by leaving (O8). */
  leftOn: {
    column: 'left_on',
    label: 'Austritt zum',
    type: 'day',
    part: 'left',
    readOnly: true,
  },
  customMemberIdentifier: {
    column: 'custom_member_identifier',
    label: 'Kennung',
    type: 'line',
    max: 100,
    emptiedIfLeftOut: true,
    hint: `Zum Beispiel die Mitgliedsnummer. ${ALL_SEE}`,
  },
  description: {
    column: 'description',
    label: 'Beschreibung',
    type: 'lines',
    max: 10_000,
    emptiedIfLeftOut: true,
    hint: ALL_SEE,
  },
} as const satisfies Record<string, Field>;

type Table = typeof table;
export type MemberField = keyof Table;
/** The fields that an edit may change. */
export type WrittenField = {
  [Name in MemberField]: Table[Name] extends { readOnly: true } ? never : Name;
}[MemberField];
/** The fields not visible to everybody. */
export type RecordField = {
  [Name in MemberField]: Table[Name] extends { part: RecordPart } ? Name : never;
}[MemberField];
/** What members may change themselves (O3). */
export type ContactField = {
  [Name in MemberField]: Table[Name] extends { part: Releasable } ? Name : never;
}[MemberField];

const namesOf = <Name extends MemberField>(is: (field: Field) => boolean) =>
  (Object.keys(table) as MemberField[]).filter((name): name is Name => is(table[name]));

const only = <Name extends MemberField>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

export const memberFields: Readonly<Record<MemberField, Field>> = table;
export const memberFieldNames = namesOf<MemberField>(() => true);
export const writtenFieldNames = namesOf<WrittenField>(({ readOnly }) => !readOnly);
export const recordFieldNames = namesOf<RecordField>(({ part }) => part !== undefined);
export const contactFieldNames = namesOf<ContactField>(({ part }) =>
  (RELEASABLE as readonly (RecordPart | undefined)[]).includes(part),
);
const openFieldNames = namesOf<Exclude<MemberField, RecordField>>(({ part }) => part === undefined);

/** Multi-line texts, among the fields that everybody sees. */
export const longFields = ['description'] as const;

/** Whether a field is a way to reach them. */
export const isReach = (name: MemberField): boolean =>
  ['email', 'phone'].includes(memberFields[name].type);

/** The fields that an edit may change. */
export const writtenFields: Readonly<Record<WrittenField, Field>> = only(writtenFieldNames);

type Columns<Name extends MemberField> = { readonly [Key in Name]: Table[Key]['column'] };
const columnsOf = <Name extends MemberField>(names: readonly Name[]) =>
  mapped<Name, Field, string>(only(names), ({ column }) => column) as Columns<Name>;

export const fieldColumns = columnsOf(memberFieldNames);
export const openColumns = columnsOf(openFieldNames);
export const writtenColumns = columnsOf(writtenFieldNames);
export const contactColumns = columnsOf(contactFieldNames);

export const memberLabels = mapped(memberFields, ({ label }) => label);

export type StoredMember = { readonly [Name in MemberField]: Values[Table[Name]['type']] };

/** The restricted fields that the reader may see. */
export type SeenRecord = Partial<Pick<StoredMember, RecordField>>;

/** The fields as given; undefined ones stay as they are, or are empty in a new member. */
export type GivenMember = {
  readonly [Name in WrittenField]: Table[Name] extends
    | { missing: string }
    | { emptiedIfLeftOut: true }
    ? string
    : StoredMember[Name] | undefined;
};

/** Numbers are equal if their digits are; a plus means '00', as on phones. */
export const digitsOf = (number: string): string =>
  number.replace(/^\s*\+/, '00').replace(/\D/g, '');
