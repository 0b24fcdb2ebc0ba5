import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { type FoundMember, withMembersFound } from '~/features/members/queries/found.server';
import { byName } from '~/features/members/schema';
import type { Scope } from '~/kernel/actor';
import type { Slice } from '~/kernel/keyset';
import { inOrder } from '~/kernel/keyset.server';
import { isSilent } from './queries/asked.server';
import { concernedBy, concernsOf } from './queries/concerned.server';
import { givenTo } from './queries/given.server';
import { type ClubEvent, groupNames, tookPart } from './queries.server';
import { byRegistration, MEMBERS_ON_ONE_LIST } from './schema';
import { SILENT_NAMED } from './view';

interface Asked extends Slice {
  readonly q?: string;
  /** Leaves out members who are not registered and did not take part. */
  readonly onlyConcerned?: boolean;
}

/**
 * A slice of the members: those registered for the event first, then the others, both by name. The
 * two are read separately, and no further than the slice: sorting all members by whether they are
 * registered would mean reading them all.
 * @returns rows in order, up to twice as many as the limit
 */
export function membersOfEvent(
  db: Database,
  scope: Scope,
  event: ClubEvent,
  { q = '', onlyConcerned = false, ...part }: Asked,
) {
  const given = givenTo(sql`${event.uuid}`, sql.ref('found.uuid'));
  const isRegistered = sql<boolean>`(${given} is not distinct from 'yes')`;
  // Members who had left by then are not asked about, unless they came.
  const mayHaveCome = sql<boolean>`(
    not exists (
      select from members former where former.uuid = found.uuid and former.left_on < ${event.date})
    or exists (
      select from participations came
      where came.event_uuid = ${event.uuid} and came.member_uuid = found.uuid))`;
  // From the answers to their members: starting at the organisation, Postgres may read the whole
  // club.
  const membersOf = (rows: RawBuilder<unknown>) =>
    sql<Pick<FoundMember, 'uuid' | 'firstName' | 'lastName'>>`(
      select m.uuid, m.first_name as "firstName", m.last_name as "lastName"
      from ${rows} r join members m on m.uuid = r.member_uuid
    )`.as('found');
  const listed = membersOf(
    sql`(select member_uuid from answers where event_uuid = ${event.uuid} and answer = 'yes')`,
  );
  const came = membersOf(
    sql`(select member_uuid from participations where event_uuid = ${event.uuid})`,
  );
  const { registered, others } = inSections(part);
  const sections = withMembersFound(db, scope, q).selectFrom((eb) => {
    const section = (
      number: number,
      from: typeof listed,
      condition: typeof isRegistered,
      its: Slice | null,
    ) =>
      inOrder(
        eb
          .selectFrom(from)
          .select(['uuid', 'firstName', 'lastName'])
          .select(sql<number>`${sql.lit(number)}`.as('section'))
          .where(its ? condition : sql<boolean>`false`),
        byName,
        its ?? {},
      );
    const all = sql<FoundMember>`found`.as('found');
    const first =
      q === ''
        ? section(0, listed, sql`true`, registered)
        : section(0, all, isRegistered, registered);
    const second = onlyConcerned
      ? section(1, came, sql`not ${isRegistered}`, others)
      : section(1, all, sql`not ${isRegistered} and ${mayHaveCome}`, others);
    return eb
      .selectFrom(first.as('first'))
      .selectAll()
      .unionAll(eb.selectFrom(second.as('second')).selectAll())
      .as('listed');
  });
  return inOrder(sections.selectAll().select(tookPart(event, 'listed')), byRegistration).execute();
}

interface Sections {
  readonly registered: Slice | null;
  readonly others: Slice | null;
}

/** The share of each section in a slice of the whole list; null for none. */
function inSections({ after, before, limit }: Slice): Sections {
  const [section, ...key] = after ?? before ?? [];
  const here = { limit, ...(after ? { after: key } : { before: key }) };
  if (section === undefined) return { registered: { limit }, others: { limit } };
  if (section === '0') return { registered: here, others: after ? { limit } : null };
  return { registered: after ? null : { limit, atEnd: true }, others: here };
}

interface Told {
  readonly member: string;
  readonly name: string;
  readonly waits: boolean;
  readonly places: number;
  readonly note: string;
}

/** What a sheet lists besides the names of those who come. */
interface Surroundings {
  /** Members on the waiting list, by turn, and those who come with companions or a note. */
  readonly told: readonly Told[];
  /** Members who are asked and have not answered, by name; one more than are shown if there are more. */
  readonly silent: readonly string[];
  readonly groupNames: readonly string[] | null;
}

export function surroundingsOf(
  db: Database,
  { organization }: Scope,
  { uuid, groups, asksAnswer }: ClubEvent,
): Promise<Surroundings> {
  const member = sql.ref('m.uuid');
  // As in the list on screen: by name until there are enough, or all of a group at once.
  const concerned =
    groups.length === 0
      ? concernsOf(uuid, member)
      : sql<boolean>`m.uuid = any(array${concernedBy(uuid)})`;
  const silent = sql`
    select m.last_name || ', ' || m.first_name as name from members m
    where ${asksAnswer} and m.organization_uuid = ${organization} and ${concerned}
      and ${isSilent(sql`${uuid}::uuid`, member, { each: true })}
    order by m.last_name, m.first_name, m.uuid limit ${SILENT_NAMED + 1}`;
  const told = sql`
    select given.member_uuid as member, m.last_name || ', ' || m.first_name as name,
      given.answer = 'waiting' as waits, given.places, given.note
    from answers given join members m on m.uuid = given.member_uuid
    where given.event_uuid = ${uuid} and (given.answer = 'waiting'
      or given.answer = 'yes' and (given.places > 1 or given.note <> ''))
    order by given.seq limit ${MEMBERS_ON_ONE_LIST}`;
  return db
    .selectFrom('events')
    .where('uuid', '=', uuid)
    .select([
      sql<readonly Told[]>`(select coalesce(json_agg(t), '[]') from (${told}) t)`.as('told'),
      sql<readonly string[]>`array(select name from (${silent}) s)`.as('silent'),
      groupNames('events'),
    ])
    .executeTakeFirstOrThrow();
}
