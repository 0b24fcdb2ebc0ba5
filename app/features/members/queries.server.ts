import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import { lastTwelveMonths, today } from '~/dates.server';
import type { Untold } from '~/features/outbox/wording';
import { type Access, accessOfMember } from '~/features/permissions/queries.server';
import { type Actor, type Scope, scopeOf } from '~/kernel/actor';
import { selected, stored } from '~/kernel/columns';
import { type Key, orderedBy } from '~/kernel/keyset';
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
  memberFields,
  openColumns,
  type RecordPart,
  type Releasable,
  recordFieldNames,
  type SeenBy,
  type SeenRecord,
  writtenColumns,
} from './fields';
import type { Month } from './participation';
import { lookAfter, seeAttendance } from './policy';
import { LETTERS, type MemberFilters } from './schema';
import { NO_LETTER } from './wording';

/** What every user of the organisation may see of a member (D5). */
const memberColumns = selected('members', {
  uuid: 'uuid',
  organization: 'organization_uuid',
  ...openColumns,
});

/** Undefined fields stay as they are; in a new member they are empty. */
export const memberValues = (fields: GivenMember) => stored(writtenColumns, fields);

/** True where `members` belongs to an organisation in which the actor may do something. */
const isWhere = (actor: Actor, may: (subject: { scope: Scope }) => boolean) => {
  const clubs = actor.organizations
    .map(({ uuid }) => uuid)
    .filter((club) => {
      const scope = scopeOf(actor, club);
      return scope && may({ scope });
    });
  return sql<boolean>`(${actor.systemAdmin}::boolean
    or members.organization_uuid = any(${clubs}::uuid[]))`;
};

/** True where the actor leads a group in use that `members` belongs to. */
const isLedBy = (actor: Actor) => sql<boolean>`exists (
  select from group_members gm join groups g on g.uuid = gm.group_uuid
  where gm.member_uuid = members.uuid and gm.until is null and g.archived_at is null
    and gm.group_uuid = any(${actor.organizations.flatMap(({ leads }) => leads)}::uuid[]))`;

/** True where the actor may see on which days a member was there (O2). */
const seesAttendance = (actor: Actor) =>
  sql<boolean>`(members.user_uuid = ${actor.uuid} or ${isWhere(actor, seeAttendance)}
    or ${isLedBy(actor)}) is true`;

/**
 * The record of `members` without what the actor may not see (O2), which never leaves the database.
 * Those who look after members see everything, as members do of themselves; others see what the
 * club shows to all, or to leaders of the member's groups, and what the member has released.
 */
export function recordSeenBy(actor: Actor): RawBuilder<SeenRecord> {
  const shown = sql`
    select array_agg(v.part) from member_visibility v
    where v.organization_uuid = members.organization_uuid
      and (v.seen_by = 'members' or ${isLedBy(actor)})`;
  const hidden = sql`case
    when members.user_uuid = ${actor.uuid} or ${isWhere(actor, lookAfter)} then '{}'
    else array(
      select field from unnest(${recordFieldNames}::text[], ${PARTS}::text[]) as of (field, part)
      where part <> all(members.released || (${shown}))
    ) end`;
  return sql`(jsonb_build_object(${WHOLE_RECORD}) - (${hidden}))`;
}

const PARTS = recordFieldNames.map((name) => memberFields[name].part);
const WHOLE_RECORD = sql.join(
  recordFieldNames.flatMap((name) => [
    sql.lit(name),
    sql.ref(`members.${memberFields[name].column}`),
  ]),
);

/** Everything an actor may see of a member, for `select` and `returning`. */
export const columnsSeenBy = (actor: Actor) =>
  [...memberColumns, recordSeenBy(actor).as('record')] as const;

/** The member from such a row, without what is hidden from the actor. */
export function withRecord<Row extends { record: SeenRecord }>({ record, ...row }: Row) {
  const seen = recordFieldNames.filter((name) => name in record);
  return {
    ...row,
    ...(Object.fromEntries(seen.map((name) => [name, record[name]])) as SeenRecord),
  };
}

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

