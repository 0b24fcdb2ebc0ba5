-- Organizations, their users and permissions (section 6 of the specification). Every table that
-- belongs to an organization carries its uuid, so that the data can be distributed by it.

create table organizations (
  uuid uuid primary key default gen_random_uuid(),
  name text collate "de-x-icu" not null check (btrim(name) <> '' and length(name) <= 200),
  motd text not null default '' check (length(motd) <= 10000),
  -- Days and times of events are the club's own, by this clock (J12).
  time_zone text not null default 'Europe/Berlin' check (length(time_zone) <= 64),
  -- Who sees the names of those who come to an event, unless the event says otherwise (X4).
  coming_visible text not null default 'registered'
    check (coming_visible in ('editors', 'registered', 'members')),
  digest_rhythm text not null default 'daily' check (digest_rhythm in ('daily', 'weekly')),
  -- From when its admins need a second factor; null if they need none (T6).
  admins_need_factor_from timestamptz,
  -- When they were last told, which is not repeated within a day, and when reminded of the above.
  admins_told_of_factor_at timestamptz,
  admins_reminded_of_factor_at timestamptz,
  -- How often, and when last, what calendars show has changed (0012-calendars.sql).
  calendar_sequence integer not null default 0,
  calendar_changed_at timestamptz not null default now(),
  -- Counts edits, so that people who edit can be told that someone else has done so since; also of
  -- members, events, polls and series. Sign-ups, links to users and the like do not count.
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create table organization_users (
  organization_uuid uuid not null references organizations on delete cascade,
  user_uuid uuid not null references users on delete cascade,
  -- A copy of the user's name, so that one index returns an organization's users in German order,
  -- page by page (C3).
  first_name text collate "de-x-icu" not null default '',
  last_name text collate "de-x-icu" not null default '',
  -- Null: as the club has it.
  digest_rhythm text check (digest_rhythm in ('daily', 'weekly')),
  joined_at timestamptz not null default now(),
  primary key (organization_uuid, user_uuid)
);
create index organization_users_user on organization_users (user_uuid);
create index organization_users_by_name
  on organization_users (organization_uuid, last_name, first_name, user_uuid);

create function take_name() returns trigger language plpgsql as $$
begin
  -- Shared lock: a change of name under way is waited for, and one that comes later sees this row.
  select first_name, last_name into new.first_name, new.last_name
    from users where uuid = new.user_uuid for share;
  -- Nobody of that id: the foreign key says so.
  new.first_name = coalesce(new.first_name, '');
  new.last_name = coalesce(new.last_name, '');
  return new;
end $$;
create trigger take_name before insert on organization_users
for each row execute function take_name();

create function pass_name_on() returns trigger language plpgsql as $$
begin
  update organization_users set first_name = new.first_name, last_name = new.last_name
    where user_uuid = new.uuid;
  return null;
end $$;
create trigger pass_name_on after update of first_name, last_name on users
for each row when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name))
execute function pass_name_on();

create table permissions (
  organization_uuid uuid not null,
  user_uuid uuid not null,
  permission text not null check (permission in ('ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS')),
  granted_at timestamptz not null default now(),
  primary key (organization_uuid, user_uuid, permission),
  foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
);
create index permissions_admins on permissions (organization_uuid)
  where permission = 'ORGANIZATION_ADMIN';

-- An organization never loses its last ORGANIZATION_ADMIN (C4), whether the permission is revoked, the
-- user removed, or the account deleted: all of these delete a row of permissions. SQLSTATE VH004 means
-- that it would. The trigger takes the organization's row lock before it counts, so two admins who
-- remove each other come one after the other, and the second sees the first one's effect. Deleting
-- the organization itself deletes its row first, and then there is nothing left to protect.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  -- Strong enough against one another and against deletion, and no hindrance to foreign keys' checks.
  perform from organizations where uuid = old.organization_uuid for no key update;
  if found and not exists (
    select from permissions
    where organization_uuid = old.organization_uuid and permission = 'ORGANIZATION_ADMIN'
  ) then
    raise exception 'organization % would have no admin', old.organization_uuid using errcode = 'VH004';
  end if;
  return null;
end $$;
create trigger keep_an_admin after delete or update on permissions
for each row when (old.permission = 'ORGANIZATION_ADMIN') execute function keep_an_admin();
