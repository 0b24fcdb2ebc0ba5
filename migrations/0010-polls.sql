-- Polls of an event, their options, and one answer per member and poll (F1 to F5). SQLSTATE VH003: the
-- poll is closed; VH005: the option is answered.

create table polls (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null,
  event_uuid uuid not null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  description text not null default '' check (length(description) <= 10000),
  closed boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (organization_uuid, uuid),
  foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade
);
create index polls_of_event on polls (event_uuid, created_at, uuid);

create table poll_options (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null,
  poll_uuid uuid not null,
  index integer not null check (index >= 0),
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  unique (poll_uuid, index),
  unique (poll_uuid, uuid),
  foreign key (organization_uuid, poll_uuid) references polls (organization_uuid, uuid) on delete cascade
);

-- An option that somebody has answered stays as it was answered: it is deleted only with its poll, and
-- cannot be renamed. The trigger takes the poll's row lock before it looks, so an answer under way
-- counts.
create function keep_answered_option() returns trigger language plpgsql as $$
begin
  perform from polls where uuid = old.poll_uuid for no key update;
  if exists (select from poll_answers where poll_uuid = old.poll_uuid and option_uuid = old.uuid) then
    raise exception 'option % is answered', old.uuid using errcode = 'VH005';
  end if;
  return new;
end $$;
create trigger keep_answered_option before update of name on poll_options
for each row when (old.name is distinct from new.name)
execute function keep_answered_option();

create table poll_answers (
  poll_uuid uuid not null,
  member_uuid uuid not null,
  organization_uuid uuid not null,
  option_uuid uuid not null,
  created_at timestamptz not null default now(),
  primary key (poll_uuid, member_uuid),
  -- The option is one of this poll's. Checked once the statement is through: deleting a poll takes
  -- options and answers in any order.
  foreign key (poll_uuid, option_uuid) references poll_options (poll_uuid, uuid),
  foreign key (organization_uuid, poll_uuid) references polls (organization_uuid, uuid) on delete cascade,
  foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
);
create index poll_answers_member on poll_answers (member_uuid);
-- In the order in which the poll's administration lists them; it also counts them without the rows (F3).
create index poll_answers_of_option
  on poll_answers (poll_uuid, option_uuid, created_at, member_uuid);

-- A poll that is gone is not closed: its answer is left to the foreign key (23503).
create function refuse_answer_to_closed_poll() returns trigger language plpgsql as $$
declare
  is_closed boolean;
begin
  -- The share lock makes closing wait for answers under way, and answers wait for a closing under way.
  select closed into is_closed from polls where uuid = new.poll_uuid for share;
  if is_closed then
    raise exception 'poll % is closed', new.poll_uuid using errcode = 'VH003';
  end if;
  return new;
end $$;
create trigger refuse_answer_to_closed_poll before insert on poll_answers
for each row execute function refuse_answer_to_closed_poll();
