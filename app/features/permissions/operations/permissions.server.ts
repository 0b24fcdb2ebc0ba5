import type { z } from 'zod';
import type { Database } from '#db/connection';
import { administer } from '~/features/organizations/policy';
import { scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import type { Permission } from '~/kernel/actor';
import { operation } from '~/kernel/operation.server';
import { permissionLabels } from '~/kernel/permissions';
import { notFound } from '~/kernel/problem';
import * as policy from '../policy';
import { connectedUserInScope, revoke } from '../queries.server';
import { connectedUserId, permissionChange } from '../schema';
import { userNamed } from '../wording';

/** The permissions of an organisation's users (C3, C4). */

export const readPermissions = operation({
  summary:
    "Read a user's permissions in an organisation: one's own, or anyone's as an administrator",
  input: connectedUserId,
  subject: connectedUserInScope,
  may: policy.readPermissions,
  read: ({ input, subject }) => inForce(input, subject.user),
});

export const readUserPermissions = operation({
  summary: "Read a connected user's permissions",
  input: connectedUserId,
  subject: connectedUserInScope,
  may: administer,
  read: ({ input, subject }) => inForce(input, subject.user),
});

function inForce(
  ids: z.output<typeof connectedUserId>,
  { permissions }: { readonly permissions: readonly Permission[] },
) {
  return permissions.map((permission) => ({ ...ids, permission }));
}

export const changePermission = operation({
  summary: 'Grant or revoke a permission of a user in an organisation',
  description:
    'Granting what is granted or revoking what is not changes nothing. The last ORGANIZATION_ADMIN cannot drop it (C4).',
  input: permissionChange,
  changesStandingOf: ({ input }) => [input.user],
  subject: connectedUserInScope,
  may: administer,
  confirms: 'permission',
  async run({ db, actor, input, subject: { user: person } }) {
    const { state, ...permission } = input;
    if (state === 'granted') await grant(db, permission);
    else await revoke(db, permission);
    const ownRevoked = permission.user === actor.uuid && state === 'revoked';
    return { permission, person, ownRevoked };
  },
  audit: ({ input: { permission, state }, subject: { user } }) =>
    user.permissions.includes(permission) === (state === 'granted')
      ? null
      : `Berechtigung ${permissionLabels[permission]} ${state === 'granted' ? 'erteilt an' : 'entzogen:'} ${userNamed(user)}`,
});

/** Grants a permission; if it is held already, nothing changes. */
async function grant(
  db: Database,
  change: { organization: string; user: string; permission: Permission },
) {
  const row = { organization_uuid: change.organization, user_uuid: change.user };
  // The lock turns a removal in progress into a 404 instead of a broken reference.
  await db
    .selectFrom('organization_users')
    .select('user_uuid')
    .where('organization_uuid', '=', change.organization)
    .where('user_uuid', '=', change.user)
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound);
  await db
    .insertInto('permissions')
    .values({ ...row, permission: change.permission })
    .onConflict((same) => same.doNothing())
    .execute();
}

export const resign = operation({
  summary: "End one's own administration of an organisation",
  input: organizationId,
  subject: scopeInOrganization,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: administer,
  confirms: 'permission',
  run: ({ db, actor, subject }) =>
    revoke(db, {
      organization: subject.scope.organization,
      user: actor.uuid,
      permission: 'ORGANIZATION_ADMIN',
    }),
  audit: 'Eigene Berechtigung Administration abgegeben',
});
