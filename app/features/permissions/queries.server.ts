import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { type Permission, type Person, type Scope, scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { notFound } from '~/kernel/problem';
import { keepingAnAdmin } from './rules/last-admin.server';

/** The users of an organisation and their permissions. */

/** The permissions of a user `ou` of an organisation. */
const permissionsHeld = sql<Permission[]>`array(
  select p.permission from permissions p
  where p.organization_uuid = ou.organization_uuid and p.user_uuid = ou.user_uuid
  order by p.permission
)`;

/** The names of the groups that a member leads. @param member the expression for its id */
const groupsLed = (member: RawBuilder<unknown>) => sql<string[]>`array(
  select g.name from group_members gm join groups g on g.uuid = gm.group_uuid
  where gm.member_uuid = ${member} and gm.leader and gm.until is null and g.archived_at is null
  order by g.name
)`;

/** Whether a user `ou` of an organisation holds one. */
export const holdsAny = sql<boolean>`exists (
  select from permissions p
  where p.organization_uuid = ou.organization_uuid and p.user_uuid = ou.user_uuid)`;

/** Whether they rest (T6); each user is looked at only if the club has the rule. */
const permissionsRest = (organization: string) => sql<boolean>`case
  when (select admins_need_factor_from from organizations where uuid = ${organization}) <= now()
  then permissions_rest(ou.organization_uuid, ou.user_uuid) else false end`;

/**
 * A user of an organisation as a subject; null if the actor must not know that either exists.
 */
export async function connectedUserInScope(
  { db, actor }: Context,
  ids: { organization: string; user: string },
) {
  const scope = scopeOf(actor, ids.organization);
  const user = scope && (await connectedUser(db, scope, ids.user).executeTakeFirst());
  return user ? { scope, user } : null;
}

/** A user of the organisation. `resting`: whether their permissions do, as a second factor is overdue (T6). */
export function connectedUser(db: Database, scope: Scope, user: string) {
  return db
    .selectFrom('organization_users as ou')
    .innerJoin('users as u', 'u.uuid', 'ou.user_uuid')
    .select([
      'u.uuid',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.activated',
      permissionsHeld.as('permissions'),
      permissionsRest(scope.organization).as('resting'),
      groupsLed(sql`(
        select m.uuid from members m
        where m.organization_uuid = ou.organization_uuid and m.user_uuid = ou.user_uuid)`).as(
        'leads',
      ),
    ])
    .where('ou.organization_uuid', '=', scope.organization)
    .where('ou.user_uuid', '=', user);
}

/**
 * The organisation's users, with the member record linked to each.
 * @param search words that must all be part of the name, as written or as members are searched
 */
export function connectedUsers(db: Database, scope: Scope, search = '') {
  let query = db
    .selectFrom('organization_users as ou')
    .innerJoin('users as u', 'u.uuid', 'ou.user_uuid')
    .leftJoin('members as m', (join) =>
      join
        .onRef('m.organization_uuid', '=', 'ou.organization_uuid')
        .onRef('m.user_uuid', '=', 'ou.user_uuid'),
    )
    .select([
      'u.uuid',
      'ou.first_name as firstName',
      'ou.last_name as lastName',
      'u.email',
      'u.activated',
      'm.first_name as memberFirstName',
      'm.last_name as memberLastName',
    ])
    .where('ou.organization_uuid', '=', scope.organization);
  const name = sql`ou.first_name || ' ' || ou.last_name`;
  for (const word of search.split(/\s+/).filter(Boolean)) {
    // Without the wildcards of LIKE.
    const literally = word.replace(/[\\%_]/g, '\\$&');
    query = query.where(
      sql<boolean>`(${name} ilike ${`%${literally}%`}
        or search_text(${name}) like '%' || nullif(search_text(${word}), '') || '%')`,
    );
  }
  return query;
}

/** The users with what the screen shows of each: powers, and when an invitation was accepted. */
export function usersWithPermissions(db: Database, scope: Scope, search: string) {
  return connectedUsers(db, scope, search).select([
    permissionsHeld.as('permissions'),
    permissionsRest(scope.organization).as('resting'),
    groupsLed(sql`m.uuid`).as('leads'),
    sql<string | null>`(
      select (max(a.accepted_at) at time zone o.time_zone)::date::text
      from accepted_invitations a join organizations o on o.uuid = a.organization_uuid
      where a.organization_uuid = ou.organization_uuid and a.user_uuid = ou.user_uuid
      group by o.uuid
    )`.as('acceptedOn'),
  ]);
}

/** The member record linked to a user. @throws Problem 404 if there is none */
export function mappedMember(db: Database, scope: Scope, user: string) {
  return db
    .selectFrom('members')
    .select(['uuid as member', 'first_name as firstName', 'last_name as lastName'])
    .where('organization_uuid', '=', scope.organization)
    .where('user_uuid', '=', user)
    .executeTakeFirstOrThrow(notFound);
}

/** The user with access by a member record; null if there is none. */
interface Access extends Person {
  readonly user: string;
  readonly email: string;
  /** Nobody else administers the organisation (C4). */
  readonly isLastAdmin: boolean;
}

/** The user with access, as a column of a query about a member `m`. */
export const accessOfMember = sql<Access | null>`(
  select json_build_object(
    'user', u.uuid, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email,
    'isLastAdmin', (
      select coalesce(array_agg(p.user_uuid) = array[u.uuid], false) from permissions p
      where p.organization_uuid = m.organization_uuid and p.permission = 'ORGANIZATION_ADMIN'
    )
  ) from users u where u.uuid = m.user_uuid
)`;

export async function accessBy(
  db: Database,
  { organization }: Scope,
  member: string,
): Promise<Access | null> {
  const found = await db
    .selectFrom('members as m')
    .select(accessOfMember.as('access'))
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', '=', member)
    .executeTakeFirst();
  return found?.access ?? null;
}

export function memberMapping(db: Database, scope: Scope) {
  return db
    .selectFrom('members')
    .select(['user_uuid as userUuid', 'uuid as memberUuid'])
    .where('organization_uuid', '=', scope.organization)
    .where('user_uuid', 'is not', null)
    .$narrowType<{ userUuid: string }>();
}

/**
 * Removes a user from an organisation; their member record stays, no longer linked.
 * @param member only if they are linked to this one
 * @returns false if they did not belong to it
 * @throws Problem 409 for the last administrator (C4)
 */
export async function removeFromOrganization(
  db: Database,
  organization: string,
  user: string,
  member?: string,
): Promise<boolean> {
  const { numDeletedRows } = await keepingAnAdmin(db, organization, () => {
    const removed = db
      .deleteFrom('organization_users')
      .where('organization_uuid', '=', organization)
      .where('user_uuid', '=', user);
    const linked = sql<boolean>`exists (
      select from members where uuid = ${member} and user_uuid = ${user}
    )`;
    return (member === undefined ? removed : removed.where(linked)).executeTakeFirst();
  });
  return numDeletedRows > 0n;
}

/** Revokes a permission; if it is not held, nothing changes. @throws Problem 409 (C4) */
export async function revoke(
  db: Database,
  {
    organization,
    user,
    permission,
  }: { organization: string; user: string; permission: Permission },
): Promise<void> {
  await keepingAnAdmin(db, organization, () =>
    db
      .deleteFrom('permissions')
      .where('organization_uuid', '=', organization)
      .where('user_uuid', '=', user)
      .where('permission', '=', permission)
      .execute(),
  );
}
