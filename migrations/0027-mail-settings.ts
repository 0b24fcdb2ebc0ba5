import { type Kysely, sql } from 'kysely';

/**
 * What each user wants to be told by mail, and how (N2): 'mail' at once, 'digest' with others in one
 * mail (N9), 'off' not at all. What a user has not chosen, the club's admin has for all, and else
 * `notification_way()` itself. Digests and quiet hours (N8) are by the club's clock.
 *
 * The outbox takes notifications that are not about an event, or not about a member (N1): polls,
 * messages (N11), and news of an event for users who are no member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSettings(db);
  await createMessages(db);
  await widenOutbox(db);
  await createMailLinks(db);
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_defaults (
      organization_uuid uuid not null references organizations (uuid) on delete cascade,
      topic text not null check (length(topic) <= 40),
      way text not null check (way in ('mail', 'digest', 'off')),
      primary key (organization_uuid, topic)
    )`.execute(db);
  // 'former': what it was before an unsubscription from a mail, which can be taken back (N10);
  // 'with_digest': along with all others of the digest.
  await sql`
    create table notification_settings (
      organization_uuid uuid not null,
      user_uuid uuid not null,
      topic text not null check (length(topic) <= 40),
      way text not null check (way in ('mail', 'digest', 'off')),
      former text check (former in ('mail', 'digest', 'off', 'default')),
      with_digest boolean not null default false,
      primary key (user_uuid, organization_uuid, topic),
      foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
    )`.execute(db);
  await sql`create index notification_settings_club on notification_settings (organization_uuid, topic)`.execute(
    db,
  );
  await sql`
    alter table organizations add column digest_rhythm text not null default 'daily'
      check (digest_rhythm in ('daily', 'weekly'))`.execute(db);
  // Null: as the club has it.
  await sql`
    alter table organization_users add column digest_rhythm text
      check (digest_rhythm in ('daily', 'weekly'))`.execute(db);

  await sql`
    create function notification_way(club uuid, receiver uuid, about text) returns text
    language sql stable
    return coalesce(
      (select way from notification_settings
        where user_uuid = receiver and organization_uuid = club and topic = about),
      (select way from notification_defaults where organization_uuid = club and topic = about),
      case when about in ('event_new', 'poll_new') then 'digest' else 'mail' end)`.execute(db);
  // Daily at 18:00, or on Sundays at 18:00, always later than the moment given.
  await sql`
    create function next_digest(zone text, rhythm text, after timestamptz) returns timestamptz
    language sql immutable
    return (
      select min(at) from (
        select ((after at time zone zone)::date + days + time '18:00') at time zone zone as at,
          ((after at time zone zone)::date + days) as day
        from generate_series(0, 7) as days
      ) as evenings
      where at > after and (rhythm = 'daily' or extract(isodow from day) = 7))`.execute(db);
  // The moment itself unless it lies between 21:00 and 08:00.
  await sql`
    create function end_of_quiet(zone text, moment timestamptz) returns timestamptz
    language sql immutable
    return case
      when (moment at time zone zone)::time >= time '21:00'
        then ((moment at time zone zone)::date + 1 + time '08:00') at time zone zone
      when (moment at time zone zone)::time < time '08:00'
        then ((moment at time zone zone)::date + time '08:00') at time zone zone
      else moment end`.execute(db);
}

/**
 * What somebody wrote to many (N11): 'audience' in words of the program, 'count' by mail. To very
 * many the queue hands it over, a moment after it was written (X9): 'distributed_at'. Until then
 * 'count' says how many were expected.
 */
async function createMessages(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table messages (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null references organizations (uuid) on delete cascade,
      sender_uuid uuid references users (uuid) on delete set null,
      event_uuid uuid,
      audience text[] not null check (cardinality(audience) between 1 and 10),
      subject text not null check (length(subject) between 1 and 200),
      body text not null check (length(body) between 1 and 10000),
      replies boolean not null default false,
      count integer not null default 0 check (count >= 0),
      distributed_at timestamptz,
      created_at timestamptz not null default now(),
      unique (organization_uuid, uuid),
      foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid)
        on delete set null (event_uuid)
    )`.execute(db);
  await sql`create index messages_club on messages (organization_uuid, created_at desc, uuid)`.execute(
    db,
  );
  await sql`create index messages_event on messages (event_uuid) where event_uuid is not null`.execute(
    db,
  );
  await sql`create index messages_sender on messages (sender_uuid) where sender_uuid is not null`.execute(
    db,
  );
  await sql`create index messages_age on messages (created_at)`.execute(db);
}

/**
 * 'bulk': goes to many and may wait for others (N12). 'way': how it waits at present. 'sent_with':
 * the notification in whose mail it is told.
 */
async function widenOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications
      alter column event_uuid drop not null,
      alter column member_uuid drop not null,
      add column poll_uuid uuid,
      add column message_uuid uuid,
      add column bulk boolean not null default false,
      add column way text not null default 'mail' check (way in ('mail', 'digest')),
      add column sent_with bigint,
      add constraint notifications_subject
        check (num_nonnulls(event_uuid, poll_uuid, message_uuid) >= 1),
      add constraint notifications_poll foreign key (organization_uuid, poll_uuid)
        references polls (organization_uuid, uuid) on delete cascade,
      add constraint notifications_message foreign key (organization_uuid, message_uuid)
        references messages (organization_uuid, uuid) on delete cascade`.execute(db);
  await sql`create index notifications_poll on notifications (poll_uuid) where poll_uuid is not null`.execute(
    db,
  );
  await sql`create index notifications_message on notifications (message_uuid)
    where message_uuid is not null`.execute(db);
  await sql`create index notifications_sent_with on notifications (sent_with)
    where sent_with is not null`.execute(db);
}

/**
 * Links in mails that answer without a log-in (N7) carry this number: another password, or the end
 * of all sessions, ends them all.
 */
async function createMailLinks(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column links_epoch integer not null default 0`.execute(db);
  await sql`
    create function end_mail_links() returns trigger language plpgsql as $$
    begin
      new.links_epoch := old.links_epoch + 1;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger end_mail_links before update of password_hash, activated, email on users
    for each row when (old.activated and
      (old.password_hash, old.activated, old.email) is distinct from (new.password_hash, new.activated, new.email))
    execute function end_mail_links()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger end_mail_links on users`.execute(db);
  await sql`drop function end_mail_links()`.execute(db);
  await sql`alter table users drop column links_epoch`.execute(db);
  await sql`delete from notifications where event_uuid is null or member_uuid is null`.execute(db);
  await sql`
    alter table notifications
      drop column poll_uuid, drop column message_uuid, drop column bulk, drop column way,
      drop column sent_with,
      alter column event_uuid set not null,
      alter column member_uuid set not null`.execute(db);
  await sql`drop table messages`.execute(db);
  await sql`
    drop function notification_way(uuid, uuid, text), next_digest(text, text, timestamptz),
      end_of_quiet(text, timestamptz)`.execute(db);
  await sql`alter table organization_users drop column digest_rhythm`.execute(db);
  await sql`alter table organizations drop column digest_rhythm`.execute(db);
  await sql`drop table notification_settings, notification_defaults`.execute(db);
}
