import { z } from 'zod';
import { PERMISSIONS } from '~/kernel/actor';
import { id, limit, optionalText } from '~/kernel/fields';
import { cursorOn, keyText } from '~/kernel/keyset';

export const connectedUserId = z.strictObject({ organization: id, user: id });

/** The order of an organisation's users: last name, first name, id. */
const place = cursorOn(z.tuple([keyText, keyText, id]));
export type Place = z.output<typeof place>;

export const userList = z.strictObject({
  organization: id,
  limit: limit.optional(),
  cursor: place.optional(),
});
export const userSearch = z.strictObject({
  organization: id,
  q: optionalText(200),
  after: place.optional(),
  before: place.optional(),
});
export const mappingList = z.strictObject({
  organization: id,
  limit: limit.optional(),
  cursor: cursorOn(z.tuple([id])).optional(),
});

export const permissionChange = connectedUserId.extend({
  permission: z.enum(PERMISSIONS, 'Keine bekannte Berechtigung.'),
  state: z.enum(['granted', 'revoked'], 'Bitte aktivieren oder deaktivieren.'),
});
