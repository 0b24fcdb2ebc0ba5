import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { lastTwelveMonths, today } from '~/dates.server';
import type { Untold } from '~/features/outbox/wording';
import { accessOfMember } from '~/features/permissions/queries.server';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';
import { selected, stored } from '~/kernel/columns';
import { orderedBy } from '~/kernel/keyset';
import { microseconds } from '~/kernel/keyset.server';
import type { Context } from '~/kernel/operation';
import { inPieces, type Pieces, SMALL_ROWS } from '~/kernel/pieces.server';
import { notFound } from '~/kernel/problem';
import { visibleTo } from '~/kernel/visible.server';
import { isBlocked } from '~/mail/failures.server';
import {
  type ContactField,
  contactColumns,
  type GivenMember,
  type RecordPart,
  type Releasable,
  type SeenBy,
  writtenColumns,
} from './fields';
import type { Month } from './participation';
import { lookAfter } from './policy';
import { columnsSeenBy, isWhere, seesAttendance, withRecord } from './queries/record.server';

/** Undefined fields stay as they are; in a new member they are empty. */
export const memberValues = (fields: GivenMember) => stored(writtenColumns, fields);

/**
 * The events that a member took part in, the oldest entry first: one more than are read here at
 * most. Null for those who may not know (O2).
 */
const participatedEvents = (actor: Actor) => sql<string[] | null>`case
  when ${seesAttendance(actor)} then array(
    select event_uuid from participations p
    where p.member_uuid = members.uuid order by p.created_at, event_uuid
    limit ${sql.lit(SMALL_ROWS + 1)}) end`;

const byEntry = orderedBy([
  { field: 'at', column: 'created_at', type: 'microseconds' },
  { field: 'event', column: 'event_uuid', type: 'uuid' },
]);

/**
 * A member with all of these events: in pieces if there are many, and without them if they are
 * hidden.
 */
export function withAllEvents<Member extends { uuid: string; participatedEvents: string[] | null }>(
  db: Database,
  { participatedEvents: first, ...member }: Member,
): Omit<Member, 'participatedEvents'> & { participatedEvents?: string[] | Pieces<string> } {
  if (first === null) return member;
  if (first.length <= SMALL_ROWS) return { ...member, participatedEvents: first };
  const participated = db
    .selectFrom('participations')
    .select(['event_uuid as event', microseconds('created_at').as('at')])
    .where('member_uuid', '=', member.uuid);
  const events = inPieces(db, participated, byEntry, { size: SMALL_ROWS });
  return { ...member, participatedEvents: events.map(({ event }) => event) };
}

/** A member's contact data, what they show to all, and who else sees it. */
export const ownContact = (db: Database, member: string) =>
  db
    .selectFrom('members')
    .select([
      ...selected('members', contactColumns),
      'members.first_name as firstName',
      'members.last_name as lastName',
      'members.version',
      sql<Releasable[]>`members.released`.as('released'),
      sql<Partial<Record<RecordPart, SeenBy>>>`coalesce((
        select json_object_agg(v.part, v.seen_by) from member_visibility v
        where v.organization_uuid = members.organization_uuid), '{}'::json)`.as('visibility'),
    ])
    .where('members.uuid', '=', member);

export const contactValues = (fields: Record<ContactField, string>) =>
  stored(contactColumns, fields);

interface MemberIds {
  readonly member: string;
  /** The organisation that the member must belong to, if given. */
  readonly organization?: string;
}

/** A member that the actor may see, as a subject; null for none. */
export function memberSubject<Member extends { readonly organization: string }>(
  actor: Actor,
  member: Member | undefined,
) {
  const scope = member && scopeOf(actor, member.organization);
  return scope ? { scope, member } : null;
}

/** Whom the actor may see, with their name and user, for subjects that need little else of them. */
export const memberByName = ({ db, actor }: Context, { member }: { member: string }) =>
  db
    .selectFrom('members as m')
    .select(['m.uuid', 'm.organization_uuid as organization', 'm.user_uuid as user'])
    .select(['m.first_name as firstName', 'm.last_name as lastName'])
    .where('m.uuid', '=', member)
    .where(visibleTo(actor, 'm.organization_uuid'));

/** A member as a subject: null if there is none that the actor may see. */
export async function memberInScope(context: Context, ids: MemberIds) {
  const member = await visibleMember(context, ids).executeTakeFirst();
  return memberSubject(context.actor, member && withRecord(member));
}

/** The groups in use, with whether a member belongs to them; none for a member who has left. */
const groupChoices = sql<Array<{ uuid: string; name: string; belongs: boolean }>>`(
  select coalesce(jsonb_agg(jsonb_build_object('uuid', g.uuid, 'name', g.name, 'belongs', exists (
    select from group_members gm
    where gm.group_uuid = g.uuid and gm.member_uuid = members.uuid and gm.until is null)
  ) order by g.name, g.uuid), '[]')
  from groups g
  where g.organization_uuid = members.organization_uuid and g.archived_at is null
    and not has_left(members))`;

/** Like memberInScope, with the groups to choose from for them (U2). */
export async function memberWithGroups(context: Context, ids: MemberIds) {
  const member = await visibleMember(context, ids)
    .select(groupChoices.as('groups'))
    .executeTakeFirst();
  return memberSubject(context.actor, member && withRecord(member));
}

/** Whether mails to a member's user bounce (N13). */
const isUnreachable = sql<boolean>`exists (
  select from users u where u.uuid = members.user_uuid and ${isBlocked(sql.ref('u.email'))}
)`;

const SHOWN_UNTOLD = 5;

