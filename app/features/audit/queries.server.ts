import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Scope } from '~/kernel/actor';
import type { LogFilter } from './schema';

type Place = readonly [id: string];

/**
 * Entries of an organisation's log, the newest first, with the present name of whoever did it
 * (null: the account is gone, or nobody was known).
 * @param part of the entries that fit the filter, those after a place or the last ones before one
 */
export async function entriesOf(
  db: Database,
  { organization }: Scope,
  {
    q,
    person,
    from,
    until,
    after,
    before,
    limit,
  }: LogFilter & { after?: Place; before?: Place; limit: number },
) {
  let query = db
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.uuid', 'a.actor_uuid')
    .select(['a.id', 'a.at', 'a.action', 'u.first_name as firstName', 'u.last_name as lastName'])
    .where('a.organization_uuid', '=', organization)
    .orderBy('a.id', before ? 'asc' : 'desc')
    .limit(limit);
  if (q) query = query.where(containing(sql`a.action`, q));
  if (person) query = query.where(containing(sql`u.first_name || ' ' || u.last_name`, person));
  if (from)
    query = query.where('a.at', '>=', sql<Date>`${from}::date::timestamp at time zone 'UTC'`);
  if (until)
    query = query.where('a.at', '<', sql<Date>`(${until}::date + 1)::timestamp at time zone 'UTC'`);
  if (after) query = query.where('a.id', '<', sql<number>`${after[0]}::bigint`);
  if (before) query = query.where('a.id', '>', sql<number>`${before[0]}::bigint`);
  const rows = await query.execute();
  return before ? rows.reverse() : rows;
}

/** True if the text contains the part; ignores case. */
function containing(text: ReturnType<typeof sql>, part: string) {
  return sql<boolean>`strpos(lower(${text}), lower(${part})) > 0`;
}
