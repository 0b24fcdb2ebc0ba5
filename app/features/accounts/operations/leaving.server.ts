import { requireOtherAdmins } from '~/features/permissions/last-admin.server';
import { removeFromOrganization } from '~/features/permissions/queries.server';
import type { Actor } from '~/kernel/actor';
import { loggedIn, operation } from '~/kernel/operation.server';
import { requireOwnPassword, requireSamePassword } from '../passwords.server';
import { accountDeletion, ownOrganization } from '../schema';

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
  read: ({ subject }) => ({ uuid: subject.uuid, name: subject.name }),
});

export const leaveOrganization = operation({
  summary: 'Leave an organisation',
  description:
    'Refused (409) to its last administrator (C4). Permissions and the link to the member record end.',
  input: ownOrganization,
  changesStandingOf: ({ actor }) => [actor.uuid],
  subject: ownAffiliation,
  may: loggedIn,
  async run({ db, actor, subject, concerns }) {
    concerns({ organization: subject.uuid });
    await requireOtherAdmins(db, actor.uuid, subject.uuid);
    await removeFromOrganization(db, subject.uuid, actor.uuid);
    return { name: subject.name };
  },
  audit: 'Organisation verlassen',
});

export const deleteAccount = operation({
  summary: "Delete one's own account",
  description:
    'Asks for the password. Refused (409) to the last administrator of an organisation. Account, sessions, codes and ' +
    'permissions end; member records stay, with what they took part in, and are no longer linked.',
  input: accountDeletion,
  changesStandingOf: ({ actor }) => [actor.uuid],
  may: loggedIn,
  prepare: ({ db, actor, input, services, ip, requestId }) =>
    requireOwnPassword({ db, actor, services, ip, requestId }, 'password', input.password),
  async run({ db, actor, prepared: verified, changeSession }) {
    await requireSamePassword(db, actor, 'password', verified);
    await requireOtherAdmins(db, actor.uuid);
    await db.deleteFrom('users').where('uuid', '=', actor.uuid).execute();
    changeSession('end');
  },
  audit: 'Eigenes Konto gelöscht',
});
