import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import { MOST_DAYS } from '~/features/events/schema';
import { scopeOf } from '~/kernel/actor';
import { turn } from '~/kernel/actor.server';
import type { Context } from '~/kernel/operation';
import { visibleTo } from '~/kernel/visible.server';
import type { NamedDays } from './planning.server';
import { queueSeries, stateOf } from './queries.server';
import type { State } from './rule';
import { schoolHolidaysIn } from './school-holidays.server';

/** Days on which a club's series may pause, and the events that take place then. */

/** Locks breaks while dates are planned around them, or waits for such planning. */
export async function holdBreaks(
  db: Database,
  organization: string,
  how: 'shared' | 'alone',
): Promise<void> {
  await db.selectNoFrom(turn(`breaks ${organization}`, how).as('held')).execute();
}

/** A break as a subject: null if the actor must not learn that it exists. */
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

interface EventInBreak {
  readonly uuid: string;
  readonly name: string;
  readonly date: string;
  /** Which of the breaks, from 0. */
  readonly at: number;
}

const daysIn = (breaks: readonly NamedDays[]) => sql`unnest(
  ${breaks.map(({ from }) => from)}::date[], ${breaks.map(({ until }) => until)}::date[])`;

/**
 * The future events that take place in a break although their series leaves breaks out, as somebody
 * has answered or changed them.
 */
export async function eventsInBreaks(
  db: Database,
  organization: string,
  breaks: readonly NamedDays[],
): Promise<EventInBreak[]> {
  // By the days on which they take place, as somebody may have moved them. Days of breaks are few,
  // events of series are not: 'offset' keeps Postgres from reading them all.
  const { rows } = await sql<EventInBreak>`
    select b.at::integer - 1 as at, e.uuid, e.name, e.date
    from ${daysIn(breaks)} with ordinality as b (from_date, until_date, at)
    cross join lateral (
      select uuid, name, date, end_date, cancelled_at, series_uuid from events
      where organization_uuid = ${organization} and series_uuid is not null
        and date between b.from_date - ${sql.lit(MOST_DAYS)} and b.until_date offset 0
    ) as e
    join series s on s.uuid = e.series_uuid and s.skip_breaks
    where b.until_date >= ${today()} and e.date > ${today()} and e.cancelled_at is null
      and coalesce(e.end_date, e.date) >= b.from_date
    order by e.date, e.uuid, b.at
    limit ${IN_BREAKS}`.execute(db);
  return rows;
}

/**
 * Deletes future events in a new break, of series that leave breaks out, if nobody has answered
 * them or changed them individually. The first of a series stays, as its plan says. They may come
 * back, so the series do not record them as deleted by a person.
 * @returns how many they were, and how many stay
 */
export async function deleteEventsWithin(
  db: Database,
  organization: string,
  breaks: readonly NamedDays[],
): Promise<{ deleted: number; kept: number }> {
  // In the global lock order (L7): series, then events by uuid. Participations and poll answers are
  // entered without a lock that conflicts with a weaker one.
  await sql`select from series where organization_uuid = ${organization} and skip_breaks
    order by uuid for no key update`.execute(db);
  const { rows } = await sql<{ uuid: string }>`
    select e.uuid from events e join series s on s.uuid = e.series_uuid
    where s.organization_uuid = ${organization} and s.skip_breaks
      and exists (select from ${daysIn(breaks)} as b (from_date, until_date)
        where e.series_date between b.from_date and b.until_date)
      and e.series_date <> s.starts_on
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
  const kept = await eventsInBreaks(db, organization, breaks);
  return { deleted: Number(numAffectedRows ?? 0n), kept: kept.length };
}

/** Recreates the events that no break takes out any more. */
export const bringBack = (db: Database, organization: string): Promise<void> =>
  queueSeries(db, (series) =>
    series.where('organization_uuid', '=', organization).where('skip_breaks', '=', true),
  );

/**
 * Sets a club's state, whose school holidays become breaks of its series. The caller has locked the
 * breaks exclusively.
 * @returns whether it changed, and what happened to events, as with a new break
 */
export async function chooseState(db: Database, organization: string, state: State | null) {
  const before = await stateOf(db, organization);
  if (before === state) return { changed: false, deleted: 0, kept: 0 };
  await db.updateTable('organizations').set({ state }).where('uuid', '=', organization).execute();
  const effect = await deleteEventsWithin(db, organization, schoolHolidaysIn(state));
  if (before) await bringBack(db, organization);
  return { changed: true, ...effect };
}
