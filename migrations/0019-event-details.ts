import { type Kysely, sql } from 'kysely';

/**
 * Events get a time, a place, a description, deadlines and their own rules for answers (J1, K1);
 * organisations a time zone and a default for who sees who comes (X4).
 *
 * Days and times of day are the club's own, as people write them; deadlines and the cancellation
 * are instants. `event_start()` and `event_end()` say when an event happens: to convert wall time
 * takes the organisation's zone, so that no column can work it out. Another zone moves times, not
 * deadlines (J12).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column time_zone text not null default 'Europe/Berlin' check (length(time_zone) <= 64),
      add column coming_visible text not null default 'registered'
        check (coming_visible in ('editors', 'registered', 'members'))`.execute(db);
  await sql`
    alter table events
      add column start_time time,
      add column end_time time,
      add column end_date date,
      add column place text not null default '' check (length(place) <= 200),
      add column description text not null default '' check (length(description) <= 10000),
      add column sign_up_until timestamptz,
      add column sign_off_until timestamptz,
      add column asks_answer boolean not null default false,
      add column companions smallint not null default 0 check (companions between 0 and 9),
      -- For the events that exist; those to come take their club's default.
      add column coming_visible text not null default 'editors'
        check (coming_visible in ('editors', 'registered', 'members')),
      add column cancelled_at timestamptz,
      add column cancel_reason text not null default '' check (length(cancel_reason) <= 500),
      add column waiting_list boolean not null default true,
      add column waiting bigint not null default 0 check (waiting >= 0),
      add column promotion_hours smallint not null default 24
        check (promotion_hours between 0 and 168),
      add constraint events_times check (
        (start_time is null or start_time < '24:00') and (end_time is null or end_time < '24:00')
        and (end_time is null or start_time is not null)
        and (end_date is null or end_date between date and date + 60)
        and (end_time is null or coalesce(end_date, date) + end_time > date + start_time)
      )`.execute(db);
  await sql`alter table events alter column coming_visible set default 'registered'`.execute(db);

  // Immutable, although the zones' rules may change with an update of Postgres: no index holds the
  // result.
  await sql`
    create function event_start(day date, start_time time, zone text) returns timestamptz
    language sql immutable
    return (day + coalesce(start_time, time '00:00')) at time zone zone`.execute(db);
  // Without an end of its own an event ends with its day.
  await sql`
    create function event_end(day date, end_date date, start_time time, end_time time, zone text)
    returns timestamptz language sql immutable
    return (coalesce(end_date, day) + coalesce(end_time, time '24:00')) at time zone zone`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function event_start(date, time, text)`.execute(db);
  await sql`drop function event_end(date, date, time, time, text)`.execute(db);
  await sql`
    alter table events
      drop constraint events_times, drop column start_time, drop column end_time,
      drop column end_date, drop column place, drop column description, drop column sign_up_until,
      drop column sign_off_until, drop column asks_answer, drop column companions,
      drop column coming_visible, drop column cancelled_at, drop column cancel_reason,
      drop column waiting_list, drop column waiting, drop column promotion_hours`.execute(db);
  await sql`alter table organizations drop column time_zone, drop column coming_visible`.execute(
    db,
  );
}
