import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { withMembersFound } from '~/features/members/queries.server';
import { byName } from '~/features/members/schema';
import type { Scope } from '~/kernel/actor';
import type { Part } from '~/kernel/keyset';
import { inOrder } from '~/kernel/keyset.server';
import { type ClubEvent, tookPart } from './queries.server';
import { byRegistration } from './schema';

interface Asked extends Part {
  readonly q?: string;
  /** Leaves out who is not registered. */
  readonly onlyRegistered?: boolean;
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
  { q = '', onlyRegistered = false, ...part }: Asked,
) {
  const isRegistered = sql<boolean>`exists (
    select from registrations r where r.event_uuid = ${event.uuid} and r.member_uuid = found.uuid
  )`;
  // Listed, they are looked up one by one; a join may read the whole club instead.
  const isListed = sql<boolean>`found.uuid = any(array(
    select member_uuid from registrations where event_uuid = ${event.uuid}
  ))`;
  const { registered, others } = inSections(part);
  const sections = withMembersFound(db, scope, q).selectFrom((eb) => {
    const section = (number: number, condition: typeof isRegistered, its: Part | null) =>
      inOrder(
        eb
          .selectFrom('found')
          .select(['uuid', 'firstName', 'lastName', 'customMemberIdentifier'])
          .select(sql<number>`${sql.lit(number)}`.as('section'))
          .where(its ? condition : sql<boolean>`false`),
        byName,
        its ?? {},
      );
    const first = section(0, q === '' ? isListed : isRegistered, registered);
    const second = section(1, sql`not ${isRegistered}`, onlyRegistered ? null : others);
    return eb
      .selectFrom(first.as('first'))
      .selectAll()
      .unionAll(eb.selectFrom(second.as('second')).selectAll())
      .as('listed');
  });
  return inOrder(sections.selectAll().select(tookPart(event, 'listed')), byRegistration).execute();
}

interface Sections {
  readonly registered: Part | null;
  readonly others: Part | null;
}

/** The share of each section in a part of the whole list; null for none. */
function inSections({ after, before, limit }: Part): Sections {
  const [section, ...key] = after ?? before ?? [];
  const here = { limit, ...(after ? { after: key } : { before: key }) };
  if (section === undefined) return { registered: { limit }, others: { limit } };
  if (section === '0') return { registered: here, others: after ? { limit } : null };
  return { registered: after ? null : { limit, atEnd: true }, others: here };
}
