-- Calendars that follow the events (M1, M3). A feed's address is a secret, stored as its hash; its row
-- also counts the calls of the present hour (M5), so that one statement knows all about a call.

create table calendar_feeds (
  uuid uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  user_uuid uuid not null references users on delete cascade,
  -- Null for all of the user's organizations. A feed of one ends when its user leaves that.
  organization_uuid uuid,
  scope text not null check (scope in ('mine', 'all')),
  label text not null check (btrim(label) <> '' and length(label) <= 100),
  -- At most ten a user, whatever they do at once.
  slot smallint not null check (slot between 1 and 10),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  hour timestamptz not null default now(),
  calls_in_hour smallint not null default 0,
  unique (user_uuid, slot),
  foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
);
create index calendar_feeds_organization on calendar_feeds (organization_uuid, user_uuid);

-- What calendars show depends on the event and on its organization. The version counts edits instead:
-- also one that changes nothing, but no cancellation.
create function count_calendar_change() returns trigger language plpgsql as $$
begin
  new.calendar_sequence := old.calendar_sequence + 1;
  -- Not now(): a transaction that began earlier may change the row later.
  new.calendar_changed_at := greatest(clock_timestamp(), old.calendar_changed_at);
  return new;
end $$;
create trigger count_calendar_change
before update of name, date, start_time, end_date, end_time, place, description, cancelled_at, cancel_reason
on events for each row when (
  (old.name, old.date, old.start_time, old.end_date, old.end_time, old.place, old.description,
    old.cancelled_at, old.cancel_reason) is distinct from
  (new.name, new.date, new.start_time, new.end_date, new.end_time, new.place, new.description,
    new.cancelled_at, new.cancel_reason))
execute function count_calendar_change();
create trigger count_calendar_change before update of name, time_zone on organizations
for each row when ((old.name, old.time_zone) is distinct from (new.name, new.time_zone))
execute function count_calendar_change();
