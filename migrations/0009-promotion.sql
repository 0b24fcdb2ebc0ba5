-- The waiting list moves by itself: whatever frees a place promotes in the same transaction, so that
-- after each commit nobody waits who fits (K2, K3; docs/decisions/0034).
--
-- `settled()` takes who fits in the order of the waiting list. It passes over a member that somebody is
-- deleting just then (`skip locked`): they hold the member and wait for the event, so to wait for them
-- would be a deadlock. Nothing but deletion may therefore hold a member's row so strongly (FOR UPDATE):
-- one who is passed over and stays would wait although they fit. Until `promotion_hours` before the
-- start it gives places away unasked; after that it tells all who wait and fit (K4). Once the event has
-- begun, nothing moves.

-- What moves entries of the waiting list; the caller holds the event.

-- Who gets so many places. Reads no more at a time than could move up: it locks whom it reads.
create function next_in_line(freed_event uuid, free bigint) returns uuid[]
language plpgsql as $$
declare
  entry record;
  reached bigint := 0;
  chosen uuid[] := '{}';
begin
  loop
    for entry in
      select a.seq, a.member_uuid, a.places
      from answers a join members m on m.uuid = a.member_uuid
      where a.event_uuid = freed_event and a.answer = 'waiting' and a.seq > reached
        and a.places <= free
      order by a.seq limit free for key share of m skip locked
    loop
      reached := entry.seq;
      continue when entry.places > free;
      chosen := chosen || entry.member_uuid;
      free := free - entry.places;
      exit when free = 0;
    end loop;
    exit when free = 0 or not found;
  end loop;
  return chosen;
end $$;

-- Returns the places taken, for the caller to count: by row triggers, 490 would take seconds.
create function seat(promoted_event uuid, chosen uuid[]) returns bigint
language plpgsql as $$
declare
  taken bigint;
begin
  -- An error takes this back with everything else.
  perform set_config('vereinsheim.moving_up', 'on', true);
  with seated as (
    update answers set answer = 'yes', promoted_at = now(), created_at = now()
    where event_uuid = promoted_event and member_uuid = any(chosen) and answer = 'waiting'
    returning *
  ), told as (
    insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
    select seated.organization_uuid, m.user_uuid, m.uuid, promoted_event, 'promoted',
      format('promoted:%s:%s', promoted_event, seated.seq)
    from seated join members m on m.uuid = seated.member_uuid
    where m.user_uuid is not null
    on conflict do nothing
  )
  select coalesce(sum(places), 0) into taken from seated;
  perform set_config('vereinsheim.moving_up', '', true);
  return taken;
end $$;

create function empty_waiting_list(opened_event uuid, tells boolean) returns void
language plpgsql as $$
begin
  insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
    select a.organization_uuid, m.user_uuid, m.uuid, opened_event, 'opened',
      format('opened:%s:%s', opened_event, a.seq)
    from answers a join members m on m.uuid = a.member_uuid
    where tells and a.event_uuid = opened_event and a.answer = 'waiting' and m.user_uuid is not null
    on conflict do nothing;
  perform set_config('vereinsheim.moving_up', 'on', true);
  delete from answers where event_uuid = opened_event and answer = 'waiting';
  perform set_config('vereinsheim.moving_up', '', true);
end $$;

-- What follows from the state of an event.

-- Takes the event as it will be and returns it with its new counters, to be stored in one update with
-- the change: to update a row twice in a transaction makes Postgres check its foreign key, and so lock
-- the organization, which a transaction that deletes it has locked before.
create function settled(event events, tells boolean) returns events language plpgsql as $$
declare
  free bigint := event.max_participants - event.registered_participants;
  chosen uuid[];