/** A member as a subject: null if there is none that the actor may see. */
export async function memberInScope(context: Context, ids: MemberIds) {
  const member = await visibleMember(context, ids).executeTakeFirst();
  const scope = member && scopeOf(context.actor, member.organization);
  return scope ? { scope, member: withRecord(member) } : null;
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

/** The names of the groups in use that a member belongs to (U2). */
export const groupsOfMember = sql<string[]>`array(
  select g.name from group_members gm join groups g on g.uuid = gm.group_uuid
  where gm.member_uuid = members.uuid and gm.until is null and g.archived_at is null
  order by g.name)`;

/**
 * Like memberInScope, with how often they took part in each of the last twelve months, whether
 * mails to them bounce, and why some did not come.
 */
export async function memberWithMonths(context: Context, ids: MemberIds) {
  const [from = ''] = lastTwelveMonths(today());
  const months = sql<Month[] | null>`case
    when ${seesAttendance(context.actor)} then ${participationsByMonth(from)} end`.as('months');
  const member = await visibleMember(context, ids)
    .select([months, groupsOfMember.as('groups'), isUnreachable.as('isUnreachable')])
    // Others do not even learn that there is an account.
    .select([
      sql<boolean | null>`case when ${isWhere(context.actor, lookAfter)}
        then user_uuid is not null end`.as('hasAccess'),
      sql<Untold[] | null>`case when ${isWhere(context.actor, lookAfter)} then ${untold} end`.as(
        'untold',
      ),
    ])
    .executeTakeFirst();
  const scope = member && scopeOf(context.actor, member.organization);
  return scope ? { scope, member: withRecord(member) } : null;
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

/**
 * The members that a search finds, or all; the caller sorts them by name, for which there is an
 * index. A search is materialized, so that only its hits are read: otherwise Postgres may walk
 * through half the club to fill the first page.
 */
export function membersFound(db: Database, scope: Scope, q: string) {
  return withMembersFound(db, scope, q).selectFrom('found').select(FOUND_FIELDS);
}

const FOUND_FIELDS = [
  'uuid',
  'organization',
  ...(Object.keys(openColumns) as (keyof typeof openColumns)[]),
] as const;

/** The same members with what the actor may see of their records. */
export async function withRecords<Member extends { uuid: string }>(
  db: Database,
  actor: Actor,
  members: readonly Member[],
) {
  const rows = await db
    .selectFrom('members')
    .select(['members.uuid', recordSeenBy(actor).as('record')])
    .where(
      'members.uuid',
      'in',
      members.map(({ uuid }) => uuid),
    )
    .execute();
  const records = new Map(rows.map(({ uuid, record }) => [uuid, record]));
  return members.map((member) => withRecord({ ...member, record: records.get(member.uuid) ?? {} }));
}

/** For `found`: the records, as far as the actor may see them. */
export const recordOfFound = (actor: Actor) =>
  sql<SeenRecord>`(select ${recordSeenBy(actor)} from members where members.uuid = found.uuid)`;

export type FoundMember = Awaited<
  ReturnType<ReturnType<typeof membersFound>['executeTakeFirstOrThrow']>
>;

/**
 * The same as the table `found`, for a query that needs it more than once; also with the user that a
 * member is linked to.
 */
export function withMembersFound(
  db: Database,
  { organization }: Scope,
  q: string,
  filters: MemberFilters = {},
) {
  const conditions = conditionsOf(organization, q, filters);
  const found = db
    .selectFrom('members')
    .select([...memberColumns, 'members.user_uuid as user'])
    .where('organization_uuid', '=', organization)
    .where((eb) => eb.and(conditions));
  return isNarrow(q, filters)
    ? db.with(
        (cte) => cte('found').materialized(),
        () => found,
      )
    : db.with(
        (cte) => cte('found').notMaterialized(),
        () => found,
      );
}

/** Whether an index finds the matches, which are then sorted; else all are read in order. */
export const isNarrow = (q: string, { group, year, status }: MemberFilters): boolean =>
  q !== '' || group !== undefined || year !== undefined || status === 'former';

/** True for members who have left, by the club's clock. */
const hasLeft = (organization: string) => sql<boolean>`coalesce(left_on <= (
  select (now() at time zone time_zone)::date from organizations where uuid = ${organization}), false)`;

function conditionsOf(
  organization: string,
  q: string,
  { group, year, status, access }: MemberFilters,
): RawBuilder<boolean>[] {
  return [
    ...(q === '' ? [] : [foundBy(q)]),
    ...(group
      ? [
          sql<boolean>`uuid in (select member_uuid from group_members
            where group_uuid = ${group} and organization_uuid = ${organization} and until is null)`,
        ]
      : []),
    ...(year
      ? [sql<boolean>`birthday between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)`]
      : []),
    ...(access ? [sql<boolean>`user_uuid is null`] : []),
    ...(status === 'active' ? [sql<boolean>`not ${hasLeft(organization)}`] : []),
    ...(status === 'former'
      ? [sql<boolean>`left_on is not null and ${hasLeft(organization)}`]
      : []),
  ];
}

/** Today in a club's time zone, 'YYYY-MM-DD'. */
export async function todayAt(db: Database, { organization }: Scope): Promise<string> {
  const { today } = await db
    .selectFrom('organizations')
    .select(sql<string>`(now() at time zone time_zone)::date`.as('today'))
    .where('uuid', '=', organization)
    .executeTakeFirstOrThrow();
  return today;
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

/** Those of the names that members have, in exactly this spelling. */
export async function namesTaken(
  db: Database,
  { organization }: Scope,
  names: ReadonlyArray<{ firstName: string; lastName: string }>,
) {
  const { rows } = await sql<{ firstName: string; lastName: string }>`
    select distinct m.first_name as "firstName", m.last_name as "lastName"
    from unnest(
      ${names.map(({ firstName }) => firstName)}::text[],
      ${names.map(({ lastName }) => lastName)}::text[]
    ) as given (first_name, last_name)
    join members m on m.organization_uuid = ${organization}
      and m.last_name = given.last_name and m.first_name = given.first_name`.execute(db);
  return rows;
}

/** More members than this are not counted on a screen. */
export const MAX_COUNTED = 10_000;

/**
 * Selects, with each row of a page, how many members are found (without a suitable index,
 * MAX_COUNTED + 1 at most), and the letters that they begin with. It saves a round trip and is
 * computed once.
 */
export function outlineOf({ organization }: Scope, q: string, filters: MemberFilters) {
  const narrow = isNarrow(q, filters);
  const found = narrow ? sql`found` : sql`(select from found limit ${MAX_COUNTED + 1}) as counted`;
  const letters = sql`
    select letter from unnest(
      ${[NO_LETTER, ...LETTERS]}::text[], ${PLACES.slice(0, -1)}::text[], ${PLACES.slice(1)}::text[]
    ) with ordinality as of (letter, place, next, at)
    where exists (
      select from members where organization_uuid = ${organization}
      and last_name >= place and last_name < next
    ) order by at`;
  return [
    sql<number>`(select count(*) from ${found})`.as('count'),
    // As one text, since each row repeats them.
    sql<string>`array_to_string(array(${narrow || filters.access ? sql`select ''::text where false` : letters}), '')`.as(
      'letters',
    ),
  ] as const;
}

/** The groups of a club by name, to filter by those in use. */
export const groupsToFilter = (db: Database, { organization }: Scope) =>
  db
    .selectFrom('groups')
    .select(['uuid', 'name', sql<boolean>`archived_at is null`.as('inUse')])
    .where('organization_uuid', '=', organization)
    .orderBy('name')
    .execute();

/**
 * Where digits and signs, each letter, and everything after them begin in the list's German order:
 * 'ä' lies between 'a' and 'b', 'ş' between 's' and 't'.
 */
const PLACES = ['', ...LETTERS.map((letter) => letter.toLowerCase()), 'α'];

/** The position before all names that begin with a letter. */
export const placeBefore = (letter: string): Key => [
  letter.toLowerCase(),
  '',
  '00000000-0000-0000-0000-000000000000',
];

const MAX_WORDS = 6;

/**
 * True if a member's name and identifier contain every word of a search, in any order, regardless of
 * case, accents, apostrophes and the spelling of umlauts. A word of one or two letters must match a
 * beginning, as it is too short for a trigram. Which index finds them fastest depends on the words.
 */
function foundBy(q: string): RawBuilder<boolean> {
  const words = q
    .normalize('NFC')
    .split(/[\s,]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word.replace(/ʼ/g, '')))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return sql<boolean>`false`;
  const all = sql.join(words.map(contains), sql` and `);
  return sql<boolean>`${plannedEachTime} ${all}`;
}

function contains(word: string) {
  const plain = sql`search like ${pattern(sql`search_text(${word})`)}`;
  if (!/[äöü]/i.test(word)) return plain;
  return sql`(${plain} or search like ${pattern(sql`search_text_written_out(${word})`)})`;
}

/** Both functions are immutable, so Postgres evaluates them when it plans. */
function pattern(text: RawBuilder<unknown>) {
  return sql`case when length(${text}) < 3 then '% ' else '%' end || ${text} || '%'`;
}

/** Deleted together with a member. */
export interface Belongings {
  readonly registrations: number;
  readonly participations: number;
  readonly answers: number;
  readonly linked: boolean;
  readonly invited: boolean;
}

/**
 * What is deleted with a member, and the user with access by them.
 * @throws Problem 404 if they are gone
 */
export async function belongingsOf(
  db: Database,
  { organization }: Scope,
  member: string,
): Promise<Belongings & { readonly access: Access | null }> {
  return db
    .selectFrom('members as m')
    .select((eb) => [
      eb
        .selectFrom('answers')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('member_uuid', '=', 'm.uuid')
        .where('answer', '=', 'yes')
        .$asScalar()
        .$notNull()
        .as('registrations'),
      eb
        .selectFrom('participations')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('member_uuid', '=', 'm.uuid')
        .$asScalar()
        .$notNull()
        .as('participations'),
      eb
        .selectFrom('poll_answers')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('member_uuid', '=', 'm.uuid')
        .$asScalar()
        .$notNull()
        .as('answers'),
      sql<boolean>`m.user_uuid is not null`.as('linked'),
      sql<boolean>`exists (
        select from invitations i
        where i.member_uuid = m.uuid and i.valid_through >= (now() at time zone 'UTC')::date
      )`.as('invited'),
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
