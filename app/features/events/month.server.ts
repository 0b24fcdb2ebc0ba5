import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Color } from '~/features/groups/fields';
import type { Scope } from '~/kernel/actor';
import { keyColumns } from '~/kernel/keyset.server';
import { concernsOf, isOwn } from './queries/concerned.server';
import { givenTo } from './queries/given.server';
import { anyGroups, groupNames } from './queries.server';
import type { Answer } from './rules/answering';
import { byDate, MOST_DAYS, type Whose } from './schema';

/** The data of a month (M7): a few events of each day, and how many there are. */

/** Entries of a day; the list has the others. */
const SHOWN_A_DAY = 4;

/** On a day of the month before or after. */
const SHOWN_BESIDE = 1;

/** Events read and counted per day, so that nobody can make a month slow with endless events. */
export const READ_A_DAY = 30;

/** Multi-day events that last into a month or begin in it. */
const MOST_LONG_EVENTS = 60;

export interface MonthEntry {
  /** 'YYYY-MM-DD'; an event of several days has an entry on each. */
  readonly day: string;
  readonly uuid: string;
  readonly name: string;
  /** 'HH:MM'; on the first day only. */
  readonly startTime: string | null;
  readonly asksAnswer: boolean;
  /** It asks, still takes a yes (J6), and concerns the actor's member (U4). */
  readonly isAsked: boolean | null;
  readonly place: string;
  readonly cancelled: boolean;
  readonly series: boolean;
  /** The names of its groups; null for everyone. */
  readonly groupNames: string[] | null;
  /** In the order of these names. */
  readonly colors: Color[];
  readonly answer: Answer | null;
  /** All events of the day, counted up to READ_A_DAY plus multi-day ones. */
  readonly ofDay: number;
  readonly anyGroups: boolean;
}

/**
 * The entries of days in a row, by day and time. If a day has too many, those
 * that the actor has neither answered nor is asked about are dropped first, then the answered ones;
 * of each, those of series before others, and the later ones first.
 * @param month 'YYYY-MM'; other days show fewer
 * @param days 'YYYY-MM-DD'
 */
export async function monthEntries(
  db: Database,
  scope: Scope,
  { month, days, whose }: { month: string; days: readonly string[]; whose: Whose },
): Promise<MonthEntry[]> {
  const { organization, member } = scope;
  const columns = sql`uuid, name, place, start_time, asks_answer, cancelled_at, series_uuid, groups`;
  const shown = whose === 'mine' ? sql`and ${isOwn('events', scope)}` : sql``;
  const { rows } = await sql<MonthEntry>`
    with long as materialized (
      select ${columns}, date, end_date from events
      where organization_uuid = ${organization} ${shown} and end_date >= ${days[0]}::date
        and date between ${days[0]}::date - ${sql.lit(MOST_DAYS)} and ${days.at(-1)}::date
      order by date desc, uuid limit ${sql.lit(MOST_LONG_EVENTS)})
    select d.day, e.uuid, e.name, e.place, e.start_time as "startTime",
      e.asks_answer as "asksAnswer",
      e."isAsked", e.cancelled_at is not null as cancelled, e.series_uuid is not null as series,
      ${groupNames('e')},
      array(select g.color from groups g where g.uuid = any(e.groups) order by g.name) as colors,
      e.answer, e."ofDay",
      ${anyGroups(scope)} as "anyGroups"
    from unnest(${days}::date[]) as d(day)
    cross join lateral (
      select *, count(*) over () as "ofDay",
        row_number() over (order by (answer is null and "isAsked") is not true, answer is null,
          series_uuid is not null, start_time nulls first, name, uuid) as nth
      from (
        select *, ${givenTo(sql`found.uuid`, member)} as answer,
          asks_answer and (select asking.takes_yes from events asking where asking.uuid = found.uuid)
            and ${concernsOf(sql`found.uuid`, sql`${member}::uuid`)} as "isAsked"
        from (
          (select ${columns} from events
            where organization_uuid = ${organization} and date = d.day ${shown}
            order by ${keyColumns(byDate)} limit ${sql.lit(READ_A_DAY)})
          union all
          select uuid, name, place, null, asks_answer, cancelled_at, series_uuid, groups from long
          where date < d.day and end_date >= d.day) as found) as of_day) as e
    where e.nth <= case to_char(d.day, 'YYYY-MM') when ${month} then ${sql.lit(SHOWN_A_DAY)}
      else ${sql.lit(SHOWN_BESIDE)} end
    order by d.day, e.start_time nulls first, e.name, e.uuid`.execute(db);
  return rows;
}
