import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { plannedEachTime } from '#db/prepared-statements';
import type { Actor, Scope } from '~/kernel/actor';
import type { Key } from '~/kernel/keyset';
import { openColumns, type SeenRecord } from '../fields';
import { groupsOfMember } from '../queries.server';
import { LETTERS, type MemberFilters } from '../schema';
import { MAX_COUNTED, NO_LETTER } from '../wording';
import { memberColumns, recordSeenBy } from './record.server';

/** The list of members: searching and filtering it, and its letters. */

/**
 * The members that a search finds, or all; the caller sorts them by name, for which there is an
 * index. A search is materialized, so that only its hits are read: otherwise Postgres may walk
 * through half the club to fill the first page.
 */
export function membersFound(db: Database, scope: Scope, q: string, filters?: MemberFilters) {
  return withMembersFound(db, scope, q, filters).selectFrom('found').select(FOUND_FIELDS);
}

const FOUND_FIELDS = [
  'uuid',
  'organization',
  ...(Object.keys(openColumns) as (keyof typeof openColumns)[]),
] as const;

/** For `found`: the records, as far as the actor may see them. */
export const recordOfFound = (actor: Actor) =>
  sql<SeenRecord>`(select ${recordSeenBy(actor)} from members where members.uuid = found.uuid)`;

/** For `found`: the names of their groups. */
export const groupsOfFound = sql<string[]>`(
  select ${groupsOfMember} from members where members.uuid = found.uuid)`;

export type FoundMember = Awaited<
  ReturnType<ReturnType<typeof membersFound>['executeTakeFirstOrThrow']>
>;

/**
 * The table `found`, for a query that needs it more than once; also with the user that a member is
 * linked to.
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

/** True for those of a club's members who have left, by its clock, which is asked once. @param member an alias */
export const hasLeft = (member: string, organization: string) =>
  sql<boolean>`has_left(${sql.ref(member)}, (select club_day(${organization}::uuid)))`;

/** What members that a search and filters find fulfil; without a status, former ones do, too. */
export function conditionsOf(
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
    ...(status === 'active' ? [sql<boolean>`not ${hasLeft('members', organization)}`] : []),
    ...(status === 'former' ? [hasLeft('members', organization)] : []),
  ];
}

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
      ${[NO_LETTER, ...LETTERS]}::text[], ${BOUNDS.slice(0, -1)}::text[], ${BOUNDS.slice(1)}::text[]
    ) with ordinality as of (letter, first, next, at)
    where exists (
      select from members where organization_uuid = ${organization}
      and last_name >= first and last_name < next
    ) order by at`;
  return [
    sql<number>`(select count(*) from ${found})`.as('count'),
    // As one text, since each row repeats them.
    sql<string>`array_to_string(array(${narrow || filters.access ? sql`select ''::text where false` : letters}), '')`.as(
      'letters',
    ),
  ] as const;
}

/**
 * Where digits and signs, each letter, and everything after them begin in the list's German order:
 * 'ä' lies between 'a' and 'b', 'ş' between 's' and 't'.
 */
const BOUNDS = ['', ...LETTERS.map((letter) => letter.toLowerCase()), 'α'];

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
 * Signs count only if nothing else is searched for: no trigram has any, so the whole club is read.
 */
function foundBy(q: string): RawBuilder<boolean> {
  const words = q.split(/[\s,]+/).filter((word) => word !== '');
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word.replace(/ʼ/g, '')));
  const all = spoken.length > 0 ? spoken.map(contains) : words.map(isWritten);
  if (all.length === 0) return sql<boolean>`false`;
  return sql<boolean>`${plannedEachTime} ${sql.join(all.slice(0, MAX_WORDS), sql` and `)}`;
}

const isWritten = (signs: string) => sql`strpos(
  (first_name || ' ' || last_name || ' ' || custom_member_identifier) collate "C", ${signs}) > 0`;

function contains(word: string) {
  const plain = sql`search like ${pattern(sql`search_text(${word})`)}`;
  if (!/[äöü]/i.test(word)) return plain;
  return sql`(${plain} or search like ${pattern(sql`search_text_written_out(${word})`)})`;
}

/** Both functions are immutable, so Postgres evaluates them when it plans. */
function pattern(text: RawBuilder<unknown>) {
  return sql`case when length(${text}) < 3 then '% ' else '%' end || ${text} || '%'`;
}
