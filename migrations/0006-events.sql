-- Events (E1 to E6, J1, K1), when they happen, and what is true of them now.

create table events (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null references organizations on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  -- Days and times of day are the club's own, as people write them; deadlines and the cancellation are
  -- instants. Another zone moves times, not deadlines (J12).
  date date not null,
  start_time time,
  end_time time,
  end_date date,
  sign_up_until timestamptz,
  sign_off_until timestamptz,
  place text not null default '' check (length(place) <= 200),
  description text not null default '' check (length(description) <= 10000),

  event_type text not null check (event_type in ('LIMITED_EVENT', 'OPEN_EVENT')),
  asks_answer boolean not null default false,
  max_participants bigint not null default 0
    check (max_participants between 0 and 999999999999999)
    check (event_type = 'LIMITED_EVENT' or max_participants = 0),
  companions smallint not null default 0 check (companions between 0 and 9),
  coming_visible text not null default 'registered'
    check (coming_visible in ('editors', 'registered', 'members')),
  waiting_list boolean not null default true,
  promotion_hours smallint not null default 24 check (promotion_hours between 0 and 168),
  cancelled_at timestamptz,
  cancel_reason text not null default '' check (length(cancel_reason) <= 500),

  -- Places taken, and entries of the waiting list, as triggers count them (0008-answers.sql).
  registered_participants bigint not null default 0 check (registered_participants >= 0),
  waiting bigint not null default 0 check (waiting >= 0),

  -- Kept by keep_moments() below.
  starts_at timestamptz not null default 'infinity',
  begun_by timestamptz not null default 'infinity',
  ends_at timestamptz not null default 'infinity',
  -- Until when answers are asked for: the deadline, or else the start.
  closes_at timestamptz not null default 'infinity',

  series_uuid uuid,
  -- The day that the series' rule gave it, wherever the event has been moved since: with the unique
  -- key, to plan a series twice adds nothing (L3).
  series_date date,
  -- Those that somebody changed for this date alone, which no wider edit overwrites (L5).
  own_fields text[] not null default '{}',

  -- How often, and when last, what calendars show has changed (0012-calendars.sql).
  calendar_sequence integer not null default 0,
  calendar_changed_at timestamptz not null default now(),
  version integer not null default 1,
  created_at timestamptz not null default now(),

  unique (organization_uuid, uuid),
  constraint events_times check (
    (start_time is null or start_time < '24:00') and (end_time is null or end_time < '24:00')
    and (end_time is null or start_time is not null)
    and (end_date is null or end_date between date and date + 60)
    and (end_time is null or coalesce(end_date, date) + end_time > date + start_time)
  ),
  -- Of a limited one everybody signs up or off (J3).
  constraint only_open_events_ask check (event_type = 'OPEN_EVENT' or not asks_answer),
  constraint events_series check (series_uuid is null or series_date is not null),
  constraint events_series_fkey foreign key (organization_uuid, series_uuid)
    references series (organization_uuid, uuid) on delete set null (series_uuid),
  -- At the end of the statement: all dates may move by a week at once.
  constraint events_series_key unique (series_uuid, series_date) deferrable initially immediate
);
-- The board chooses among many dates by the index alone: no two of one series.
create index events_by_date on events (organization_uuid, date, uuid) include (series_uuid);
-- The list without series (E1) neither reads nor counts what it does not show.
create index events_without_series on events (organization_uuid, date, uuid)
  where series_uuid is null;
-- What began before a month and lasts into it (M7).
create index events_of_several_days on events (organization_uuid, date, uuid)
  where end_date is not null;
-- For reminders, whatever the club: what is near.
create index events_near on events (starts_at) where cancelled_at is null;
create index events_closing on events (closes_at) where cancelled_at is null and asks_answer;

-- Who was there: a fact apart from who signed up (E6).
create table participations (
  event_uuid uuid not null,
  member_uuid uuid not null,
  organization_uuid uuid not null,
  created_at timestamptz not null default now(),
  primary key (event_uuid, member_uuid),
  foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade,
  foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
);
create index participations_member on participations (member_uuid);

-- When an event happens. To convert wall time takes the organization's zone, so that no generated
-- column can work it out. Immutable, although the zones' rules may change with an update of Postgres:
-- no index works with the functions themselves.

create function event_start(day date, start_time time, zone text) returns timestamptz
language sql immutable
return (day + coalesce(start_time, time '00:00')) at time zone zone;

