import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/connection';
import { today } from '~/dates.server';
import {
  type ActingUser,
  type Counted,
  countReached,
  countsOn,
  type Notification,
  type Reach,
} from '~/features/outbox/queries.server';
import type { SeriesScope } from '../schema';
import { isSilent } from './asked.server';

/**
 * How many members a mail about events would reach, counted before it is sent (U7). A whole club is
 * read once, in index order, and grouped by member, without a lookup for each.
 */

/** How many count on any of some events, how many others have not answered one, and how many others declined. */
type Answered = 'answered' | 'open' | 'declined';
type ReachOf = Readonly<Record<Answered, Reach>>;

/** For an event alone, with later dates of its series, and for all future dates. */
type Widths = Readonly<Record<SeriesScope, ReachOf>>;

/** An event, or with it the other future dates of its series. */
export const reachOfEvent = (
  db: Database,
  event: Notification['event'] & {
    readonly series: string | null;
    readonly seriesDate: string | null;
  },
  but: ActingUser,
): Promise<Widths> =>
  reachOf(
    db,
    { organization: event.organization, kind: 'event_changed', but },
    sql`
      select e.uuid, false as declined, case
        when e.uuid = ${event.uuid} then 0 when e.series_date >= ${event.seriesDate}::date then 1
        else 2 end as width
      from events e
      where e.uuid = ${event.uuid}
        or e.series_uuid = ${event.series}::uuid and e.date >= ${today()}::date`,
  );

/** Dates of a series that change. @param dates includes those where members who declined are told, too */
export async function reachOfDates(
  db: Database,
  what: About,
  dates: ReadonlyArray<{ readonly event: string; readonly declined: boolean }>,
): Promise<ReachOf> {
  const { only } = await reachOf(
    db,
    what,
    sql`
      select d.event as uuid, d.declined, 0 as width
      from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as d (event uuid, declined boolean)`,
  );
  return only;
}

type About = Parameters<typeof countReached>[1];

/**
 * @param chosen `uuid`, `declined` as above, and the least of SERIES_SCOPES, by its number, that has the event.
 *   All are of one series, or it is one event.
 */
async function reachOf(db: Database, about: About, chosen: RawBuilder<unknown>): Promise<Widths> {
  const dates = sql`
    select e.uuid, e.date, e.asks_answer, t.declined, t.width,
      dense_rank() over (order by e.groups) as set
    from (${chosen}) as t
    join events e on e.uuid = t.uuid and e.organization_uuid = ${about.organization}
    where not e.over`;
  // Whether more dates concern a member than they have answered; 'n0' to 'n2' count them by width.
  const within = (width: number) => sql`count(*) filter (where width = ${sql.lit(width)})::int`;
  const counts = (sign: RawBuilder<unknown>) =>
    sql.join([0, 1, 2].map((width) => sql`${sign} ${within(width)} as ${sql.ref(`n${width}`)}`));
  const members = sql`
    with dates as materialized (${dates}), sets as materialized (
      select set, (array_agg(uuid order by date, uuid))[1] as first, ${counts(sql``)}
      from dates group by set
    ), counted as (
      select c.uuid as member_uuid, true as is_read, c.user_uuid, s.set, s.n0, s.n1, s.n2,
        null::int as answered, null::int as declined
      from sets s join events e on e.uuid = s.first cross join lateral concerned(e) c
      union all
      select a.member_uuid, false, null, d.set, ${counts(sql`-`)},
        min(d.width) filter (where ${countsOn({ declined: sql`d.declined` })}),
        min(d.width) filter (where d.asks_answer and a.answer = 'no' and a.absence_uuid is null)
      from dates d join answers a on a.event_uuid = d.uuid
      group by a.member_uuid, d.set
      union all
      -- Members who leave the club by then are not asked about later dates, and have not answered
      -- any (O8).
      select m.uuid, true, m.user_uuid, d.set, ${counts(sql`-`)}, null, null
      from dates d join members m on m.organization_uuid = ${about.organization}
        and m.left_on >= (select min(date) from dates) and m.left_on < d.date
      where ${isSilent(sql.ref('d.uuid'), sql.ref('m.uuid'), { each: true })}
      group by m.uuid, d.set
    )
    select member_uuid, min(answered) as answered, min(declined) as declined,
      case when sum(n0) > 0 then 0 when sum(n1) > 0 then 1 when sum(n2) > 0 then 2 end as open,
      -- Few have answered events that do not concern them. (Postgres has max(uuid) from 18 on.)
      case when bool_or(is_read) then max(user_uuid::text)::uuid
        else (select user_uuid from members where uuid = member_uuid) end as user_uuid
    from counted group by member_uuid, set`;
  return inScopes(await countReached(db, about, members));
}

/** For a cancelled event: the members without an answer who were told so. */
export async function reachOfCancelled(
  db: Database,
  event: Notification['event'],
  but: ActingUser,
): Promise<ReachOf> {
  const about = { organization: event.organization, kind: 'event_restored', but } as const;
  const open = toldOpen(db, event, but).select('n.user_uuid');
  const { only } = inScopes(
    await countReached(
      db,
      about,
      sql`
        select who.* from events e cross join lateral (
          select a.member_uuid, m.user_uuid, 0 as answered, null::int as open, null::int as declined
          from answers a join members m on m.uuid = a.member_uuid
          where a.event_uuid = e.uuid and ${countsOn({ declined: sql`false` })}
          union all
          select told.member_uuid, told.user_uuid, null, 0, null from (${open}) as told) as who
        where e.uuid = ${event.uuid} and not e.over`,
    ),
  );
  return only;
}

/** Members without an answer whose last news was that an event is cancelled. */
export function toldOpen(db: Database, { uuid }: Notification['event'], but: ActingUser) {
  return db
    .selectFrom('notifications as n')
    .select('n.member_uuid')
    .$narrowType<{ member_uuid: string }>()
    .where('n.event_uuid', '=', uuid)
    .where('n.kind', '=', 'event_cancelled')
    .where(sql<boolean>`n.details ? 'open'`)
    .where('n.user_uuid', '<>', but.uuid)
    .where(isSilent(sql.ref('n.event_uuid'), sql.ref('n.member_uuid')))
    .where(
      sql<boolean>`not exists (
        select from notifications since where since.event_uuid = n.event_uuid
          and since.user_uuid = n.user_uuid and since.id > n.id
          and since.kind in ('event_cancelled', 'event_restored'))`,
    );
}

/**
 * Each member counts once per scope: as answered, else as open. Members who declined one date and have
 * not answered another count as both, as the form may tell either.
 */
function inScopes(counted: readonly Counted[]): Widths {
  const of = (width: number) => {
    const isIn = (each: Counted, group: Answered) =>
      (each[group] ?? Number.POSITIVE_INFINITY) <= width;
    const sum = (group: Answered) =>
      counted
        .filter((each) => isIn(each, group) && (group === 'answered' || !isIn(each, 'answered')))
        .reduce(
          (all, each) => ({
            reached: all.reached + each.reached,
            unreached: all.unreached + each.unreached,
          }),
          { reached: 0, unreached: 0 },
        );
    return { answered: sum('answered'), open: sum('open'), declined: sum('declined') };
  };
  return { only: of(0), following: of(1), all: of(2) };
}
