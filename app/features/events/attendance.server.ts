import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { type FoundMember, withMembersFound } from '~/features/members/queries.server';
import { byName } from '~/features/members/schema';
import type { Scope } from '~/kernel/actor';
import type { Slice } from '~/kernel/keyset';
import { inOrder } from '~/kernel/keyset.server';
import { givenTo } from './queries/given.server';
import { type ClubEvent, tookPart } from './queries.server';
import { byRegistration } from './schema';

interface Asked extends Slice {
  readonly q?: string;
  /** Leaves out who neither is registered nor took part. */
  readonly onlyConcerned?: boolean;
}

/**
 * A part of the members: who is registered for the event first, then the others, both by name. Each
 * of the two is read in its own order and no further than the part reaches, however large the club:
 * to sort all members by whether they are registered would be to read them all.
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
  // Who had left the club by then is not asked about, unless they came.
  const mayHaveCome = sql<boolean>`(
    not exists (
      select from members former where former.uuid = found.uuid and former.left_on < ${event.date})
    or exists (
      select from participations came
      where came.event_uuid = ${event.uuid} and came.member_uuid = found.uuid))`;
  // By the answers, each with its member: by their organisation Postgres may read the whole club
  // instead.
  const membersOf = (rows: RawBuilder<unknown>) =>
    sql<Pick<FoundMember, 'uuid' | 'firstName' | 'lastName' | 'customMemberIdentifier'>>`(
      select m.uuid, m.first_name as "firstName", m.last_name as "lastName",
        m.custom_member_identifier as "customMemberIdentifier"
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
          .select(['uuid', 'firstName', 'lastName', 'customMemberIdentifier'])
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

/** The share of each section in a part of the whole list; null for none. */
function inSections({ after, before, limit }: Slice): Sections {
  const [section, ...key] = after ?? before ?? [];
  const here = { limit, ...(after ? { after: key } : { before: key }) };
  if (section === undefined) return { registered: { limit }, others: { limit } };
  if (section === '0') return { registered: here, others: after ? { limit } : null };
  return { registered: after ? null : { limit, atEnd: true }, others: here };
}
