-- Events that repeat (L1), and the breaks in which they do not. A date of a series is an event like any
-- other (0006-events.sql).
--
-- Locks: the series (FOR NO KEY UPDATE), then its events by uuid (L7). A transaction that holds an
-- event may still refer to its series, as the trigger does that remembers a deleted date: that takes a
-- KEY SHARE, which does not wait.

create table series (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null references organizations on delete cascade,
  -- RFC 5545 without 'RRULE:', such as 'FREQ=WEEKLY;BYDAY=TU'; counts from starts_on.
  rule text not null check (length(rule) <= 200),
  starts_on date not null,
  -- The last day on which a date may be: of a series that was split or ended.
  ends_on date,
  skip_holidays text check (skip_holidays in
    ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH')),
  skip_breaks boolean not null default false,
  -- What each date has: the fields of an event, its days counted from the first.
  template jsonb not null,
  -- How far ahead its dates have been made; null once there are no more to come.
  planned_until date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (organization_uuid, uuid)
);
create index series_planned on series (planned_until) where planned_until is not null;

-- Days of the rule on which nothing takes place, since their date was deleted.
create table series_exceptions (
  organization_uuid uuid not null,
  series_uuid uuid not null,
  date date not null,
  primary key (series_uuid, date),
  foreign key (organization_uuid, series_uuid) references series (organization_uuid, uuid) on delete cascade
);

create table breaks (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null references organizations on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  from_date date not null,
  until_date date not null,
  check (until_date between from_date and from_date + 366)
);
create index breaks_by_date on breaks (organization_uuid, from_date, uuid);
