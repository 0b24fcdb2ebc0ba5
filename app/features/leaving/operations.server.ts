import {
  requireOwnPassword,
  requireSamePassword,
} from '~/features/accounts/rules/passwords.server';
import { ownOrganization } from '~/features/accounts/schema';
import * as permissions from '~/features/permissions/policy';
import {
  connectedUserInScope,
  removeFromOrganization,
} from '~/features/permissions/queries.server';
import { requireOtherAdmins } from '~/features/permissions/rules/last-admin.server';
import { connectedUserId } from '~/features/permissions/schema';
import { userNamed } from '~/features/permissions/wording';
import type { Actor } from '~/kernel/actor';
import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { notFound } from '~/kernel/problem';
import { countPromised, leaverInScope, withdrawPromises } from './promises.server';
import { accountDeletion, organizationLeaving, userRemoval } from './schema';
import { promisesWithdrawn } from './wording';

/**
 * Leaving an organisation, or the installation (A12), and being removed from one (C3). The club keeps
 * its member record, no longer linked to a user.
 */

function ownAffiliation({ actor }: { actor: Actor }, { organization }: { organization: string }) {
  return actor.organizations.find(({ uuid }) => uuid === organization) ?? null;
}

export const readOrganizationForLeaving = operation({
  summary: "Read one of one's own organisations in order to leave it",
  input: ownOrganization,
  subject: ownAffiliation,
  may: loggedIn,
  read: async ({ db, actor, input: { organization }, subject: { name } }) => ({
    name,
    promised: await countPromised(db, { user: actor.uuid, organization }),
  }),
});

export const readAccountForDeletion = operation({
  summary: 'Read how many events one has promised to come to, before the account is deleted',
  input: nothing,
  may: loggedIn,
  read: async ({ db, actor }) => ({ promised: await countPromised(db, { user: actor.uuid }) }),
});

export const leaveOrganization = operation({
  summary: 'Leave an organisation',
  description:
    'Refused (409) to its last administrator (C4). Permissions and the link to the member record end. With `withdraw`, ' +
    'one no longer comes to events that have not begun, nor waits for a place.',
  input: organizationLeaving,
  changesStandingOf: ({ actor }) => [actor.uuid],
  subject: ownAffiliation,
  may: loggedIn,
  async run({ db, actor, input, subject, concerns }) {
    const organization = subject.uuid;
    concerns({ organization });
    const leaver = { user: actor.uuid, organization };
    const withdrawn = input.withdraw ? await withdrawPromises(db, leaver) : 0;
    await requireOtherAdmins(db, actor.uuid, organization);
    await removeFromOrganization(db, organization, actor.uuid);
    return { name: subject.name, withdrawn };
  },
  audit: ({ output: { withdrawn } }) => `Verein verlassen${promisesWithdrawn(withdrawn)}`,
});

export const deleteAccount = operation({
  summary: "Delete one's own account",
  description:
    'Asks for the password. Refused (409) to the last administrator of an organisation. Account, sessions, codes and ' +
    'permissions end; member records stay, with what they took part in, and are no longer linked. With `withdraw`, one ' +
    'no longer comes to events that have not begun, nor waits for a place.',
  input: accountDeletion,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: loggedIn,
  prepare: ({ db, actor, input, services, ip, requestId }) =>
    requireOwnPassword({ db, actor, services, ip, requestId }, 'password', input.password),
  async run({ db, actor, input, prepared: verified, changeSession }) {
    await requireSamePassword(db, actor, 'password', verified);
    const withdrawn = input.withdraw ? await withdrawPromises(db, { user: actor.uuid }) : 0;
    await requireOtherAdmins(db, actor.uuid);
    await db.deleteFrom('users').where('uuid', '=', actor.uuid).execute();
    changeSession('end');
    return { withdrawn };
  },
  audit: ({ output: { withdrawn } }) => `Eigenes Konto gelöscht${promisesWithdrawn(withdrawn)}`,
});

export const readUserForRemoval = operation({
  summary: 'Read a user of an organisation, and how many events they have promised to come to',
  input: connectedUserId,
  subject: leaverInScope,
  may: permissions.manage,
  read: ({ subject, actor }) => ({ ...subject.user, own: subject.user.uuid === actor.uuid }),
});

export const removeUser = operation({
  summary: 'Remove a user from an organisation',
  description:
    'Their member record stays, linked to nobody. The last administrator cannot be removed (C4). With `withdraw`, they ' +
    'no longer come to events that have not begun, nor wait for a place; others move up.',
  input: userRemoval,
  changesStandingOf: ({ input }) => [input.user],
  subject: connectedUserInScope,
  may: permissions.manage,
  confirms: 'permission',
  async run({ db, actor, input, subject: { scope, user } }) {
    const { organization } = scope;
    const withdrawn = input.withdraw
      ? await withdrawPromises(db, { organization, user: user.uuid })
      : 0;
    if (!(await removeFromOrganization(db, organization, user.uuid))) throw notFound();
    return { own: user.uuid === actor.uuid, person: user, withdrawn };
  },
  audit: ({ subject: { user }, output: { withdrawn } }) =>
    `${userNamed(user)} entfernt${promisesWithdrawn(withdrawn)}`,
});
