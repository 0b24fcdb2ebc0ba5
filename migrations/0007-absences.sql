-- 'Abwesend von … bis …' (L8): declines what asks for an answer in these days, also what comes later. An
-- answer that somebody gives to a single event wins: `answers.absence_uuid` tells the absence's from
-- theirs, and `left_open` names the events of which they took their answer back.
--
-- Locks: the member, the absence, events by uuid. A transaction that writes an event holds it when the
-- trigger looks for absent members, so it passes over a member that somebody is deleting just then, and
-- an absence that is being taken back: they wait for the event (0009-promotion.sql). One that enters an
-- absence declines what it sees, and a job looks again for events that were being written meanwhile: it
-- waits until those are done, for the lock `absences` of their organization, while it holds nothing
-- else (docs/decisions/0034).

create table absences (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null,
  member_uuid uuid not null,
  from_date date not null,
  until_date date not null,
  left_open uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  check (until_date between from_date and from_date + 366),
  -- The same days twice are one absence.
  unique (member_uuid, from_date, until_date),
  unique (organization_uuid, uuid),
  foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
);
create index absences_by_end on absences (organization_uuid, until_date, from_date);

-- The lock of an organization's absences, to be taken shared by events.
create function absences_lock(organization uuid) returns bigint
language sql immutable return hashtextextended('absences ' || organization, 0);

-- Of events that the caller holds. A member who was absent already when they asked for an answer on
-- other days is not declined again, unless named.
create function decline_for_absent(
  held uuid[], was_from date default null, was_until date default null, named uuid[] default '{}')
returns void language plpgsql as $$
begin
  insert into answers (event_uuid, member_uuid, organization_uuid, answer, absence_uuid)
    select distinct on (event, member) event, member, organization_uuid, 'no', absence
    from (
      select e.uuid as event, m.uuid as member, a.organization_uuid, a.uuid as absence
      from events e
      join absences a on a.organization_uuid = e.organization_uuid
        and a.until_date >= e.date and a.from_date <= coalesce(e.end_date, e.date)
      -- One by one: for a join, Postgres may read the whole club.
      cross join lateral (
        select uuid from members where uuid = a.member_uuid for key share skip locked
      ) as m
      where e.uuid = any(held) and awaits_answers(e) and e.uuid <> all(a.left_open)
        and (was_from is null or a.until_date < was_from or a.from_date > was_until
          or a.member_uuid = any(named))
      for key share of a skip locked
    ) as absent
    where not exists (select from own_answer(event, member))
    order by event, member, absence;
end $$;

-- A slice of what decline_for_absent() does for one event, for the job that does it where many are
-- absent: the next members after one, by uuid. Returns the last that it looked at, or null.
create function decline_slice(held uuid, past uuid, size integer) returns uuid
language plpgsql as $$
declare
  last_member uuid;
begin
  perform from events where uuid = held for no key update;
  with looked as materialized (
    select a.uuid as absence, a.member_uuid as member, a.organization_uuid as organization
    from events e
    join absences a on a.organization_uuid = e.organization_uuid
      and a.until_date >= e.date and a.from_date <= coalesce(e.end_date, e.date)
    where e.uuid = held and awaits_answers(e) and e.uuid <> all(a.left_open)
      and (past is null or a.member_uuid > past)
      and not exists (
        select from answers given where given.event_uuid = held and given.member_uuid = a.member_uuid)
    order by a.member_uuid, a.uuid limit size
    for key share of a skip locked
  ), given as (
    insert into answers (event_uuid, member_uuid, organization_uuid, answer, absence_uuid)
      select distinct on (member) held, member, organization, 'no', absence
      from looked
      cross join lateral (
        select from members where uuid = member for key share skip locked
      ) as present
      order by member, absence
  )
  select member into last_member from looked order by member desc limit 1;
  return last_member;
end $$;

-- By statement: a series has many dates. More than 5,000 declines take seconds, and then longer than a
-- statement may, so these are left to jobs: one at a time of an organization, after all mails.
create function decline_new_for_absent() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(absences_lock(organization_uuid))
    from (select distinct organization_uuid from added) as organizations;
  if (select count(*) > 5000 from (
    select from added e
    join absences a on a.organization_uuid = e.organization_uuid
      and a.until_date >= e.date and a.from_date <= coalesce(e.end_date, e.date)
    where e.event_type <> 'OPEN_EVENT' or e.asks_answer
    limit 5001) as absent)
  then
    perform graphile_worker.add_job('declines', json_build_object('event', uuid),
      queue_name => 'declines ' || organization_uuid, priority => 20) from added order by date;
  else
    perform decline_for_absent(array(select uuid from added));
  end if;
  return null;
end $$;
create trigger decline_new_for_absent after insert on events referencing new table as added
for each statement execute function decline_new_for_absent();

create function decline_changed_for_absent() returns trigger language plpgsql as $$
declare
  last_day date := coalesce(new.end_date, new.date);
  freed uuid[];
  awaited boolean := awaits_answers(old);
begin
  perform pg_advisory_xact_lock_shared(absences_lock(new.organization_uuid));
  with gone as (
    delete from answers given using absences a
    where given.event_uuid = new.uuid and a.uuid = given.absence_uuid
      and (a.until_date < new.date or a.from_date > last_day)
    returning given.member_uuid
  )
  select coalesce(array_agg(member_uuid), '{}') into freed from gone;
  -- In a statement of its own: it sees who has no answer any more.
  perform decline_for_absent(array[new.uuid],
    case when awaited then old.date end,
    case when awaited then coalesce(old.end_date, old.date) end, freed);
  return null;
end $$;
create trigger decline_changed_for_absent
after update of date, end_date, event_type, asks_answer, cancelled_at on events
for each row when (
  (old.date, old.end_date, old.event_type, old.asks_answer, old.cancelled_at) is distinct from
  (new.date, new.end_date, new.event_type, new.asks_answer, new.cancelled_at))
execute function decline_changed_for_absent();
