import { z } from 'zod';
import { id, limit, optionalLine, optionalText, requiredText } from '~/kernel/fields';
import { cursorOn, keyText } from '~/kernel/keyset';

const fields = {
  firstName: requiredText(100, 'Bitte einen Vornamen eingeben.'),
  lastName: requiredText(100, 'Bitte einen Nachnamen eingeben.'),
  customMemberIdentifier: optionalLine(100),
  description: optionalText(10_000),
};

export const newMember = z.strictObject({ organization: id, ...fields });

export const memberId = z.strictObject({ member: id });

/**
 * The full member: what is left out becomes empty. It cannot move: an organisation that is named
 * has to be its own.
 */
export const fullMember = memberId.extend({ organization: id.optional(), ...fields });

/**
 * Words to search by (D1). Whatever is typed is a search, so nothing is refused; what is too long
 * is cut.
 */
const q = z
  .string()
  .transform((text) => text.replaceAll('\u0000', '').slice(0, 200).trim())
  .default('');

/** A place in the list by name: last name, first name, uuid. */
const cursor = cursorOn(z.tuple([keyText, keyText, id])).optional();

/** A page of the list on screen: after or before a place, else the first. */
export const memberPage = z.strictObject({ organization: id, q, after: cursor, before: cursor });

/** The list as the API gives it: all of it unless a limit is given (G7). */
export const memberList = z.strictObject({ organization: id, q, limit: limit.optional(), cursor });
