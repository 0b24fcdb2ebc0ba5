import { type Kysely, sql } from 'kysely';

/** What calendars show, which depends on the event and on its organisation. */
const SHOWN = {
  events: [
    'name',
    'date',
    'start_time',
    'end_date',
    'end_time',
    'place',
    'description',
    'cancelled_at',
    'cancel_reason',
  ],
  organizations: ['name', 'time_zone'],
};

/**
 * Calendars that follow the events (M1, M3). A feed's address is a secret, stored as its hash; its
 * row also counts the calls of the present hour (M5), so that one statement knows all about a call.
 *
 * `calendar_sequence` and `calendar_changed_at` say how often, and when last, what calendars show
 * has changed. The version counts edits instead: also one that changes nothing, but no
 * cancellation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feeds (
      uuid uuid primary key default gen_random_uuid(),
      token_hash bytea not null unique,
      user_uuid uuid not null references users on delete cascade,
      -- Null for all of the user's organisations. A feed of one ends when its user leaves that.
      organization_uuid uuid,
      scope text not null check (scope in ('mine', 'all')),
      label text not null check (btrim(label) <> '' and length(label) <= 100),
      -- At most ten a user, whatever they do at once.
      slot smallint not null check (slot between 1 and 10),
      created_at timestamptz not null default now(),
      used_at timestamptz,
      hour timestamptz not null default now(),
      calls_in_hour smallint not null default 0,
      unique (user_uuid, slot),
      foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
    )`.execute(db);
  await sql`
    create index calendar_feeds_organization on calendar_feeds (organization_uuid, user_uuid)`.execute(
    db,
  );
  // What began before a month and lasts into it (M7).
  await sql`
    create index events_of_several_days on events (organization_uuid, date, uuid)
    where end_date is not null`.execute(db);
  await sql`
    create function count_calendar_change() returns trigger language plpgsql as $$
    begin
      new.calendar_sequence := old.calendar_sequence + 1;
      -- Not now(): a transaction that began earlier may change the row later.
      new.calendar_changed_at := greatest(clock_timestamp(), old.calendar_changed_at);
      return new;
    end $$`.execute(db);
  for (const [table, columns] of Object.entries(SHOWN)) {
    const row = (name: 'old' | 'new') =>
      sql`(${sql.join(columns.map((column) => sql.ref(`${name}.${column}`)))})`;
    await sql`
      alter table ${sql.table(table)}
        add column calendar_sequence integer not null default 0,
        add column calendar_changed_at timestamptz not null default now()`.execute(db);
    await sql`
      create trigger count_calendar_change
      before update of ${sql.join(columns.map((column) => sql.ref(column)))} on ${sql.table(table)}
      for each row when (${row('old')} is distinct from ${row('new')})
      execute function count_calendar_change()`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of Object.keys(SHOWN)) {
    await sql`drop trigger count_calendar_change on ${sql.table(table)}`.execute(db);
    await sql`
      alter table ${sql.table(table)}
        drop column calendar_sequence, drop column calendar_changed_at`.execute(db);
  }
  await sql`drop index events_of_several_days`.execute(db);
  await sql`drop function count_calendar_change()`.execute(db);
  await sql`drop table calendar_feeds`.execute(db);
}
