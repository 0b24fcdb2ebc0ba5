import { z } from 'zod';
import { givenText, id, limit, optionalText, requiredText } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';

const organizationName = requiredText(200, 'Bitte einen Namen eingeben.');

export const organizationId = z.strictObject({ organization: id });
export const founding = z.strictObject({ name: organizationName });
/** The order of a user's organisations. */
export const organizationsByName = orderedBy([
  { field: 'name', column: 'o.name', type: 'text' },
  { field: 'uuid', column: 'o.uuid', type: 'uuid' },
]);
/** Without a user: one's own organisations. */
export const organizationList = z.strictObject({
  user: id.optional(),
  limit: limit.optional(),
  cursor: organizationsByName.cursor.optional(),
});
/** An absent message stays as it is. */
export const organizationData = z.strictObject({
  organization: id,
  name: organizationName,
  motd: givenText(10_000).optional(),
});
/** On the screen an empty field clears the message. */
export const organizationForm = organizationData.extend({ motd: optionalText(10_000) });
export const messageOfTheDay = z.strictObject({ organization: id, motd: givenText(10_000) });

const typedName = requiredText(200, 'Bitte geben Sie den Namen der Organisation ein.');

/** If given, the name must be the organisation's: the screen has people type it to confirm (C2). */
export const deletion = z.strictObject({ organization: id, name: typedName.optional() });
export const deletionForm = deletion.extend({ name: typedName });
