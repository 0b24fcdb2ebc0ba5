import { sql } from 'kysely';
import { concerns } from '~/features/events/queries/concerned.server';
import { DESCRIPTION_LENGTH } from './calendar.server';

/** Which events a feed currently shows, in SQL (M1, M2). */

/** Days before and after today. */
const DAYS_BACK = 90;
const DAYS_AHEAD = 400;
/** Events in a feed. If there are more, future ones win, the next first. */
const MOST_EVENTS = 400;
/** Maximum of events that are read per organisation. */
const MOST_TO_COME = 2000;
const MOST_PAST = 1000;

/** As in lists (E1), today is the day in UTC. */
const today = sql`(now() at time zone 'UTC')::date`;

/** What a calendar says about an event, from table `e`. */
export const shownColumns = sql`
  e.uuid, e.name, e.place, left(e.description, ${sql.lit(DESCRIPTION_LENGTH + 1)}) as description,
  e.date, e.end_date as "endDate", e.start_time as "startTime", e.end_time as "endTime",
  e.starts_at as "startsAt", e.ends_at as "endsAt",
  e.cancelled_at as "cancelledAt", e.cancel_reason as "cancelReason"`;

/**
 * What an event asks of members without an answer: 'free' for none, 'open' if it is not too late.
 * For a cancelled event, what it asked before, as it must not vanish unexplained.
 */
const asked = sql`
  select *, case
    when not events.takes_answers then 'free'
    when sign_up_closed(events, coalesce(cancelled_at, now()))
      or begun_by <= coalesce(cancelled_at, now()) then 'shut'
    when event_type = 'OPEN_EVENT' or waiting_list or events.free > 0 then 'open'
    else 'shut' end as asked,
    case when o.member is null then groups = '{}' else ${concerns('events', sql.ref('o.member'))} end
      as concerned
  from events`;

/** The user's answer to each event in question. */
const answers = sql`
  select own.answer, greatest(own.created_at, own.promoted_at) as at from answers own
  where own.event_uuid = e.uuid and own.member_uuid = e.member`;

/**
 * The tables `clubs` (the feed's organisations), `shown` (its events) and `state` (one row, whose
 * hash changes with everything the calendar shows). They follow a table `feed`, with at most one
 * row: user_uuid, organization_uuid and scope. Users who have left and deleted events are in none
 * of them.
 */
export const feedTables = sql`
  clubs as (
    select o.*, m.uuid as member
    from feed
    join organization_users ou on ou.user_uuid = feed.user_uuid
    join organizations o on o.uuid = ou.organization_uuid
    left join members m on m.organization_uuid = o.uuid and m.user_uuid = feed.user_uuid
    where feed.organization_uuid is null or feed.organization_uuid = o.uuid
  ),
  -- In order, so that no more are evaluated than are shown.
  near as (
    select e.uuid, e.asked, e.concerned, o.member, o.name as club,
      e.calendar_sequence + o.calendar_sequence as sequence,
      greatest(e.calendar_changed_at, o.calendar_changed_at) as changed_at,
      coalesce(e.end_date, e.date) < ${today} as is_over,
      abs(e.date - ${today}) as days_away
    from clubs o
    cross join lateral (
      (${asked}
        where organization_uuid = o.uuid and date between ${today} and ${today} + ${sql.lit(DAYS_AHEAD)}
        order by date, uuid limit (
          -- For all events, the next are known here; which are the user's own is not known yet.
          select case scope when 'all' then ${sql.lit(MOST_EVENTS)} else ${sql.lit(MOST_TO_COME)} end
          from feed))
      union all
      (${asked}
        where organization_uuid = o.uuid and date < ${today} and date >= ${today} - ${sql.lit(DAYS_BACK)}
        order by date desc, uuid desc limit ${sql.lit(MOST_PAST)})
    ) e
    order by is_over, days_away, uuid
  ),
  shown as (
    select e.uuid, e.club, e.sequence, greatest(e.changed_at, answered.at) as changed_at,
      judged.standing
    from near e
    left join lateral (${answers}) answered on true
    cross join lateral (
      select case
        when answered.answer is not null then answered.answer
        when e.asked = 'open' and e.member is null then 'shut'
        when e.asked = 'open' and not e.concerned then 'free'
        else e.asked
      end as standing
    ) judged
    where (select scope from feed) = 'all' or judged.standing in ('yes', 'waiting')
      or (e.concerned and judged.standing in ('open', 'free'))
    order by e.is_over, e.days_away, e.uuid
    limit ${sql.lit(MOST_EVENTS)}
  ),
  -- Once, not per event.
  state as materialized (
    select encode(sha256(convert_to(json_build_array(
      (select json_agg(json_build_array(c.uuid, c.name, c.time_zone, c.calendar_sequence)
        order by c.uuid) from clubs c),
      (select json_agg(json_build_array(s.uuid, s.sequence, extract(epoch from s.changed_at),
        s.standing) order by s.uuid) from shown s)
    )::text, 'UTF8')), 'hex') as hash
  )`;