begin
  -- Cancelled, it stays as it is until it takes place after all.
  if event.waiting = 0 or event.cancelled_at is not null
    or event.event_type = 'LIMITED_EVENT' and free <= 0
  then
    return event;
  end if;
  if event.event_type = 'OPEN_EVENT' then
    perform empty_waiting_list(event.uuid, tells and to_come(event));
    event.waiting := 0;
  elsif not to_come(event) then
    return event;
  elsif promotes(event) then
    chosen := next_in_line(event.uuid, free);
    if cardinality(chosen) = 0 then return event; end if;
    event.registered_participants := event.registered_participants + seat(event.uuid, chosen);
    event.waiting := event.waiting - cardinality(chosen);
  elsif tells then
    -- Places that change hands within minutes are one mail.
    insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
      select event.organization_uuid, m.user_uuid, m.uuid, event.uuid, 'place_free',
        format('place_free:%s:%s', event.uuid, floor(extract(epoch from now()) / 900))
      from answers a join members m on m.uuid = a.member_uuid
      where a.event_uuid = event.uuid and a.answer = 'waiting' and a.places <= free
        and m.user_uuid is not null
      on conflict do nothing;
  end if;
  return event;
end $$;

-- Returns how many were promoted. So many places have been freed that are still counted.
create function promote(freed_event uuid, tells boolean default true, freed bigint default 0)
returns bigint language plpgsql as $$
declare
  event events;
  waited bigint;
begin
  select * into event from events where uuid = freed_event for no key update;
  if not found then return 0; end if;
  waited := event.waiting;
  event.registered_participants := event.registered_participants - freed;
  event := settled(event, tells);
  if freed <> 0 or event.waiting <> waited then
    update events
      set registered_participants = event.registered_participants, waiting = event.waiting
      where uuid = freed_event;
  end if;
  return waited - event.waiting;
end $$;

-- Out of turn.
create function move_up(promoted_event uuid, chosen uuid[]) returns void
language plpgsql as $$
declare
  wanted bigint;
  entries bigint;
  event events;
begin
  -- Before they are counted, for callers that do not hold it yet.
  select * into event from events where uuid = promoted_event for no key update;
  select coalesce(sum(places), 0), count(*) into wanted, entries from answers
    where event_uuid = promoted_event and member_uuid = any(chosen) and answer = 'waiting';
  if entries = 0 then return; end if;
  if event.cancelled_at is not null then
    raise exception 'event % is cancelled', promoted_event using errcode = 'VH008';
  elsif event.registered_participants + wanted > event.max_participants then
    raise exception 'event % is full', promoted_event using errcode = 'VH001';
  end if;
  perform seat(promoted_event, chosen);
  update events
    set registered_participants = registered_participants + wanted, waiting = waiting - entries
    where uuid = promoted_event;
end $$;

-- Before, so that one update stores what follows, and returns it.
create function settle_waiting_list() returns trigger language plpgsql as $$
begin
  return settled(new, true);
end $$;
create trigger settle_waiting_list
before update of date, start_time, event_type, max_participants, promotion_hours, cancelled_at on events
for each row when (new.waiting > 0 and
  (new.date, new.start_time, new.event_type, new.max_participants, new.promotion_hours, new.cancelled_at)
  is distinct from
  (old.date, old.start_time, old.event_type, old.max_participants, old.promotion_hours, old.cancelled_at))
execute function settle_waiting_list();

-- In another zone an event starts at another moment, so that places may be given away again.
create function settle_waiting_lists() returns trigger language plpgsql as $$
declare
  event record;
begin
  for event in
    select uuid from events where organization_uuid = new.uuid and waiting > 0
    order by uuid for no key update
  loop
    perform promote(event.uuid, false);
  end loop;
  return new;
end $$;
create trigger settle_waiting_lists after update of time_zone on organizations
for each row when (new.time_zone <> old.time_zone) execute function settle_waiting_lists();

-- For deleting an organization: locks all that the cascade will find, in the order that holds
-- everywhere. By itself it would hold one member's events and wait for the next member, whose own
-- deletion waits for such an event. A series is locked less strongly, so that who holds an event does
-- not wait to refer to it. It is no trigger, since the organization itself must not be locked against
-- references to it before the rest is held.
create function lock_all_of_organization(organization uuid) returns void
language plpgsql as $$
begin
  perform from organizations where uuid = organization for no key update;
  perform from organization_users where organization_uuid = organization
    order by user_uuid for update;
  perform from series where organization_uuid = organization order by uuid for no key update;
  perform from members where organization_uuid = organization order by uuid for update;
  perform from events where organization_uuid = organization order by uuid for update;
end $$;
