import { mapped } from '~/kernel/columns';

/** The fields of a member: all that is read, written or shown of them comes from here. */

/** A text that every user of the organisation may see (D5). */
interface Field {
  readonly column: string;
  readonly label: string;
  /** Characters at most. */
  readonly max: number;
  /** It has several lines. */
  readonly lines?: boolean;
  /** Required: what is said if there is none. */
  readonly missing?: string;
  /**
   * A call that leaves it out empties it, as the specification has it. Any other optional field stays
   * as it is, for callers that do not know it (X1).
   */
  readonly emptiedIfLeftOut?: boolean;
  readonly hint?: string;
}

/** In the order of the form. */
const table = {
  firstName: {
    column: 'first_name',
    label: 'Vorname',
    max: 100,
    missing: 'Bitte einen Vornamen eingeben.',
  },
  lastName: {
    column: 'last_name',
    label: 'Nachname',
    max: 100,
    missing: 'Bitte einen Nachnamen eingeben.',
  },
  customMemberIdentifier: {
    column: 'custom_member_identifier',
    label: 'Kennung',
    max: 100,
    emptiedIfLeftOut: true,
    hint: 'Zum Beispiel die Mitgliedsnummer.',
  },
  description: {
    column: 'description',
    label: 'Beschreibung',
    max: 10_000,
    lines: true,
    emptiedIfLeftOut: true,
  },
} as const satisfies Record<string, Field>;

type Table = typeof table;
export type MemberField = keyof Table;

export const memberFields: Readonly<Record<MemberField, Field>> = table;
export const memberFieldNames = Object.keys(table) as readonly MemberField[];

/** The column of each field. */
export const fieldColumns = mapped(table, ({ column }) => column) as {
  readonly [Name in MemberField]: Table[Name]['column'];
};

/** The label of each field. */
export const memberLabels = mapped(memberFields, ({ label }) => label);

/** The fields as they are given: undefined is one that stays as it is, or is empty if it is new. */
export type GivenMember = {
  readonly [Name in MemberField]: Table[Name] extends
    | { missing: string }
    | { emptiedIfLeftOut: true }
    ? string
    : string | undefined;
};
