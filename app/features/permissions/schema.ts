import { z } from 'zod';
import { PERMISSIONS } from '~/kernel/actor';
import { id, limit, optionalLine } from '~/kernel/fields';
import { orderedBy } from '~/kernel/keyset';

export const connectedUserId = z.strictObject({ organization: id, user: id });

/** The order of an organisation's users: last name, first name, id. */
export const usersByName = orderedBy([
  { field: 'lastName', column: 'ou.last_name', type: 'text' },
  { field: 'firstName', column: 'ou.first_name', type: 'text' },
  { field: 'uuid', column: 'ou.user_uuid', type: 'uuid' },
]);

export const mappingByUser = orderedBy([{ field: 'userUuid', column: 'user_uuid', type: 'uuid' }]);

const cursor = usersByName.cursor.optional();

export const userList = z.strictObject({
  organization: id,
  limit: limit.optional(),
  cursor,
});
export const userSearch = z.strictObject({
  organization: id,
  q: optionalLine(200),
  after: cursor,
  before: cursor,
});
export const mappingList = z.strictObject({
  organization: id,
  limit: limit.optional(),
  cursor: mappingByUser.cursor.optional(),
});

export const permissionChange = connectedUserId.extend({
  permission: z.enum(PERMISSIONS, 'Keine bekannte Berechtigung.'),
  state: z.enum(['granted', 'revoked'], 'Bitte aktivieren oder deaktivieren.'),
});

/** Whether admins need a second factor (T6). */
export const factorRuleChange = z.strictObject({
  organization: id,
  state: z.enum(['on', 'off'], 'Bitte einschalten oder aufheben.'),
});
