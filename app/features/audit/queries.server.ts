import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { SWITCHED } from '~/features/organizations/wording';
import type { Scope } from '~/kernel/actor';
import type { LogFilter } from './schema';

/**
 * The entries of an organisation's log that match a filter, in the club's days, with the author (null:
 * the program itself) and their current name (null: the account is gone).
 */
export function entriesOf(
  db: Database,
  { organization }: Scope,
  { q, person, from, until, timeZone }: LogFilter & { timeZone: string },
) {
  let query = db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.uuid', 'a.actor_uuid')
    .select(['a.id', 'a.at', 'a.action', 'a.actor_uuid as actor'])
    .select(['u.first_name as firstName', 'u.last_name as lastName'])
    .where('a.organization_uuid', '=', organization)
    .where('a.action', '<>', SWITCHED);
  if (q) query = query.where(containing(sql`a.action`, q));
  if (person) query = query.where(containing(sql`u.first_name || ' ' || u.last_name`, person));
  if (from)
    query = query.where('a.at', '>=', sql<Date>`${from}::date::timestamp at time zone ${timeZone}`);
  if (until)
    query = query.where(
      'a.at',
      '<',
      sql<Date>`(${until}::date + 1)::timestamp at time zone ${timeZone}`,
    );
  return query;
}

/** True if the text contains the part; ignores case. */
function containing(text: ReturnType<typeof sql>, part: string) {
  return sql<boolean>`strpos(lower(${text}), lower(${part})) > 0`;
}