/** Mails that a member recently did not get, the newest first, by the club's days (N13). */
const untold = sql`array(
  select jsonb_build_object('kind', n.kind, 'about', e.name, 'why', n.withheld,
    'day', (n.due_at at time zone o.time_zone)::date)
  from notifications n
  join organizations o on o.uuid = n.organization_uuid
  left join events e on e.uuid = n.event_uuid
  where n.user_uuid = members.user_uuid and n.organization_uuid = members.organization_uuid
    and n.withheld is not null
  order by n.due_at desc, n.id desc limit ${SHOWN_UNTOLD})`;

/** Something about each group in use that a member belongs to, by name (U2). */
const ofGroups = <Of>(of: RawBuilder<Of>) => sql<Of[]>`array(
  select ${of} from group_members gm join groups g on g.uuid = gm.group_uuid
  where gm.member_uuid = members.uuid and gm.until is null and g.archived_at is null
  order by g.name)`;

export const groupsOfMember = ofGroups(sql<string>`g.name`);
const linkedGroups = ofGroups(
  sql<{ uuid: string; name: string }>`jsonb_build_object('uuid', g.uuid, 'name', g.name)`,
);

/**
 * Like memberInScope, with how often they took part in each of the last twelve months, whether
 * mails to them bounce, and why some did not come.
 */
export async function memberWithMonths(context: Context, ids: MemberIds) {
  const [from = ''] = lastTwelveMonths(today());
  const months = sql<Month[] | null>`case
    when ${seesAttendance(context.actor)} then ${participationsByMonth(from)} end`.as('months');
  const member = await visibleMember(context, ids)
    .select([months, linkedGroups.as('groups'), isUnreachable.as('isUnreachable')])
    // Others do not even learn that there is an account.
    .select([
      sql<boolean | null>`case when ${isWhere(context.actor, lookAfter)}
        then user_uuid is not null end`.as('hasAccess'),
      sql<Untold[] | null>`case when ${isWhere(context.actor, lookAfter)} then ${untold} end`.as(
        'untold',
      ),
    ])
    .executeTakeFirst();
  return memberSubject(context.actor, member && withRecord(member));
}

function visibleMember({ db, actor }: Context, { member, organization }: MemberIds) {
  const query = db
    .selectFrom('members')
    .select(columnsSeenBy(actor))
    .select(['version', participatedEvents(actor).as('participatedEvents')])
    .where('uuid', '=', member)
    .where(visibleTo(actor, 'organization_uuid'));
  return organization ? query.where('organization_uuid', '=', organization) : query;
}

/** True if a member being inserted has the name of an existing one. */
export const hasNamesake = sql<boolean>`exists (
  select from members m where m.organization_uuid = members.organization_uuid
    and m.last_name = members.last_name and m.first_name = members.first_name
)`;

/** True if a member being written has somebody else's identifier (O10). */
export const sharesIdentifier = sql<boolean>`members.custom_member_identifier <> '' and exists (
  select from members m where m.organization_uuid = members.organization_uuid
    and m.custom_member_identifier = members.custom_member_identifier
    and m.custom_member_identifier <> '' and m.uuid <> members.uuid
)`;

/** An organisation's groups by name, those that are archived last. */
export const namedGroups = (db: Database, { organization }: Scope) =>
  db
    .selectFrom('groups')
    .select(['uuid', 'name', 'archived_at as archivedAt'])
    .where('organization_uuid', '=', organization)
    .orderBy(sql`archived_at is not null`)
    .orderBy('name')
    .orderBy('uuid')
    .execute();

/** Those of them in use, to choose from or to filter by. */
export const groupsInUse = (groups: Awaited<ReturnType<typeof namedGroups>>) =>
  groups.filter(({ archivedAt }) => !archivedAt).map(({ uuid, name }) => ({ uuid, name }));

/** Deleted together with a member. */
export type Belongings = Omit<Awaited<ReturnType<typeof belongingsOf>>, 'access' | 'hold'>;

/** How many rows of a table are about a member `m`. */
export const countOf = (table: string, which = sql``) =>
  sql<number>`(select count(*) from ${sql.table(table)} where member_uuid = m.uuid ${which})`;

/**
 * What is deleted with a member, the user with access by them, and why the record is kept (S4; '' for
 * no reason).
 * @throws Problem 404 if they are gone
 */
export function belongingsOf(db: Database, { organization }: Scope, member: string) {
  return db
    .selectFrom('members as m')
    .select([
      countOf('answers', sql`and answer = 'yes'`).as('registrations'),
      countOf('participations').as('participations'),
      countOf('poll_answers').as('answers'),
      sql<boolean>`m.user_uuid is not null`.as('linked'),
      sql<boolean>`exists (
        select from invitations i
        where i.member_uuid = m.uuid and i.valid_through >= (now() at time zone 'UTC')::date
      )`.as('invited'),
      'm.retention_hold as hold',
      accessOfMember.as('access'),
    ])
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', '=', member)
    .executeTakeFirstOrThrow(notFound);
}

/** How often the member took part, by month; other months are left out. */
function participationsByMonth(from: string): RawBuilder<Month[]> {
  return sql`coalesce((
    select json_agg(json_build_object('month', month, 'count', count)) from (
      select to_char(e.date, 'YYYY-MM') as month, count(*) as count
      from participations p join events e on e.uuid = p.event_uuid
      where p.member_uuid = members.uuid and e.date >= ${`${from}-01`}::date
      group by 1
    ) as by_month
  ), '[]'::json)`;
}

/** Whether another member of their club has the name of a member `m`. */
export const sharesName = sql<boolean>`exists (
  select from members other where other.organization_uuid = m.organization_uuid
    and other.last_name = m.last_name and other.first_name = m.first_name and other.uuid <> m.uuid)`;
