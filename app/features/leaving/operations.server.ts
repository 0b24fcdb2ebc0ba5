import { sql } from 'kysely';
import { dateToText } from '~/dates';
import { daysFrom } from '~/dates.server';
import {
  requireOwnPassword,
  requireSamePassword,
} from '~/features/accounts/rules/passwords.server';
import { memberId } from '~/features/members/schema';
import { named } from '~/features/members/wording';
import { administer } from '~/features/organizations/policy';
import { lockClub } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
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
import { conflict, forbidden, invalid, notFound } from '~/kernel/problem';
import { leaveIfDue, memberForLeaving } from './departures.server';
import * as policy from './policy';
import { countPromised, leaverInScope, withdrawPromises } from './promises.server';
import { accountDeletion, memberLeaving, organizationLeaving, userRemoval } from './schema';
import { LAST_ADMIN_STAYS, NOT_BEFORE_JOINING, promisesWithdrawn, TOO_FAR_AHEAD } from './wording';

/**
 * Leaving an organisation, or the installation (A12), being removed from one (C3), and leaving it as a
 * member on a day (O8). The club keeps its member record, no longer linked to a user.
 */

function ownAffiliation({ actor }: { actor: Actor }, { organization }: { organization: string }) {
  return actor.organizations.find(({ uuid }) => uuid === organization) ?? null;
}

export const readOrganizationForLeaving = operation({
  summary: "Read one of the current user's organisations in order to leave it",
  input: organizationId,
  subject: ownAffiliation,
  may: loggedIn,
  read: async ({ db, actor, input: { organization }, subject: { name } }) => ({
    name,
    promised: await countPromised(db, { user: actor.uuid, organization }),
  }),
});

export const readAccountForDeletion = operation({
  summary:
    'Read how many events the current user has promised to attend, before deleting the account',
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
  may: administer,
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
  may: administer,
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

export const readMemberForLeaving = operation({
  summary: 'Read when a member leaves, and what ends with that',
  input: memberId,
  subject: memberForLeaving,
  may: policy.end,
  read: ({ subject: { scope, member } }) => ({
    ...member,
    mayInvite: administer({ scope }),
  }),
});

/** How far ahead a leaving can be entered. */
const DAYS_AHEAD = 3660;

export const setLeaving = operation({
  summary: 'Say on which day a member leaves, or that they do not',
  description:
    'Their access, groups, places and what they have promised for later end when that day is over, by the ' +
    "organisation's clock; at once if it is. With null they stay, or come back with all that the record has. " +
    'Ending the access of a user with permissions needs ORGANIZATION_ADMIN. 409: no admin would stay (C4).',
  input: memberLeaving,
  subject: memberForLeaving,
  may: policy.end,
  confirms: 'permission',
  async run({ db, actor, input, subject, services, afterCommit }) {
    const { on } = input;
    // Members of a club leave one after the other.
    await lockClub(db, subject.member.organization);
    const now = await memberForLeaving({ db, actor }, input);
    if (!now) throw notFound();
    // The user was given a permission meanwhile.
    if (!policy.end(now)) throw forbidden();
    const { uuid, joinedOn, day } = now.member;
    if (on !== null) {
      if (joinedOn !== null && on < joinedOn) throw invalid({ on: [NOT_BEFORE_JOINING] });
      if (on > daysFrom(day, DAYS_AHEAD)) throw invalid({ on: [TOO_FAR_AHEAD] });
      if (now.member.isNeeded) throw conflict(LAST_ADMIN_STAYS);
    }
    await db
      .updateTable('members')
      .set({ left_on: on })
      .where('uuid', '=', uuid)
      // A user linked meanwhile may hold permissions that were not checked.
      .where(sql<boolean>`user_uuid is not distinct from ${subject.member.user}`)
      .returning('uuid')
      .executeTakeFirstOrThrow(notFound);
    const hasLeft = on !== null && on < day;
    if (hasLeft) {
      afterCommit(async () => {
        await leaveIfDue(services.db, uuid);
      });
    }
    return { ...now.member, leftOn: on, hasLeft, comesBack: now.member.hasLeft };
  },
  audit: ({ input: { on }, subject: { member } }) => {
    if (on !== null) return `${named(member)}: Austritt zum ${dateToText(on)} eingetragen`;
    if (member.leftOn === null) return null;
    return `${named(member)}${member.hasLeft ? ' wieder aufgenommen' : ': Austritt zurückgenommen'}`;
  },
});
