import { z } from 'zod';
import { isRecord } from '~/doors/wire';
import { user } from '~/features/accounts/wire';
import { PERMISSIONS } from '~/kernel/actor';
import { id } from '~/kernel/fields';

/** Connected users and permissions in the API. */

export const connectedUser = user.omit({ activated: true }).meta({ id: 'ConnectedUser' });
export const connectedUsers = z.array(connectedUser);
export const organizationUser = connectedUser
  .extend({ activated: z.boolean() })
  .meta({ id: 'OrganizationUser' });
export const organizationUsers = z.array(organizationUser);

export const mappedMember = z.object({
  member: z.guid(),
  firstName: z.string(),
  lastName: z.string(),
});
const mapping = z.object({ userUuid: z.guid(), memberUuid: z.guid() }).meta({ id: 'Mapping' });
export const mappings = z.array(mapping);
export const userInfo = z.object({ mappedMemberUuid: z.guid().nullable() });

const permissionName = z.enum(PERMISSIONS).meta({ id: 'PermissionName' });

export const permission = z
  .object({
    user: z.guid(),
    organization: z.guid(),
    permission: permissionName,
  })
  .meta({ id: 'Permission' });
export const permissions = z.array(permission);

export const permissionBody = z.strictObject({
  user: id,
  organization: id,
  permission: permissionName,
});

export const grantFromWire = (json: unknown): unknown => withState(json, 'granted');
export const revocationFromWire = (json: unknown): unknown => withState(json, 'revoked');

/** Whether an organisation's admins need a second factor (T6). */
export const factorRule = z
  .object({
    from: z.iso.datetime().nullable(),
    missing: z.array(z.object({ uuid: z.guid(), firstName: z.string(), lastName: z.string() })),
    missingCount: z.int(),
  })
  .meta({ id: 'SecondFactorRule' });

export const factorDemandFromWire = (json: unknown): unknown => withState(json, 'on');
export const factorWaiverFromWire = (json: unknown): unknown => withState(json, 'off');

/** The method implies the state. */
export const permissionSpelling = { state: [] };

function withState(json: unknown, state: string): unknown {
  return isRecord(json) ? { ...json, state } : json;
}