-- Without an end of its own an event ends with its day.
create function event_end(day date, end_date date, start_time time, end_time time, zone text)
returns timestamptz language sql immutable
return (coalesce(end_date, day) + coalesce(end_time, time '24:00')) at time zone zone;

-- Without a time an event starts with its day, but has begun only when that is over: so late can its
-- deadlines be (J13). It ends with its last day.
create function event_moments(day date, end_date date, start_time time, end_time time, zone text)
returns table (starts_at timestamptz, begun_by timestamptz, ends_at timestamptz)
language sql immutable rows 1
begin atomic
  select event_start(day, start_time, zone),
    event_start(day, coalesce(start_time, time '24:00'), zone),
    event_end(day, end_date, start_time, end_time, zone);
end;

-- The moments are worked out whenever a day, a time or a deadline is written, and for all events if the
-- organization moves to another zone. An event that is written meanwhile waits, or is waited for: a
-- transaction that writes one holds the lock `absences` of its organization (0007-absences.sql),
-- shared, after the event. One that moves them all holds it alone, after all events by uuid.

-- Its name comes before those of the other triggers that read what it sets.
create function keep_moments() returns trigger language plpgsql as $$
declare
  zone text;
begin
  perform pg_advisory_xact_lock_shared(absences_lock(new.organization_uuid));
  select time_zone into zone from organizations where uuid = new.organization_uuid;
  -- Of an organization that is gone the foreign key tells.
  if zone is null then return new; end if;
  select m.starts_at, m.begun_by, m.ends_at, coalesce(new.sign_up_until, m.starts_at)
    into new.starts_at, new.begun_by, new.ends_at, new.closes_at
    from event_moments(new.date, new.end_date, new.start_time, new.end_time, zone) as m;
  return new;
end $$;
create trigger keep_moments
before insert or update of date, end_date, start_time, end_time, sign_up_until on events
for each row execute function keep_moments();

-- Before settle_waiting_lists (0009-promotion.sql), which promotes by these moments.
create function move_moments() returns trigger language plpgsql as $$
begin
  perform from events where organization_uuid = new.uuid order by uuid for no key update;
  perform pg_advisory_xact_lock(absences_lock(new.uuid));
  update events set date = date where organization_uuid = new.uuid;
  return new;
end $$;
create trigger move_moments after update of time_zone on organizations
for each row when (new.time_zone <> old.time_zone) execute function move_moments();

-- What is true of an event, now or at a moment. Functions of one event can be read like its columns:
-- `e.begun`.

-- Its time has come. An event without one takes answers at any time.
create function begun(e events, moment timestamptz default now()) returns boolean
language sql stable return e.start_time is not null and e.starts_at <= moment;

create function to_come(e events) returns boolean
language sql stable return now() < e.begun_by;

create function over(e events, moment timestamptz default now()) returns boolean
language sql stable return e.ends_at <= moment;

create function sign_up_closed(e events, moment timestamptz default now()) returns boolean
language sql stable return begun(e, moment) or coalesce(e.sign_up_until < moment, false);

create function sign_off_closed(e events) returns boolean
language sql stable return begun(e) or coalesce(e.sign_off_until < now(), false);

-- Members say whether they come (J3).
create function takes_answers(e events) returns boolean
language sql immutable return e.event_type = 'LIMITED_EVENT' or e.asks_answer;

-- The same, of an event that is still to come.
create function awaits_answers(event events) returns boolean
language sql stable return event.cancelled_at is null and takes_answers(event) and to_come(event);

-- Members may still say that they come, whether or not there is room.
create function takes_yes(e events) returns boolean
language sql stable return awaits_answers(e) and not sign_up_closed(e);

-- Of a limited event.
create function free(e events) returns bigint
language sql immutable return e.max_participants - e.registered_participants;

-- Those who wait move up unasked (K3), and not only hear of a free place (K4).
create function promotes(e events) returns boolean
language sql stable return now() < e.starts_at - make_interval(hours => e.promotion_hours);

-- An operation that deletes dates since the rule no longer has them sets `vereinsheim.replanning`.
create function remember_deleted_date() returns trigger language plpgsql as $$
begin
  if current_setting('vereinsheim.replanning', true) is distinct from 'on' then
    -- The series may be gone, too, with its organization.
    insert into series_exceptions (organization_uuid, series_uuid, date)
      select organization_uuid, uuid, old.series_date from series where uuid = old.series_uuid
      on conflict do nothing;
  end if;
  return old;
end $$;
create trigger remember_deleted_date after delete on events
for each row when (old.series_uuid is not null) execute function remember_deleted_date();
