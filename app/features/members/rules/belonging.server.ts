import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';
import { conflict, invalid } from '~/kernel/problem';
import { sqlState } from '~/kernel/transaction.server';
import { archived, HAS_LEFT } from '../wording';

/** Changing who belongs to a group (U1, U2): in the group's own screens, and in a member's form. */

interface Group {
  readonly uuid: string;
  readonly organization: string;
  readonly name: string;
}

/** Locks a group against other changes of its members. @returns false if it is gone */
export async function lockGroup(db: Database, { uuid }: Pick<Group, 'uuid'>): Promise<boolean> {
  const held = await db
    .selectFrom('groups')
    .select('uuid')
    .where('uuid', '=', uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Adds members of the organisation to a locked group, unless they already belong to it.
 * @param leader if undefined, unchanged; new members do not lead
 * @returns those of them that exist
 * @throws Problem 409 if the group is archived, or one of them has left and does not belong to it yet
 */
export async function addToGroup(
  db: Database,
  { uuid, organization, name }: Group,
  members: readonly string[],
  leader?: boolean,
): Promise<number> {
  const { rows } = await sql`
    insert into group_members (organization_uuid, group_uuid, member_uuid, leader)
    select m.organization_uuid, ${uuid}, m.uuid, ${leader ?? false}
    from members m
    where m.organization_uuid = ${organization} and m.uuid = any(${members}::uuid[])
    order by m.uuid for key share
    on conflict (group_uuid, member_uuid) where until is null
    do update set leader = coalesce(${leader ?? null}::boolean, group_members.leader)
    returning member_uuid`
    .execute(db)
    .catch((error) => {
      const text = { VH012: HAS_LEFT, VH013: archived(name) }[sqlState(error)];
      throw text ? conflict(text) : error;
    });
  return rows.length;
}

/** Ends the membership of members in a locked group; the past is kept (U1). @returns how many */
export async function removeFromGroup(
  db: Database,
  { uuid }: Pick<Group, 'uuid'>,
  members: readonly string[],
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('group_members')
    .set({ until: sql`greatest(now(), since)` })
    .where('group_uuid', '=', uuid)
    .where('member_uuid', '=', sql<string>`any(${members}::uuid[])`)
    .where('until', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Locks groups that a form names, in the order of their UUIDs. Call it before locking any member,
 * like every other change of groups.
 * @throws Problem 422 at `groups` if one to join is not the organisation's
 */
export async function lockGroups(
  db: Database,
  { organization }: Scope,
  { joins, leaves }: { readonly joins: readonly string[]; readonly leaves: readonly string[] },
): Promise<{ readonly joins: readonly Group[]; readonly leaves: readonly Group[] }> {
  const named = [...joins, ...leaves];
  if (named.length === 0) return { joins: [], leaves: [] };
  const held = await db
    .selectFrom('groups')
    .select(['uuid', 'organization_uuid as organization', 'name'])
    .where('organization_uuid', '=', organization)
    .where('uuid', '=', sql<string>`any(${named}::uuid[])`)
    .orderBy('uuid')
    .forNoKeyUpdate()
    .execute();
  const among = (uuids: readonly string[]) => held.filter(({ uuid }) => uuids.includes(uuid));
  const joined = among(joins);
  if (joined.length < joins.length)
    throw invalid({ groups: ['Eine Gruppe gibt es nicht oder nicht mehr.'] });
  return { joins: joined, leaves: among(leaves) };
}
