-- Leaving a club on a day (O8), what is kept of whom and for how long (S4), and erasure (S3). Access
-- lasts until the end of the day `left_on`, by the club's clock; the job 'leaving' then ends it and
-- sets `left_at`, once. What asks whom an event concerns compares days, and waits for no job.
--
-- Locks: users, the organization, groups, members, events by uuid.

alter table members
  -- When what follows of leaving was done; null for who has not left, or not yet.
  add left_at timestamptz,
  -- Why the record is not to be erased, whatever the club's period; '' if it may be (S4).
  add retention_hold text not null default '' check (length(retention_hold) <= 500),
  -- The day from which it is erased, once those who edit members were told.
  add erase_on date,
  -- Somebody who has left has no access.
  add constraint members_left check (left_at is null or left_on is not null and user_uuid is null);
create index members_leaving on members (left_on) where left_on is not null and left_at is null;
create index members_who_left on members (organization_uuid, left_on) where left_on is not null;

-- Whether an identifier is used twice (O10).
create index members_by_identifier on members (organization_uuid, custom_member_identifier)
  where custom_member_identifier <> '';

-- Months after which the record of who has left is erased; null: never by itself.
alter table organizations
  add retention_months smallint check (retention_months between 0 and 120),
  -- The last day on which somebody looked for these records.
  add retention_checked_on date;

-- Who took part and has been erased since: a number without names (S3).
alter table events add erased_attended integer not null default 0;

-- What was erased, so that a backup that still has it can be restored without it. Names nobody.
create table erasures (
  member_uuid uuid primary key,
  organization_uuid uuid not null,
  erased_at timestamptz not null default now()
);

create function club_day(club uuid) returns date language sql stable strict
return (select (now() at time zone o.time_zone)::date from organizations o where o.uuid = club);

create function keep_leaving() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Entered as somebody who has left: there is nothing to end.
    if new.user_uuid is null and new.left_on < club_day(new.organization_uuid) then
      new.left_at := now();
    end if;
    return new;
  end if;
  -- Who gets access again has come back.
  if old.left_at is not null and new.user_uuid is not null then
    new.left_on := null;
  end if;
  if new.left_on is distinct from old.left_on then
    new.erase_on := null;
    if new.left_on is null or new.left_on >= club_day(new.organization_uuid) then
      new.left_at := null;
    end if;
  end if;
  return new;
end $$;
create trigger keep_leaving_of_new before insert on members
for each row when (new.left_on is not null) execute function keep_leaving();
create trigger keep_leaving before update of user_uuid, left_on on members
for each row execute function keep_leaving();

-- One at a time of an organization, after all mails. Another day takes the place of the first.
create function queue_leaving() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('leaving', json_build_object('member', new.uuid),
    queue_name => 'leaving ' || new.organization_uuid, priority => 20,
    job_key => 'leaving:' || new.uuid,
    run_at => (select (new.left_on + 1)::timestamp at time zone o.time_zone
      from organizations o where o.uuid = new.organization_uuid));
  return null;
end $$;
create trigger queue_leaving after insert or update of left_on on members
for each row when (new.left_on is not null and new.left_at is null) execute function queue_leaving();

-- One member of a club, or all of them, without reading rows: an index by name would be walked as a whole.
create index members_of_club on members (organization_uuid, uuid) include (left_on);

-- Whom an event concerns (0014-groups.sql): nobody who has left the club before its day. That members
-- of a group belong to the club is said of the group alone: of the members, Postgres would read the
-- whole club.
create or replace function concerned(event events) returns setof members language sql stable as $$
  select m.* from members m
  where m.organization_uuid = event.organization_uuid and event.groups = '{}'
    and (m.left_on is null or m.left_on >= event.date)
    and not exists (select from series_opt_outs o
      where o.series_uuid = event.series_uuid and o.member_uuid = m.uuid)
  union all
  select m.* from members m
  where event.groups <> '{}'
    and (m.left_on is null or m.left_on >= event.date)
    and m.uuid in (
      select gm.member_uuid from group_members gm
      join groups g on g.organization_uuid = event.organization_uuid and g.uuid = gm.group_uuid
        and g.archived_at is null
      where gm.group_uuid = any(event.groups) and gm.until is null)
    and not exists (select from series_opt_outs o
      where o.series_uuid = event.series_uuid and o.member_uuid = m.uuid)
$$;

-- Takes a member's name, and that of their user, out of their club's log (S3), where the log says that
-- it is a person's: whoever edits members chooses names, and is not to rewrite what became of an event
-- that is called so. That is also why a name stays that would reach from one quotation into the next.
-- A name that somebody else of the club has stays, too: nobody knows whom an entry means. It is a
-- function so that an operator with two database users can give it its owner's rights (`npm run admin --
-- database-roles`): the user of the running program may then still not change the log otherwise.
create function erase_from_audit_log(erased uuid) returns void language plpgsql as $$
declare
  pseudonym text := 'Mitglied ' || left(erased::text, 8);
  club uuid;
  quoted text;
begin
  for club, quoted in
    select m.organization_uuid, '„' || of.name || '“'
    from members m
    left join users u on u.uuid = m.user_uuid
    cross join lateral (values (m.first_name || ' ' || m.last_name),
      (u.first_name || ' ' || u.last_name)) as of (name)
    where m.uuid = erased and of.name is not null and of.name !~ '“.*„'
      and not exists (select from members other
        where other.organization_uuid = m.organization_uuid and other.uuid <> m.uuid
          and other.first_name || ' ' || other.last_name = of.name)
      and not exists (select from organization_users other
        where other.organization_uuid = m.organization_uuid
          and other.user_uuid is distinct from m.user_uuid
          and other.first_name || ' ' || other.last_name = of.name)
  loop
    update audit_log set action = replace(replace(replace(replace(action,
        'Mitglied ' || quoted, pseudonym), 'Benutzer ' || quoted, pseudonym),
        'Konto ' || quoted, 'Konto ' || pseudonym),
        'Antwort von ' || quoted, 'Antwort von ' || pseudonym)
      where organization_uuid = club and strpos(action, quoted) > 0;
  end loop;
end $$;

-- Erases a member and all that their club stores about them; with their access, which VH004 refuses for
-- the last admin's. The caller holds the user and the organization. Returns whether there was one.
create function erase_member(erased uuid, and_access boolean default true) returns boolean
language plpgsql as $$
declare
  member members;
begin
  select * into member from members where uuid = erased for update;
  if not found then return false; end if;
  perform erase_from_audit_log(erased);
  if and_access and member.user_uuid is not null then
    delete from notifications
      where user_uuid = member.user_uuid and organization_uuid = member.organization_uuid;
    delete from organization_users
      where user_uuid = member.user_uuid and organization_uuid = member.organization_uuid;
  end if;
  perform from events
    where uuid in (
      select event_uuid from participations where member_uuid = erased
      union all select event_uuid from answers where member_uuid = erased and answer <> 'no')
    order by uuid for no key update;
  update events set erased_attended = erased_attended + 1
    where uuid in (select event_uuid from participations where member_uuid = erased);
  insert into erasures (member_uuid, organization_uuid) values (erased, member.organization_uuid)
    on conflict do nothing;
  delete from members where uuid = erased;
  return true;
end $$;
