import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { silentCount } from '~/features/events/queries/asked.server';
import type { ClubEvent } from '~/features/events/queries.server';
import { byName } from '~/features/members/schema';
import type { Scope } from '~/kernel/actor';
import type { Key, Order, Page } from '~/kernel/keyset';
import { readPage } from '~/kernel/keyset.server';
import { Pieces, readInPieces } from '~/kernel/pieces.server';
import { invalid } from '~/kernel/problem';
import { attendingMembers, type ListedAnswer, membersWho, openMembers } from './lists.server';
import { byTurn, type Tab } from './schema';

/** The sections of an event's answers (J8). */

interface SectionPage {
  readonly of: Tab;
  /** Words to search by. */
  readonly q: string;
  readonly limit?: number;
  /** The cursors of a section's own list. */
  readonly cursor?: string;
  readonly before?: string;
}

/**
 * A page of a section: the waiting list in the order of its members, everything else by name.
 * @throws Problem 422 for a cursor of another list
 */
export function answersIn(
  db: Database,
  scope: Scope,
  event: ClubEvent,
  page: SectionPage,
): Promise<Page<ListedAnswer>> {
  const { of, q } = page;
  if (of === 'waiting')
    return readPage(membersWho(of, db, scope, event, q), byTurn, cursorsIn(byTurn, page));
  return readPage(membersOf(of, db, scope, event, q), byName, cursorsIn(byName, page));
}

/**
 * All of a section, or a page of it, for callers without a limit.
 * @throws Problem 422 for a cursor of another list
 */
export async function answersInPieces(
  db: Database,
  scope: Scope,
  event: ClubEvent,
  page: SectionPage,
): Promise<{ rows: Pieces<ListedAnswer>; next: string | null }> {
  const { of, q, limit } = page;
  // The last ones before a cursor, a thousand at most.
  if (page.before !== undefined && limit !== undefined) {
    const { rows, next } = await answersIn(db, scope, event, page);
    return { rows: Pieces.of(rows), next };
  }
  if (of === 'waiting')
    return readInPieces(db, membersWho(of, db, scope, event, q), byTurn, cursorsIn(byTurn, page));
  return readInPieces(db, membersOf(of, db, scope, event, q), byName, cursorsIn(byName, page));
}

function membersOf(
  of: 'yes' | 'no' | 'open' | 'present',
  db: Database,
  scope: Scope,
  event: ClubEvent,
  q: string,
) {
  if (of === 'present') return attendingMembers(db, scope, event, q);
  return of === 'open' ? openMembers(db, scope, event, q) : membersWho(of, db, scope, event, q);
}

const cursorsIn = (order: Order, page: SectionPage) => ({
  after: cursorOf(order, page, 'cursor'),
  before: cursorOf(order, page, 'before'),
  limit: page.limit,
});

function cursorOf(order: Order, page: SectionPage, field: 'cursor' | 'before'): Key | undefined {
  const text = page[field];
  if (text === undefined) return undefined;
  const cursor = order.cursor.safeParse(text);
  if (!cursor.success)
    throw invalid({ [field]: cursor.error.issues.map(({ message }) => message) });
  return cursor.data;
}

/** How many members each section has; null for more than are counted on a screen. */
export type Counts = Readonly<Record<Tab, number | null>>;

/** The counts in SQL, for a query that reads more. */
export const countsIn = ({ uuid, waiting }: ClubEvent) => sql<Counts>`(
    select json_build_object(
      'yes', (select count(*) from answers where event_uuid = ${uuid} and answer = 'yes'),
      'waiting', ${waiting}::integer,
      'no', (select count(*) from answers where event_uuid = ${uuid} and answer = 'no'),
      'open', (select ${silentCount} from events e where e.uuid = ${uuid}),
      'present', (select count(*) from participations where event_uuid = ${uuid})))`;

export async function countsOf(db: Database, event: ClubEvent): Promise<Counts> {
  const { counts } = await db.selectNoFrom(countsIn(event).as('counts')).executeTakeFirstOrThrow();
  return counts;
}
