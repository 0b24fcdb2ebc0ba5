import { type InferResult, sql } from 'kysely';
import type { Database } from '#db/connection';
import { administer } from '~/features/organizations/policy';
import { organizationInScope, scopeInOrganization } from '~/features/organizations/queries.server';
import { organizationId } from '~/features/organizations/schema';
import type { Scope } from '~/kernel/actor';
import { type Key, pageOf } from '~/kernel/keyset';
import { inOrder, readPage } from '~/kernel/keyset.server';
import { inScope, operation } from '~/kernel/operation.server';
import { readInPieces } from '~/kernel/pieces.server';
import { notFound } from '~/kernel/problem';
import { factorRule } from '../factor-rule.server';
import * as policy from '../policy';
import {
  connectedUser,
  connectedUserInScope,
  connectedUsers,
  holdsAny,
  mappedMember,
  memberMapping,
  usersWithPermissions,
} from '../queries.server';
import {
  connectedUserId,
  mappingByUser,
  mappingList,
  userList,
  userSearch,
  usersByName,
} from '../schema';
import { userNamed } from '../wording';

/** The users of an organisation (C3). */

const ROWS_PER_SCREEN = 50;

/** Maximum of holders of permissions shown; the rest can be searched for. */
const MOST_HOLDERS = 100;

export const readUsersPage = operation({
  summary: 'Read a page of the users of an organisation, by name',
  description: 'Without a search the first page begins with those who hold permissions.',
  input: userSearch,
  subject: scopeInOrganization,
  may: administer,
  async read({ db, input, subject }) {
    const { holders, rows, previous, next } = await readUsers(db, subject.scope, input);
    const rule = await factorRule(db, subject.scope.organization);
    const { on, holds, missing, missingCount } = rule;
    return {
      users: [...holders, ...rows].map((user) => ({
        uuid: user.uuid,
        firstName: user.firstName,
        lastName: user.lastName,
        permissions: user.permissions,
        member:
          user.memberLastName === null ? null : `${user.memberFirstName} ${user.memberLastName}`,
        acceptedOn: user.acceptedOn,
        resting: user.resting,
        leads: user.leads,
      })),
      rule: { on, holds, missing, missingCount },
      previous,
      next,
    };
  },
});

/**
 * A page of the users by name; without a search together with the holders of permissions, who are
 * left out of the others, in one round trip.
 */
async function readUsers(
  db: Database,
  scope: Scope,
  { q, after, before }: { q: string; after?: Key; before?: Key },
) {
  const found = usersWithPermissions(db, scope, q);
  const limit = ROWS_PER_SCREEN;
  if (q !== '')
    return { holders: [], ...(await readPage(found, usersByName, { after, before, limit })) };
  const others = found.where(sql<boolean>`not ${holdsAny}`);
  if (after) {
    const page = await readPage(others, usersByName, { after, before, limit });
    if (page.previous) return { holders: [], ...page };
  }
  const part = { before, limit };
  const holding = inOrder(found.where(holdsAny), usersByName, { limit: MOST_HOLDERS });
  const { rows } = await sql<InferResult<typeof found>[number]>`
    select * from (
      (${holding}) union all
      (${inOrder(others, usersByName, { ...part, limit: limit + 1 })})) as users
    order by "lastName", "firstName", uuid`.execute(db);
  const isHolder = ({ permissions }: (typeof rows)[number]) => permissions.length > 0;
  const page = pageOf(
    usersByName,
    rows.filter((row) => !isHolder(row)),
    part,
  );
  return { holders: page.previous === null ? rows.filter(isHolder) : [], ...page };
}

export const listUsers = operation({
  summary: 'List the users of an organisation, by name',
  input: userList,
  subject: scopeInOrganization,
  may: administer,
  read: ({ db, input: { limit, cursor }, subject }) =>
    readInPieces(db, connectedUsers(db, subject.scope), usersByName, { after: cursor, limit }),
});

export const readUser = operation({
  summary: 'Read a user of an organisation',
  input: connectedUserId,
  subject: connectedUserInScope,
  may: administer,
  read: ({ subject, actor }) => ({ ...subject.user, own: subject.user.uuid === actor.uuid }),
});

export const addUser = operation({
  summary: 'Add a user to an organisation',
  description:
    'Without an invitation, so for system administrators only. Adding someone twice changes nothing.',
  input: connectedUserId,
  changesStandingOf: ({ input }) => [input.user],
  subject: organizationInScope,
  may: policy.addUser,
  confirms: 'permission',
  async run({ db, input, subject }) {
    const { organization } = subject.scope;
    await db
      .insertInto('organization_users')
      .columns(['organization_uuid', 'user_uuid'])
      .expression((select) =>
        select
          .selectFrom('users')
          .select(({ val }) => [
            val(organization).$castTo<string>().as('organization_uuid'),
            'uuid',
          ])
          .where('uuid', '=', input.user),
      )
      .onConflict((same) => same.doNothing())
      .execute();
    return connectedUser(db, subject.scope, input.user).executeTakeFirstOrThrow(notFound);
  },
  audit: ({ output: user }) => `${userNamed(user)} hinzugefügt`,
});

export const readMappedMember = operation({
  summary: 'Read the member record linked to a user of an organisation',
  description: '404 if there is none.',
  input: connectedUserId,
  subject: connectedUserInScope,
  may: administer,
  read: ({ db, subject: { scope, user } }) => mappedMember(db, scope, user.uuid),
});

export const listMemberMapping = operation({
  summary: 'List which user is which member of an organisation',
  input: mappingList,
  subject: scopeInOrganization,
  may: inScope,
  read: ({ db, input: { limit, cursor }, subject }) =>
    readInPieces(db, memberMapping(db, subject.scope), mappingByUser, { after: cursor, limit }),
});

export const readOwnMapping = operation({
  summary: 'Read which member of an organisation the current user is',
  input: organizationId,
  subject: scopeInOrganization,
  may: inScope,
  read: ({ subject }) => ({ mappedMemberUuid: subject.scope.member }),
});
