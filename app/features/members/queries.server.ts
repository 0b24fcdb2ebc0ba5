import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { type Actor, type Scope, scopeOf, visibleOrganizations } from '~/kernel/actor';

export interface Member {
  readonly uuid: string;
  readonly organization: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly customMemberIdentifier: string;
  readonly description: string;
}

export const memberColumns = [
  'uuid',
  'organization_uuid as organization',
  'first_name as firstName',
  'last_name as lastName',
  'custom_member_identifier as customMemberIdentifier',
  'description',
] as const;

/** The events that a member took part in, the oldest entry first. */
function participatedEvents() {
  return sql<string[]>`array(
    select event_uuid from participations p where p.member_uuid = members.uuid order by p.created_at, event_uuid
  )`;
}

/**
 * The subject of what is done with a member: null if there is none that the actor may see.
 * @param organization only if it is one of this organisation
 */
export async function memberInScope(context: Asker, ids: MemberIds) {
  const member = await visibleMember(context, ids)?.executeTakeFirst();
  const scope = member && scopeOf(context.actor, member.organization);
  return scope ? { scope, member } : null;
}

/** As memberInScope, with how often they took part, by month from `from` ('YYYY-MM') on. */
export async function memberWithMonths(context: Asker, ids: MemberIds, from: string) {
  const months = participationsByMonth(from).as('months');
  const member = await visibleMember(context, ids)?.select(months).executeTakeFirst();
  const scope = member && scopeOf(context.actor, member.organization);
  return scope ? { scope, member } : null;
}

interface Asker {
  readonly db: Database;
  readonly actor: Actor;
}

interface MemberIds {
  readonly member: string;
  readonly organization?: string;
}

function visibleMember({ db, actor }: Asker, { member, organization }: MemberIds) {
  const visible = visibleOrganizations(actor);
  if (visible.length === 0) return null;
  let query = db
    .selectFrom('members')
    .select([...memberColumns, 'version', participatedEvents().as('participatedEvents')])
    .where('uuid', '=', member);
  if (visible !== 'all') query = query.where('organization_uuid', 'in', visible);
  if (organization) query = query.where('organization_uuid', '=', organization);
  return query;
}

/** A place in the list by name. */
export type Place = readonly [lastName: string, firstName: string, uuid: string];

export function placeOf({
  lastName,
  firstName,
  uuid,
}: Pick<Member, 'lastName' | 'firstName' | 'uuid'>): Place {
  return [lastName, firstName, uuid];
}

export interface Part {
  q: string;
  after?: Place;
  before?: Place;
  limit?: number;
}

/**
 * Members in German order by last name, first name, uuid (D1): all, or those after a place, or the
 * last ones before one, in that order too. An index gives each in order. A search reads what it
 * finds and nothing else of the club (hence materialized: left to itself, Postgres may walk through
 * half of the club in order to meet the first page).
 */
export async function membersByName(db: Database, scope: Scope, part: Part): Promise<Member[]> {
  const rows = await membersInOrder(db, scope, part).execute();
  return part.before ? rows.reverse() : rows;
}

/** The same as a query; what comes before a place comes the other way round. */
export function membersInOrder(db: Database, { organization }: Scope, part: Part) {
  const { q, after, before, limit } = part;
  const direction = before ? 'desc' : 'asc';
  const all = db
    .selectFrom('members')
    .select(memberColumns)
    .where('organization_uuid', '=', organization);
  const source =
    q === ''
      ? db.with('found', () => all)
      : db.with(
          (cte) => cte('found').materialized(),
          () => all.where(foundBy(q)),
        );
  let query = source
    .selectFrom('found')
    .selectAll()
    .orderBy('lastName', direction)
    .orderBy('firstName', direction)
    .orderBy('uuid', direction);
  if (after) query = query.where(sql<boolean>`("lastName", "firstName", uuid) > ${row(after)}`);
  if (before) query = query.where(sql<boolean>`("lastName", "firstName", uuid) < ${row(before)}`);
  return limit ? query.limit(limit) : query;
}

function row([lastName, firstName, uuid]: Place) {
  return sql`(${lastName}::text, ${firstName}::text, ${uuid}::uuid)`;
}

const MAX_WORDS = 6;

/**
 * Whether a member's name contains every word of a search, in any order, without regard to case,
 * accents and to how umlauts are written. A word of one or two letters has to begin a name: so
 * short ones stand in no trigram.
 */
function foundBy(q: string): RawBuilder<boolean> {
  const words = q
    .normalize('NFC')
    .split(/[\s,]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return sql<boolean>`false`;
  return sql<boolean>`${sql.join(words.map(contains), sql` and `)}`;
}

function contains(word: string) {
  const plain = sql`search like ${pattern(sql`search_text(${word})`)}`;
  if (!/[äöü]/i.test(word)) return plain;
  return sql`(${plain} or search like ${pattern(sql`search_text_written_out(${word})`)})`;
}

/** Postgres works these out while it plans, as both functions are immutable. */
function pattern(text: RawBuilder<unknown>) {
  return sql`case when length(${text}) < 3 then '% ' else '%' end || ${text} || '%'`;
}

/** What goes with a member when it is deleted. */
export interface Belongings {
  readonly registrations: number;
  readonly participations: number;
  readonly answers: number;
  readonly linked: boolean;
  readonly invited: boolean;
}

export async function belongingsOf(
  db: Database,
  { organization }: Scope,
  member: string,
): Promise<Belongings | undefined> {
  return db
    .selectFrom('members as m')
    .select((eb) => [
      eb
        .selectFrom('registrations')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('member_uuid', '=', 'm.uuid')
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
    ])
    .where('m.organization_uuid', '=', organization)
    .where('m.uuid', '=', member)
    .executeTakeFirst();
}

/** How often the member took part, by month; months without are left out. */
function participationsByMonth(from: string): RawBuilder<Array<{ month: string; count: number }>> {
  return sql`coalesce((
    select json_agg(json_build_object('month', month, 'count', count)) from (
      select to_char(e.date, 'YYYY-MM') as month, count(*) as count
      from participations p join events e on e.uuid = p.event_uuid
      where p.member_uuid = members.uuid and e.date >= ${`${from}-01`}::date
      group by 1
    ) as by_month
  ), '[]'::json)`;
}
