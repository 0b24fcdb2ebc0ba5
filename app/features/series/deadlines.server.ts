import { type RawBuilder, sql } from 'kysely';

/**
 * Deadlines of dates, computed by Postgres: on the club's clock, and never after the start, even
 * when the clocks change. In a query that has the organisation as `o`.
 */

type Term = RawBuilder<unknown>;

/** The last moment for a deadline: the start, or without one the end of the first day (J13). */
export const latestOn = (day: Term, startTime: Term) => sql`(
  select begun_by from event_moments(${day}, null, ${startTime}, null, o.time_zone))`;

/** A deadline at a time of day, some days after a day. */
export const deadlineOn = (day: Term, { days, time }: { days: Term; time: Term }, latest: Term) =>
  sql`least((${day} + ${days}::integer + ${time}::time) at time zone o.time_zone, ${latest})`;

/** A deadline that keeps its distance from a day that moves; none stays none. */
export const deadlineMoved = (deadline: Term, from: Term, to: Term, latest: Term) => sql`case
  when ${deadline} is null or ${to} = ${from} then ${deadline}
  else least(((${deadline} at time zone o.time_zone) + make_interval(days => ${to} - ${from}))
    at time zone o.time_zone, ${latest}) end`;
