import { countPromised, withdrawPromises } from '~/features/answers/promises.server';
import { promisesWithdrawn } from '~/features/answers/wording';
import { requireOtherAdmins } from '~/features/permissions/last-admin.server';
import { removeFromOrganization } from '~/features/permissions/queries.server';
import type { Actor } from '~/kernel/actor';
import { nothing } from '~/kernel/fields';
import { loggedIn, operation } from '~/kernel/operation.server';
import { requireOwnPassword, requireSamePassword } from '../passwords.server';
import { accountDeletion, organizationLeaving, ownOrganization } from '../schema';

/**
 * Leaving an organisation, or the installation (A12). The club keeps its member record, no longer
 * linked to a user.
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
  audit: ({ output: { withdrawn } }) => `Organisation verlassen${promisesWithdrawn(withdrawn)}`,
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
