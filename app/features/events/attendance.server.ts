import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { type FoundMember, withMembersFound } from '~/features/members/queries/found.server';
import { byName } from '~/features/members/schema';
import type { Scope } from '~/kernel/actor';
import type { Slice } from '~/kernel/keyset';
import { inOrder } from '~/kernel/keyset.server';
import { concernedBy, concernsEach, concernsOf, isAfterLeaving } from './queries/concerned.server';
import { givenTo, literal } from './queries/given.server';
import { type ClubEvent, groupNames, tookPart } from './queries.server';
import type { Answer } from './rules/answering';
import { byRegistration, MEMBERS_ON_ONE_LIST } from './schema';
import { SILENT_NAMED } from './view';

interface Asked extends Slice {
  readonly q?: string;
  /** For paper: of members who are not awaited only those who came, and not a whole club's silence. */
  readonly onlyConcerned?: boolean;
}

/**
 * A slice of the members in their sections (`Attendee`), each by name. Without a search, each section
 * is read from where it is listed, and no further than the slice: sorting all members by what they
 * have answered would mean reading them all.
 * @returns rows in order, up to the limit from each section
 */
export function membersOfEvent(
  db: Database,
  scope: Scope,
  event: ClubEvent,
  { q = '', onlyConcerned = false, ...part }: Asked,
) {
  const member = sql.ref('found.uuid');
  const { uuid, groups, asksAnswer } = event;
  const isForAll = groups.length === 0;
  // Where all may just come, or sign up, nobody's answer is missing.
  const whole = asksAnswer ? concernsOf(uuid, member) : sql`false`;
  const awaited = isForAll ? whole : concernsEach(uuid, member);
  // Members who had left by then are not asked about, unless they came.
  const mayHaveCome = sql`(
    not ${isAfterLeaving(sql`${event.date}::date`, member)}
    or exists (
      select from participations came
      where came.event_uuid = ${uuid} and came.member_uuid = ${member}))`;
  const sectionOf = sql<number | null>`(
    case ${givenTo(sql`${uuid}`, member)} when 'yes' then 0 when 'waiting' then 1
    when 'no' then case when ${mayHaveCome} then 3 end
    else case when ${awaited} then 2 when ${mayHaveCome} then 4 end end)`;

  const all = sql<FoundMember>`found`.as('found');
  // From a list to its members: starting at the organisation, Postgres may read the whole club.
  const membersOf = (list: RawBuilder<unknown>) =>
    sql<FoundMember>`(
      select m.uuid, m.first_name as "firstName", m.last_name as "lastName"
      from ${list} as r (uuid) join members m on m.uuid = r.uuid
    )`.as('found');
  const answered = (answer: Answer) =>
    membersOf(
      sql`(select member_uuid from answers where event_uuid = ${uuid} and answer = ${literal(answer)})`,
    );
  const came = sql`select member_uuid from participations where event_uuid = ${uuid}`;
  const optedOut = sql`select member_uuid from series_opt_outs where series_uuid = ${event.series}`;
  const others = isForAll && asksAnswer ? membersOf(sql`(${came} union ${optedOut})`) : all;
  const sources = [
    { from: answered('yes') },
    { from: answered('waiting') },
    {
      from: isForAll ? all : membersOf(concernedBy(uuid)),
      where: isForAll && !asksAnswer ? sql<boolean>`false` : sql<boolean>`${sectionOf} = 2`,
      atMost: isForAll && onlyConcerned ? SILENT_NAMED + 1 : undefined,
    },
    { from: answered('no'), where: sql<boolean>`${mayHaveCome}` },
    {
      from: onlyConcerned ? membersOf(sql`(${came})`) : others,
      where: sql<boolean>`${sectionOf} = 4`,
    },
  ];

  const listed = withMembersFound(db, scope, q).selectFrom((eb) => {
    const named = (from: typeof all, section: typeof sectionOf) =>
      eb
        .selectFrom(from)
        .select(['uuid', 'firstName', 'lastName'])
        .select(section.as('section'))
        .$narrowType<{ section: number }>();
    if (q !== '') {
      const hits = eb.selectFrom(named(all, sectionOf).as('hits')).selectAll();
      return inOrder(hits.where('section', 'is not', null), byRegistration, part).as('listed');
    }
    const sections = sources.map(({ from, where = sql<boolean>`true`, atMost }, at) => {
      const its = sliceOf(at, part);
      const rows = named(from, sql`${sql.lit(at)}`).where(its ? where : sql<boolean>`false`);
      return eb
        .selectFrom(inOrder(rows, byName, { ...its, ...(atMost && { limit: atMost }) }).as('one'))
        .selectAll();
    });
    return sections.reduce((above, below) => above.unionAll(below)).as('listed');
  });
  return inOrder(listed.selectAll().select(tookPart(event, 'listed')), byRegistration).execute();
}

/** The share of a section in a slice of the whole list; null for none. */
function sliceOf(section: number, { after, before, limit }: Slice): Slice | null {
  const [at, ...key] = after ?? before ?? [];
  if (at === undefined) return { limit };
  if (section === Number(at)) return { limit, ...(after ? { after: key } : { before: key }) };
  if (after) return section > Number(at) ? { limit } : null;
  return section < Number(at) ? { limit, atEnd: true } : null;
}

interface Told {
  readonly member: string;
  readonly places: number;
  readonly note: string;
}

/**
 * What a sheet says besides the names: `told` is of members on the waiting list, by turn, and of those
 * who come with companions or a note.
 */
export function surroundingsOf(db: Database, { uuid }: ClubEvent) {
  const told = sql`
    select given.member_uuid as member, given.places, given.note from answers given
    where given.event_uuid = ${uuid} and (given.answer = 'waiting'
      or given.answer = 'yes' and (given.places > 1 or given.note <> ''))
    order by given.seq limit ${MEMBERS_ON_ONE_LIST}`;
  return db
    .selectFrom('events')
    .where('uuid', '=', uuid)
    .select([
      sql<readonly Told[]>`(select coalesce(json_agg(t), '[]') from (${told}) t)`.as('told'),
      groupNames('events'),
    ])
    .executeTakeFirstOrThrow();
}
