import { z } from 'zod';
import { mayHaveAccount } from '~/features/accounts/schema';
import { INVALID_EMAIL } from '~/features/accounts/wording';
import { MOST_GROUPS } from '~/features/organizations/fields';
import { mapped } from '~/kernel/columns';
import {
  day,
  fewerRows,
  id,
  ids,
  limit,
  requiredText,
  textIfGiven,
  tidyLine,
  typedInteger,
  typedText,
} from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';
import { typedDayOfLife, typedPastDay } from '~/kernel/time-fields';
import {
  type ContactField,
  contactFieldNames,
  type Field,
  GENDERS,
  type GivenMember,
  NO_GENDER,
  RELEASABLE,
  recordParts,
  SEEN_BY,
  STATUSES,
  type WrittenField,
  writtenFields,
} from './fields';

type Fields = { [Name in WrittenField]: z.ZodType<GivenMember[Name], unknown> };

export const gender = z.enum(GENDERS, 'Bitte wählen.').meta({ id: 'Gender' });

const email = z
  .string(INVALID_EMAIL)
  .trim()
  .refine((text) => text === '' || mayHaveAccount(text), INVALID_EMAIL);

/** A number as people write it, with more than digits; an extension may have just one. */
const isNumber = (text?: string) => !text || /\d/.test(text);
const NO_NUMBER = 'Keine Telefonnummer.';

/** A field as people type it; missing ones are empty (D2). */
function typed(field: Field): z.ZodType {
  if (field.missing !== undefined)
    return requiredText('max' in field ? field.max : 0, field.missing);
  switch (field.type) {
    case 'line':
    case 'lines':
      return typedText({ max: field.max, lines: field.type === 'lines' });
    case 'email':
      return email.nullish().transform((text) => text ?? '');
    case 'phone':
      return typedText(field).refine(isNumber, NO_NUMBER);
    case 'day':
      return field.inThePast ? typedPastDay : typedDayOfLife;
    case 'gender':
      // A choice must have a value of its own to be chosen.
      return z.preprocess(
        (choice) => (choice === NO_GENDER || choice === '' ? null : choice),
        gender.nullish().transform((choice) => choice ?? null),
      );
  }
}

/** A field as calls give it: undefined if it is left out, null for none. */
function given(field: Field): z.ZodType {
  if (field.missing !== undefined || field.emptiedIfLeftOut) return typed(field);
  switch (field.type) {
    case 'line':
    case 'lines':
      return textIfGiven({ max: field.max, lines: field.type === 'lines' });
    case 'day':
      return day.nullish();
    case 'gender':
      return gender.nullish();
    case 'email':
      return email
        .nullable()
        .transform((text) => text ?? '')
        .optional();
    case 'phone':
      return textIfGiven(field).refine(isNumber, NO_NUMBER);
  }
}

const typedFields = mapped(writtenFields, typed) as Fields;
const fields = mapped(writtenFields, given) as Fields;

export const newMember = z.strictObject({ organization: id, ...fields });

const groups = ids(MOST_GROUPS).default([]);

/** A form also says to which groups a member belongs; what was ticked before tells what changes (U2). */
export const newMemberInGroups = newMember.extend({ groups });
export const newMemberForm = newMemberInGroups.extend(typedFields);

const seenBy = mapped(recordParts, () =>
  z.enum(SEEN_BY, 'Bitte wählen.').meta({ id: 'SeenBy' }).optional(),
);

/** Who sees each part of the records (O2); parts that are omitted, or as `shown`, stay as they are. */
export const memberVisibility = z.strictObject({
  organization: id,
  ...seenBy,
  shown: z.strictObject(seenBy).optional(),
});

/** The user's own contact data, as typed, and what all members may see of them (O3). */
export const contact = z.strictObject({
  member: id,
  ...(Object.fromEntries(contactFieldNames.map((name) => [name, typedFields[name]])) as {
    [Name in ContactField]: z.ZodType<string, unknown>;
  }),
  released: z.array(z.enum(RELEASABLE)).max(RELEASABLE.length).default([]),
});

export const memberIfNamed = z.strictObject({ member: id.optional() });

export const memberId = z.strictObject({ member: id });

/** A member to delete, and optionally the linked user whose access should end with it (O9). */
export const memberDeletion = memberId.extend({ endAccessOf: id.optional() });

/**
 * The full member: a field of the specification that is left out becomes empty. Members cannot move,
 * so an organisation must be their own.
 */
export const fullMember = memberId.extend({ organization: id.optional(), ...fields });
export const memberInGroups = fullMember.extend({ groups, groupsBefore: groups });
export const fullMemberForm = memberInGroups.extend(typedFields);

/**
 * Words to search by (D1). Nothing is refused; what is too long is cut.
 */
export const q = z
  .string()
  .transform((text) => tidyLine(text.replaceAll('\u0000', '')).slice(0, 200).trim())
  .default('');

/** The order of members: by last name, then first name (D1). */
export const byName = orderedBy([
  { field: 'lastName', type: 'text' },
  { field: 'firstName', type: 'text' },
  { field: 'uuid', type: 'uuid' },
]);

const cursor = byName.cursor.optional();

/** The letters that the list on screen can be opened at. */
export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A page of a list on screen: after or before a cursor, from a letter on, else the first. */
export const membersPage = z.strictObject({
  organization: id,
  q,
  after: cursor,
  before: cursor,
  from: z.enum(LETTERS).optional(),
  limit: fewerRows,
});

/** What the member list can be filtered by (O11). */
export const memberFilters = {
  group: id,
  status: z.enum(STATUSES),
  year: typedInteger(z.number().int().min(1900).max(9999)),
  access: z.literal('none'),
};
export type MemberFilters = {
  [Name in keyof typeof memberFilters]?: z.output<(typeof memberFilters)[Name]>;
};

/** An invalid address has no filters. */
export const filteredMembersPage = membersPage.extend({
  group: memberFilters.group.optional().catch(undefined),
  status: memberFilters.status.catch('active'),
  year: memberFilters.year.optional().catch(undefined),
  access: memberFilters.access.optional().catch(undefined),
});

/** The list for the API: all of it unless a limit is given (G7). */
export const memberList = z.strictObject({ organization: id, q, limit: limit.optional(), cursor });
