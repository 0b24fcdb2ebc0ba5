import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import { scopeOf } from '~/kernel/actor';
import type { Context } from '~/kernel/operation';
import { visibleTo } from '~/kernel/visible.server';

/** Days on which a club's series may be left out, and the events that take place then. */

/** Keeps breaks as they are while dates are planned around them, or waits for such planning. */
export async function holdBreaks(
  db: Database,
  organization: string,
  how: 'shared' | 'alone',
): Promise<void> {
  const lock = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtextextended('breaks ' || ${organization}::text, 0))`.execute(db);
}

/** The subject of what is done with a break: null if the actor must not learn that it exists. */
export async function breakInScope({ db, actor }: Context, input: { break: string }) {
  const row = await db
    .selectFrom('breaks')
    .select(['uuid', 'name', 'from_date as from', 'until_date as until', 'organization_uuid'])
    .where('uuid', '=', input.break)
    .where(visibleTo(actor, 'breaks.organization_uuid'))
    .executeTakeFirst();
  const scope = row && scopeOf(actor, row.organization_uuid);
  if (!scope) return null;
  const { organization_uuid: _theScopes, ...days } = row;
  return { scope, days };
}

/** Events on one screen about breaks. */
const IN_BREAKS = 200;

/** An event that takes place in a break. */
interface EventInBreak {
  readonly uuid: string;
  readonly name: string;
  readonly date: string;
  /** The break's uuid. */
  readonly break: string;
}

/**
 * The events to come that take place in a break although their series leaves breaks out: somebody
 * has answered or changed them.
 * @param uuid of one break; all if left out
 */
export async function eventsInBreaks(
  db: Database,
  organization: string,
  uuid: string | null = null,
): Promise<EventInBreak[]> {
  // Days of breaks are few, events of series are not: 'offset' keeps Postgres from reading them all.
  const { rows } = await sql<EventInBreak>`
    select b.uuid as break, e.uuid, e.name, e.date
    from breaks b
    join series s on s.organization_uuid = b.organization_uuid and s.skip_breaks
    cross join lateral (
      select uuid, name, date, cancelled_at from events
      where series_uuid = s.uuid and series_date between b.from_date and b.until_date offset 0
    ) as e
    where b.organization_uuid = ${organization} and b.until_date >= ${today()}
      and (${uuid}::uuid is null or b.uuid = ${uuid}::uuid)
      and e.date > ${today()} and e.cancelled_at is null
    order by e.date, e.uuid, b.uuid
    limit ${IN_BREAKS}`.execute(db);
  return rows;
}

/**
 * Deletes events of series that leave out breaks and now fall into one: those to come that nobody
 * has answered or changed alone. The first of a series stays, as its plan says. They may come back,
 * so the series do not remember them as deleted by somebody.
 * @returns how many they were
 */
export async function deleteEventsWithin(
  db: Database,
  organization: string,
  from: string,
  until: string,
): Promise<number> {
  // In the order of all locks (L7): series, then events by uuid. Who was there and polls are entered
  // without a lock that conflicts with a weaker one.
  await sql`select from series where organization_uuid = ${organization} and skip_breaks
    order by uuid for no key update`.execute(db);
  const { rows } = await sql<{ uuid: string }>`
    select e.uuid from events e join series s on s.uuid = e.series_uuid
    where s.organization_uuid = ${organization} and s.skip_breaks
      and e.series_date between ${from} and ${until} and e.series_date <> s.starts_on
      and e.date > ${today()} and e.own_fields = '{}' and e.cancelled_at is null
    order by e.uuid for update of e`.execute(db);
  await sql`select set_config('vereinsheim.replanning', 'on', true)`.execute(db);
  const { numAffectedRows } = await sql`
    delete from events e where e.uuid = any(${rows.map(({ uuid }) => uuid)}::uuid[])
      and e.registered_participants = 0 and e.waiting = 0
      and not exists (select from answers d where d.event_uuid = e.uuid and d.absence_uuid is null)
      and not exists (select from participations p where p.event_uuid = e.uuid)
      and not exists (select from polls p where p.event_uuid = e.uuid)`.execute(db);
  await sql`select set_config('vereinsheim.replanning', '', true)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
