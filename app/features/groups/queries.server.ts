import { type InferResult, sql } from 'kysely';
import type { Database } from '#db/connection';
import { withMembersFound } from '~/features/members/queries/found.server';
import { byName } from '~/features/members/schema';
import { type Person, type Scope, scopeOf } from '~/kernel/actor';
import { inOrder } from '~/kernel/keyset.server';
import type { Context } from '~/kernel/operation';
import { inPieces, type Pieces } from '~/kernel/pieces.server';
import { visibleTo } from '~/kernel/visible.server';
import { type Color, MOST_COUNTED } from './fields';

export interface GroupMember extends Person {
  readonly uuid: string;
  readonly leader: boolean;
  /** When they joined it. */
  readonly since: Date;
}

export type Group = InferResult<ReturnType<typeof selectGroups>>[number];

type Leader = Pick<GroupMember, 'uuid' | 'firstName' | 'lastName'>;

/** Groups, with their leaders and current number of members. The caller adds the condition. */
function selectGroups(db: Database) {
  const leaders = sql<Leader[]>`coalesce((
    select json_agg(json_build_object('uuid', m.uuid, 'firstName', m.first_name, 'lastName', m.last_name)
      order by m.last_name, m.first_name, m.uuid)
    from group_members gm join members m on m.uuid = gm.member_uuid
    where gm.group_uuid = groups.uuid and gm.until is null and gm.leader), '[]')`;
  return db
    .selectFrom('groups')
    .select([
      'groups.uuid',
      'groups.organization_uuid as organization',
      'groups.name',
      'groups.color',
      // Nobody is asked for an archived group (U11).
      'groups.archived_at as archivedAt',
      'groups.version',
      // MOST_COUNTED + 1 if there are more than that.
      sql<number>`(select count(*) from (
        select from group_members gm where gm.group_uuid = groups.uuid and gm.until is null
        limit ${MOST_COUNTED + 1}) as first)`.as('members'),
      leaders.as('leaders'),
    ])
    .$narrowType<{ color: Color }>();
}

/** The groups of an organisation by name, those that are archived last: 200 at most. */
export const groupsOf = (db: Database, { organization }: Scope) =>
  selectGroups(db)
    .where('groups.organization_uuid', '=', organization)
    .orderBy(sql`groups.archived_at is not null`)
    .orderBy('groups.name')
    .orderBy('groups.uuid')
    .execute();

/** The subject of what is done with a group: null if there is none that the actor may see. */
export async function groupInScope({ db, actor }: Context, { group: uuid }: { group: string }) {
  const group = await selectGroups(db)
    .where('groups.uuid', '=', uuid)
    .where(visibleTo(actor, 'groups.organization_uuid'))
    .executeTakeFirst();
  const scope = group && scopeOf(actor, group.organization);
  return scope ? { scope, group } : null;
}

/**
 * The names of those of these groups that exist in an organisation. They are not deleted before the
 * transaction ends, as it gives them events.
 */
export const groupsAmong = (
  db: Database,
  organization: string,
  groups: readonly string[],
): Promise<Array<{ uuid: string; name: string; archivedAt: Date | null }>> =>
  db
    .selectFrom('groups')
    .select(['uuid', 'name', 'archived_at as archivedAt'])
    .where('organization_uuid', '=', organization)
    .where('uuid', '=', sql<string>`any(${groups}::uuid[])`)
    .orderBy('uuid')
    .forKeyShare()
    .execute();

/** Who belongs to a group now, by name. */
export function membersOf(db: Database, { uuid }: Pick<Group, 'uuid'>): Pieces<GroupMember> {
  const rows = db
    .selectFrom('group_members as gm')
    .innerJoin('members as m', 'm.uuid', 'gm.member_uuid')
    .select([
      'm.uuid',
      'm.first_name as firstName',
      'm.last_name as lastName',
      'gm.leader',
      'gm.since',
    ])
    .where('gm.group_uuid', '=', uuid)
    .where('gm.until', 'is', null);
  // The order uses field names, which conditions on cursors only find in a table.
  return inPieces(db, db.selectFrom(rows.as('listed')).selectAll(), byName);
}

/** For a page. */
const MEMBERS_SHOWN = 1000;

/** Like groupInScope, with its members, the first 1,000 by name, in one round trip. */
export async function groupWithMembers({ db, actor }: Context, { group: uuid }: { group: string }) {
  const found = await selectGroups(db)
    .select(
      sql<Array<Omit<GroupMember, 'since'>>>`coalesce((
        select json_agg(json_build_object('uuid', m.uuid, 'firstName', m.first_name,
          'lastName', m.last_name, 'leader', m.leader) order by m.last_name, m.first_name, m.uuid)
        from (
          select m.uuid, m.first_name, m.last_name, gm.leader
          from group_members gm join members m on m.uuid = gm.member_uuid
          where gm.group_uuid = groups.uuid and gm.until is null
          order by m.last_name, m.first_name, m.uuid limit ${MEMBERS_SHOWN}) as m), '[]')`.as(
        'belonging',
      ),
    )
    .where('groups.uuid', '=', uuid)
    .where(visibleTo(actor, 'groups.organization_uuid'))
    .executeTakeFirst();
  const scope = found && scopeOf(actor, found.organization);
  if (!scope) return null;
  const { belonging, ...group } = found;
  return { scope, group, belonging };
}

/** A member of the group's organisation, with whether they lead it; null if they do not belong to it. */
export const memberOfGroup = (
  db: Database,
  { uuid, organization }: Pick<Group, 'uuid' | 'organization'>,
  member: string,
) =>
  db
    .selectFrom('members as m')
    .leftJoin('group_members as gm', (join) =>
      join
        .onRef('gm.member_uuid', '=', 'm.uuid')
        .on('gm.group_uuid', '=', uuid)
        .on('gm.until', 'is', null),
    )
    .select(['m.uuid', 'm.first_name as firstName', 'm.last_name as lastName', 'gm.leader'])
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', '=', member)
    .executeTakeFirst();

/** The current members of the organisation by name, with whether they belong to a group. @param q words to search by */
export function candidates(
  db: Database,
  scope: Scope,
  { uuid }: Pick<Group, 'uuid'>,
  q: string,
  limit: number,
) {
  const found = withMembersFound(db, scope, q, { status: 'active' })
    .selectFrom('found')
    .select(['uuid', 'firstName', 'lastName'])
    .select(
      sql<boolean>`exists (
        select from group_members gm
        where gm.group_uuid = ${uuid} and gm.member_uuid = found.uuid and gm.until is null)`.as(
        'belongs',
      ),
    );
  return inOrder(found, byName).limit(limit).execute();
}

interface Named {
  readonly uuid: string;
  /** In lower case. */
  readonly name: string;
  readonly identifier: string;
  readonly hasLeft: boolean;
}

/** The members with these names, ignoring case. */
export async function membersNamed(
  db: Database,
  { organization }: Scope,
  names: readonly Person[],
): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select m.uuid, lower(m.first_name || ' ' || m.last_name) as name,
      m.custom_member_identifier as identifier, has_left(m) as "hasLeft"
    from members m
    where m.organization_uuid = ${organization}
      and lower(m.first_name || ' ' || m.last_name) in (
        select lower(first || ' ' || last) from unnest(
          ${names.map(({ firstName }) => firstName)}::text[],
          ${names.map(({ lastName }) => lastName)}::text[]) as named (first, last))
    order by m.custom_member_identifier, m.uuid`.execute(db);
  return rows;
}
