-- What members are told by mail, how they want it (N1, N2), and what was sent.

-- What somebody wrote to many (N11). To very many the queue hands it over, a moment after it was
-- written (X9): 'distributed_at'. Until then 'count' says how many were expected.
create table messages (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null references organizations (uuid) on delete cascade,
  sender_uuid uuid references users (uuid) on delete set null,
  event_uuid uuid,
  -- In words of the program.
  audience text[] not null check (cardinality(audience) between 1 and 10),
  subject text not null check (length(subject) between 1 and 200),
  body text not null check (length(body) between 1 and 10000),
  replies boolean not null default false,
  -- By mail.
  count integer not null default 0 check (count >= 0),
  distributed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (organization_uuid, uuid),
  foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid)
    on delete set null (event_uuid)
);
create index messages_club on messages (organization_uuid, created_at desc, uuid);
create index messages_event on messages (event_uuid) where event_uuid is not null;
create index messages_sender on messages (sender_uuid) where sender_uuid is not null;
create index messages_age on messages (created_at);

-- The outbox of mails: written in the transaction of its cause, by operations and triggers alike, and
-- handed to the queue of mails by a job. The unique key makes a cause that comes twice one mail. A row
-- may be about no event (polls, messages) and about no member (news of an event for users who are none).
--
-- Users and members have no foreign keys here, since these are locked before events (0008-answers.sql):
-- a transaction that notifies with an event's lock would wait for one that deletes a member and waits
-- for that event. Triggers forget what an account or a member that is gone would have been told. A row
-- that was being written meanwhile can stay: the job that sends mails finds nobody for it.
create table notifications (
  id bigint generated always as identity primary key,
  organization_uuid uuid not null,
  user_uuid uuid not null,
  member_uuid uuid,
  event_uuid uuid,
  poll_uuid uuid,
  message_uuid uuid,
  kind text not null check (length(kind) <= 40),
  -- What was different, for mails about a change: the old values.
  details jsonb not null default '{}',
  dedupe text not null check (length(dedupe) <= 200),
  -- Goes to many and may wait for others (N12).
  bulk boolean not null default false,
  -- How it waits at present.
  way text not null default 'mail' check (way in ('mail', 'digest')),
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The notification in whose mail it is told.
  sent_with bigint,
  unique (user_uuid, dedupe),
  foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade,
  constraint notifications_poll foreign key (organization_uuid, poll_uuid)
    references polls (organization_uuid, uuid) on delete cascade,
  constraint notifications_message foreign key (organization_uuid, message_uuid)
    references messages (organization_uuid, uuid) on delete cascade,
  constraint notifications_subject check (num_nonnulls(event_uuid, poll_uuid, message_uuid) >= 1)
);
-- Two classes wait apart from each other, and clubs take turns in each: what is urgent, and what goes to
-- many or is collected.
create index notifications_due on notifications (due_at, id)
  where sent_at is null and not bulk and way = 'mail';
create index notifications_turns on notifications (organization_uuid, due_at, id)
  where sent_at is null and not bulk and way = 'mail';
create index notifications_bulk_due on notifications (due_at, id)
  where sent_at is null and (bulk or way = 'digest');
create index notifications_bulk_turns on notifications (organization_uuid, due_at, id)
  where sent_at is null and (bulk or way = 'digest');
-- What else there is for somebody, to tell it in one mail.
create index notifications_unsent on notifications (user_uuid, organization_uuid)
  where sent_at is null;
-- What the board shows of what somebody was told (N14): the newest, however much there is.
create index notifications_board on notifications (user_uuid, organization_uuid, due_at desc)
  where kind in ('event_changed', 'series_changed', 'event_cancelled', 'series_cancelled', 'message');
create index notifications_sent on notifications (sent_at) where sent_at is not null;
create index notifications_sent_with on notifications (sent_with) where sent_with is not null;
create index notifications_event on notifications (event_uuid);
create index notifications_member on notifications (member_uuid);
create index notifications_poll on notifications (poll_uuid) where poll_uuid is not null;
create index notifications_message on notifications (message_uuid) where message_uuid is not null;

create function forget_notifications_of_users() returns trigger language plpgsql as $$
begin
  delete from notifications where user_uuid = old.uuid;
  return old;
end $$;
create trigger forget_notifications_of_users after delete on users
for each row execute function forget_notifications_of_users();

create function forget_notifications_of_members() returns trigger language plpgsql as $$
begin
  delete from notifications where member_uuid = old.uuid;
  return old;
end $$;
create trigger forget_notifications_of_members after delete on members
for each row execute function forget_notifications_of_members();

-- Without a job key: it would be a lock that everybody who notifies shares.
create function hand_over_notifications() returns trigger language plpgsql as $$
begin
  if exists (select from added) then
    perform graphile_worker.add_job('notifications', '{}'::json);
  end if;
  return null;
end $$;
create trigger hand_over_notifications after insert on notifications referencing new table as added
for each statement execute function hand_over_notifications();

