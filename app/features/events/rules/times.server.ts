import { sql } from 'kysely';
import { MOST_DAYS } from '../schema';

/**
 * What contradicts itself in the times of a row (J13), which has the columns of events, and `latest`, the
 * last moment for deadlines. To be joined; each is null or false if there is nothing wrong.
 */
export const timesFaults = sql`lateral (
  select end_date < date as ends_before, end_date > date + ${MOST_DAYS}::int as too_long,
    end_time is not null and start_time is null as startless,
    end_time is not null and (m.ends_at <= m.starts_at
      or coalesce(end_date, date) + end_time <= date + start_time) as reversed,
    sign_up_until > latest as late_sign_up, sign_off_until > latest as late_sign_off
  from event_moments(date, end_date, start_time, end_time, time_zone) as m)`;
