-- Groups: whom an event is for (U1 to U11). They steer whom we ask and write to, never who may look,
-- answer or sign up.
--
-- Locks: the organization (to count its groups), the group, members, events by uuid.

create table groups (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null references organizations on delete cascade,
  name text collate "de-x-icu" not null check (btrim(name) <> '' and length(name) <= 100),
  color text not null default 'gray'
    check (color in ('red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'gray')),
  -- Nobody is asked for an archived group; its events stay.
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (organization_uuid, uuid)
);
create unique index groups_name on groups (organization_uuid, lower(name));

-- 200 of an organization at most. Its row is locked, so that two groups at once are counted one after
-- the other.
create function keep_few_groups() returns trigger language plpgsql as $$
begin
  perform from organizations where uuid = new.organization_uuid for no key update;
  if (select count(*) from groups where organization_uuid = new.organization_uuid) >= 200 then
    raise exception using errcode = 'VH010', message = 'too many groups';
  end if;
  return new;
end $$;
create trigger keep_few_groups before insert on groups
for each row execute function keep_few_groups();

create table group_members (
  organization_uuid uuid not null,
  group_uuid uuid not null,
  member_uuid uuid not null,
  leader boolean not null default false,
  since timestamptz not null default now(),
  -- Null for as long as they belong to it.
  until timestamptz check (until >= since),
  foreign key (organization_uuid, group_uuid) references groups (organization_uuid, uuid) on delete cascade,
  foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
);
create unique index group_members_now on group_members (group_uuid, member_uuid) where until is null;
create index group_members_of_member on group_members (member_uuid, group_uuid, since);
create index group_members_of_group on group_members (group_uuid);
create index group_members_leaders on group_members (group_uuid) where leader and until is null;

-- The groups that an event is for; none is everyone. Where they are gone, archived or empty, it is for
-- nobody (U11): that is why a group that is deleted stays in it.
alter table events add groups uuid[] not null default '{}' check (cardinality(groups) <= 200);

-- 'Das betrifft mich nicht' (U6).
create table series_opt_outs (
  organization_uuid uuid not null,
  series_uuid uuid not null,
  member_uuid uuid not null,
  created_at timestamptz not null default now(),
  primary key (series_uuid, member_uuid),
  foreign key (organization_uuid, series_uuid) references series (organization_uuid, uuid) on delete cascade,
  foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
);
create index series_opt_outs_of_member on series_opt_outs (member_uuid);

-- Whom an event concerns (U4): the one place that says so. Who has answered is another matter.
-- Postgres inlines it, so that a query with one member looks up that one.
create function concerned(event events) returns setof members language sql stable as $$
  select m.* from members m
  where m.organization_uuid = event.organization_uuid and event.groups = '{}'
    and not exists (select from series_opt_outs o
      where o.series_uuid = event.series_uuid and o.member_uuid = m.uuid)
  union all
  select m.* from members m
  where m.organization_uuid = event.organization_uuid
    and m.uuid in (
      select gm.member_uuid from group_members gm
      join groups g on g.uuid = gm.group_uuid and g.archived_at is null
      where gm.group_uuid = any(event.groups) and gm.until is null)
    and not exists (select from series_opt_outs o
      where o.series_uuid = event.series_uuid and o.member_uuid = m.uuid)
$$;

-- Absences (0007-absences.sql) decline what concerns their member, and nothing else.

-- Of events that the caller holds. A member who was absent already when they asked for an answer on
-- other days is not declined again, unless named.
create or replace function decline_for_absent(
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
        and exists (select from concerned(e) c where c.uuid = a.member_uuid)
      for key share of a skip locked
    ) as absent
    where not exists (select from own_answer(event, member))
    order by event, member, absence;
end $$;

create or replace function decline_slice(held uuid, past uuid, size integer) returns uuid
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
      and exists (select from concerned(e) c where c.uuid = a.member_uuid)
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

-- As for another day, so for other groups.
create or replace function decline_changed_for_absent() returns trigger language plpgsql as $$
declare
  last_day date := coalesce(new.end_date, new.date);
  freed uuid[];
  awaited boolean := awaits_answers(old) and old.groups = new.groups;
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
create trigger decline_regrouped_for_absent after update of groups on events
for each row when (old.groups <> new.groups
  and (old.date, old.end_date, old.event_type, old.asks_answer, old.cancelled_at) is not distinct from
    (new.date, new.end_date, new.event_type, new.asks_answer, new.cancelled_at))
execute function decline_changed_for_absent();

-- Somebody who joins a group is asked from then on (U11), as is somebody whom a series concerns again:
-- the job looks for what their absences decline.
create function look_for_absent() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('absence', json_build_object('absence', a.uuid))
  from asked join absences a on a.member_uuid = asked.member_uuid and a.until_date >= current_date;
  return null;
end $$;
create trigger look_for_absent after insert on group_members referencing new table as asked
for each statement execute function look_for_absent();
create trigger look_for_absent after delete on series_opt_outs referencing old table as asked
for each statement execute function look_for_absent();

-- Who joins a group is told what was announced before (U11).
create function announce_to_joined() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('joined', json_build_object('group', group_uuid),
    job_key => 'joined:' || group_uuid)
  from (select distinct group_uuid from joined) as groups;
  return null;
end $$;
create trigger announce_to_joined after insert on group_members referencing new table as joined
for each statement execute function announce_to_joined();

-- News of groups that a user does not want to be told (U9).
create table group_mutes (
  organization_uuid uuid not null,
  group_uuid uuid not null,
  user_uuid uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_uuid, group_uuid),
  foreign key (organization_uuid, user_uuid) references organization_users on delete cascade,
  foreign key (organization_uuid, group_uuid) references groups (organization_uuid, uuid) on delete cascade
);
create index group_mutes_of_group on group_mutes (group_uuid);

-- Whether a user wants no news of an event: they have switched off all of its groups that they belong
-- to, and do not come. Whom it does not concern is another matter.
create function mutes_news(reader uuid, event uuid) returns boolean language sql stable return
  exists (
    select from events e join group_mutes muted on muted.group_uuid = any(e.groups)
    where e.uuid = event and muted.user_uuid = reader)
  and not exists (
    select from events e
    join groups g on g.uuid = any(e.groups) and g.archived_at is null
    join group_members gm on gm.group_uuid = g.uuid and gm.until is null
    join members m on m.uuid = gm.member_uuid and m.user_uuid = reader
    where e.uuid = event and not exists (
      select from group_mutes muted where muted.group_uuid = g.uuid and muted.user_uuid = reader))
  and not exists (
    select from members m
    join answers a on a.event_uuid = event and a.member_uuid = m.uuid and a.answer <> 'no'
    where m.user_uuid = reader);

-- A group that has lost a leader may have none any more (U11): they left it, lead it no longer, or have
-- no account. A while later, since another one may follow at once.
create function look_for_leader(of_group uuid) returns void language plpgsql as $$
begin
  perform graphile_worker.add_job('leaderless', json_build_object('group', of_group),
    job_key => 'leaderless:' || of_group, run_at => now() + interval '5 minutes');
end $$;
create function leader_has_left() returns trigger language plpgsql as $$
begin
  perform look_for_leader(old.group_uuid);
  return null;
end $$;
create trigger leader_has_left after delete on group_members
for each row when (old.leader and old.until is null) execute function leader_has_left();
create trigger leader_leads_no_longer after update of leader, until on group_members
for each row when (old.leader and old.until is null and not (new.leader and new.until is null))
execute function leader_has_left();

create function leader_without_user() returns trigger language plpgsql as $$
begin
  perform look_for_leader(group_uuid) from group_members
  where member_uuid = new.uuid and leader and until is null;
  return null;
end $$;
create trigger leader_without_user after update of user_uuid on members
for each row when (old.user_uuid is not null and new.user_uuid is null)
execute function leader_without_user();

-- A message to a group (U8): its audience is 'group' and the name that it had.
alter table messages add group_uuid uuid,
  add foreign key (organization_uuid, group_uuid) references groups (organization_uuid, uuid)
    on delete set null (group_uuid);
create index messages_group on messages (group_uuid) where group_uuid is not null;