-- How users are told of a topic: 'mail' at once, 'digest' with others in one mail (N9), 'off' not at
-- all. What a user has not chosen, the club's admin has for all, and else the program.
create table notification_defaults (
  organization_uuid uuid not null references organizations (uuid) on delete cascade,
  topic text not null check (length(topic) <= 40),
  way text not null check (way in ('mail', 'digest', 'off')),
  primary key (organization_uuid, topic)
);
create table notification_settings (
  organization_uuid uuid not null,
  user_uuid uuid not null,
  topic text not null check (length(topic) <= 40),
  way text not null check (way in ('mail', 'digest', 'off')),
  -- What it was before an unsubscription from a mail, which can be taken back (N10).
  former text check (former in ('mail', 'digest', 'off', 'default')),
  -- Unsubscribed along with all others of the digest.
  with_digest boolean not null default false,
  primary key (user_uuid, organization_uuid, topic),
  foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
);
create index notification_settings_club on notification_settings (organization_uuid, topic);

-- Digests and quiet hours (N8) are by the club's clock.

-- Daily at 18:00, or on Sundays at 18:00, always later than the moment given.
create function next_digest(zone text, rhythm text, after timestamptz) returns timestamptz
language sql immutable
return (
  select min(at) from (
    select ((after at time zone zone)::date + days + time '18:00') at time zone zone as at,
      ((after at time zone zone)::date + days) as day
    from generate_series(0, 7) as days
  ) as evenings
  where at > after and (rhythm = 'daily' or extract(isodow from day) = 7));

-- The moment itself unless it lies between 21:00 and 08:00.
create function end_of_quiet(zone text, moment timestamptz) returns timestamptz
language sql immutable
return case
  when (moment at time zone zone)::time >= time '21:00'
    then ((moment at time zone zone)::date + 1 + time '08:00') at time zone zone
  when (moment at time zone zone)::time < time '08:00'
    then ((moment at time zone zone)::date + time '08:00') at time zone zone
  else moment end;

-- What has been reminded of, so that it happens once: 'occasion' is the moment, the poll or the club's
-- day that it was for.
create table reminders (
  event_uuid uuid not null,
  organization_uuid uuid not null,
  kind text not null check (length(kind) <= 40),
  occasion text not null check (length(occasion) <= 100),
  at timestamptz not null default now(),
  primary key (event_uuid, kind, occasion),
  foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid)
    on delete cascade
);

-- How many mails left the outbox, one row for each run and club: only added, so that nobody waits.
-- Without a foreign key: a job that hands mails over holds notifications, and deleting a club wants
-- these after it.
create table outbox_mails (
  at timestamptz not null default now(),
  organization_uuid uuid not null,
  mails integer not null check (mails > 0)
);
create index outbox_mails_at on outbox_mails (at) include (organization_uuid, mails);

-- How many mails somebody got from a club within a day is counted in the outbox. What is deleted from
-- it, along with an event, is still counted: in `rate_limits`, for a day from the first on. Otherwise
-- somebody who deletes each event after its mail could send as many as they like (N12).

-- Null for messages, which have limits of their own.
create function mail_class(kind text, bulk boolean, way text) returns text
language sql immutable parallel safe
return case
  when way = 'digest' then 'digest'
  when bulk and kind = 'message' then null
  when bulk then 'club'
  when kind in ('promoted', 'removed') then 'places'
  else 'events' end;

create function mail_count_key(class text, receiver uuid, club uuid) returns text
language sql immutable parallel safe
return 'mails:' || encode(sha256(convert_to(concat(class, receiver, club), 'UTF8')), 'hex');

create function keep_mail_counts() returns trigger language plpgsql as $$
declare
  now_ms bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  insert into rate_limits as kept (key, points, expire)
  select mail_count_key(class, user_uuid, organization_uuid), count(*), now_ms + 86400000
  from (
    select mail_class(kind, bulk, way) as class, user_uuid, organization_uuid from gone
    where sent_at > now() - interval '1 day' and sent_with is null and not details ? 'withheld'
  ) as sent
  where class is not null
  group by 1
  order by 1
  on conflict (key) do update set
    points = case when kept.expire <= now_ms then excluded.points else kept.points + excluded.points end,
    expire = case when kept.expire <= now_ms then excluded.expire else kept.expire end;
  return null;
end $$;
create trigger keep_mail_counts after delete on notifications referencing old table as gone
for each statement execute function keep_mail_counts();

-- Addresses that mail servers refuse for good (N13): from `blocked_at` on they get no mail that nobody
-- waits for. Only a hash of each address is kept, so the table names nobody.
create table mail_failures (
  address_hash bytea primary key check (length(address_hash) = 32),
  -- When the last of them were, within 30 days and three at most: that is all that the rule needs.
  refused_at timestamptz[] not null check (cardinality(refused_at) between 1 and 3),
  count integer not null generated always as (cardinality(refused_at)) stored,
  code text not null check (length(code) between 1 and 20),
  last_at timestamptz not null default now(),
  blocked_at timestamptz
);
create index mail_failures_age on mail_failures (last_at);

-- Of an address as anybody writes it; for users: mail_address_hash(users.email).
create function mail_address_hash(address text) returns bytea
language sql immutable strict parallel safe
return sha256(convert_to(lower(address), 'UTF8'));
