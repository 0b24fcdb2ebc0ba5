import { z } from 'zod';
import { mapped } from '~/kernel/columns';
import { fewerRows, id, limit, requiredText, textIfGiven, typedText } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';
import { type GivenMember, memberFields } from './fields';

type Typed = string | null | undefined;

/** The fields as people type them (D2). */
const typed: Record<keyof GivenMember, z.ZodType<string, Typed>> = mapped(
  memberFields,
  ({ missing, ...field }) =>
    missing === undefined ? typedText(field) : requiredText(field.max, missing),
);

/** The fields as calls give them. */
const fields = mapped(memberFields, (field, name) =>
  field.missing !== undefined || field.emptiedIfLeftOut ? typed[name] : textIfGiven(field),
) as { [Name in keyof GivenMember]: z.ZodType<GivenMember[Name], Typed> };

export const newMember = z.strictObject({ organization: id, ...fields });

/** Lines that are entered at once. */
const MAX_LINES = 500;

/**
 * What is typed in place of a form for each; a line that is no name is refused for itself. Browsers
 * send two characters for each new line, which count as one.
 */
const lines = z
  .string('Bitte mindestens einen Namen eingeben.')
  .overwrite((text) => text.replaceAll('\r\n', '\n'))
  .max(60_000, 'Höchstens 60000 Zeichen.')
  .refine((text) => text.trim() !== '', 'Bitte mindestens einen Namen eingeben.')
  .refine(
    (text) => text.split(/[\n\r\u2028\u2029]/).filter((line) => line.trim()).length <= MAX_LINES,
    `Höchstens ${MAX_LINES} Zeilen auf einmal.`,
  );

export const pastedMembers = z.strictObject({ organization: id, lines });

/** The lines to enter, by their numbers. */
export const chosenMembers = pastedMembers.extend({
  chosen: z
    .array(z.string().regex(/^\d{1,6}$/, 'Keine Zeile.'))
    .min(1, 'Bitte mindestens eine Zeile auswählen.')
    .max(MAX_LINES, `Höchstens ${MAX_LINES}.`),
});

export const memberId = z.strictObject({ member: id });

/** A member to delete, and the linked user whose access ends with that, if it shall (O9). */
export const memberDeletion = memberId.extend({ endAccessOf: id.optional() });

/**
 * The full member: a field of the specification that is left out becomes empty. Members cannot move,
 * so an organisation must be their own.
 */
export const fullMember = memberId.extend({ organization: id.optional(), ...fields });
export const fullMemberForm = fullMember.extend(typed);

/**
 * Words to search by (D1). Anything may be typed: nothing is refused, and what is too long is cut.
 */
const q = z
  .string()
  .transform((text) => text.replaceAll('\u0000', '').slice(0, 200).trim())
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

/** A page of the list on screen: after or before a cursor, from a letter on, else the first. */
export const membersPage = z.strictObject({
  organization: id,
  q,
  after: cursor,
  before: cursor,
  from: z.enum(LETTERS).optional(),
  limit: fewerRows,
});

/** The list for the API: all of it unless a limit is given (G7). */
export const memberList = z.strictObject({ organization: id, q, limit: limit.optional(), cursor });
