import { type Kysely, sql } from 'kysely';

/**
 * What the outbox needs to tell each user in the way that they chose (N2), to hold mails to many
 * within the hour's limit (N12), and to let clubs take turns at it.
 *
 * Two classes wait apart from each other: what is urgent, and what goes to many or is collected.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTopics(db);
  await indexOutbox(db);
  await createLeft(db);
  await createReminders(db);
}

/** Null for what is always sent; TOPIC_OF in app/features/notifications/schema.ts says the same. */
async function createTopics(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function topic_of(kind text) returns text language sql immutable
    return case kind
      when 'promoted' then null
      when 'removed' then null
      when 'opened' then 'place_free'
      when 'series_new' then 'event_new'
      when 'series_changed' then 'event_changed'
      when 'event_restored' then 'event_cancelled'
      when 'series_cancelled' then 'event_cancelled'
      else kind end`.execute(db);
}

async function indexOutbox(db: Kysely<unknown>): Promise<void> {
  await sql`drop index notifications_due`.execute(db);
  await sql`create index notifications_due on notifications (due_at, id)
    where sent_at is null and not bulk and way = 'mail'`.execute(db);
  await sql`create index notifications_turns on notifications (organization_uuid, due_at, id)
    where sent_at is null and not bulk and way = 'mail'`.execute(db);
  await sql`create index notifications_bulk_due on notifications (due_at, id)
    where sent_at is null and (bulk or way = 'digest')`.execute(db);
  await sql`create index notifications_bulk_turns on notifications (organization_uuid, due_at, id)
    where sent_at is null and (bulk or way = 'digest')`.execute(db);
  // What the board shows of what somebody was told (N14): the newest, however much there is.
  await sql`
    create index notifications_board on notifications (user_uuid, organization_uuid, due_at desc)
    where kind in
      ('event_changed', 'series_changed', 'event_cancelled', 'series_cancelled', 'message')`.execute(
    db,
  );
  // What else there is for somebody, to tell it in one mail.
  await sql`create index notifications_unsent on notifications (user_uuid, organization_uuid)
    where sent_at is null`.execute(db);
}

/**
 * How many mails left the outbox, one row for each run and club: only added, so that nobody waits.
 * Without a foreign key: whoever hands mails over holds notifications, and who deletes a club wants
 * these after it.
 */
async function createLeft(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox_mails (
      at timestamptz not null default now(),
      organization_uuid uuid not null,
      mails integer not null check (mails > 0)
    )`.execute(db);
  await sql`create index outbox_mails_at on outbox_mails (at) include (organization_uuid, mails)`.execute(
    db,
  );
}

/**
 * What has been reminded of, so that it happens once: 'occasion' is the moment, the poll or the
 * club's day that it was for.
 */
async function createReminders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reminders (
      event_uuid uuid not null,
      organization_uuid uuid not null,
      kind text not null check (length(kind) <= 40),
      occasion text not null check (length(occasion) <= 100),
      at timestamptz not null default now(),
      primary key (event_uuid, kind, occasion),
      foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid)
        on delete cascade
    )`.execute(db);
  // Whatever the club: what is near.
  await sql`create index events_near on events (date) where cancelled_at is null`.execute(db);
  await sql`create index events_closing on events (sign_up_until)
    where cancelled_at is null and sign_up_until is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index events_near, events_closing`.execute(db);
  await sql`drop table reminders, outbox_mails`.execute(db);
  await sql`drop index notifications_due, notifications_turns, notifications_bulk_due,
    notifications_bulk_turns, notifications_board, notifications_unsent`.execute(db);
  await sql`create index notifications_due on notifications (due_at, id) where sent_at is null`.execute(
    db,
  );
  await sql`drop function topic_of(text)`.execute(db);
}
