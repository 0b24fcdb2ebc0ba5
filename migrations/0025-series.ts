import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Events that repeat (L1). A date of a series is an event like any other. `series_date` is the day
 * that the rule gave it, wherever the event has been moved since: with the unique key, to plan a
 * series twice adds nothing (L3). `own_fields` are those that somebody changed for this date alone,
 * which no wider edit overwrites (L5).
 *
 * Locks: the series (FOR NO KEY UPDATE), then its events by uuid (L7). Whoever holds an event may
 * still refer to its series, as the trigger does that remembers a deleted date: that takes a KEY
 * SHARE, which does not wait. An operation that deletes dates for another reason, since the rule no
 * longer has them, sets `vereinsheim.replanning`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table series (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null references organizations on delete cascade,
      -- RFC 5545 without 'RRULE:', such as 'FREQ=WEEKLY;BYDAY=TU'; counts from starts_on.
      rule text not null check (length(rule) <= 200),
      starts_on date not null,
      -- The last day on which a date may be: of a series that was split or ended.
      ends_on date,
      skip_holidays text check (skip_holidays in
        ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH')),
      skip_breaks boolean not null default false,
      -- What each date has: the fields of an event, its days counted from the first.
      template jsonb not null,
      -- How far ahead its dates have been made; null once there are no more to come.
      planned_until date,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      unique (organization_uuid, uuid)
    )`.execute(db);
  await sql`create index series_planned on series (planned_until) where planned_until is not null`.execute(
    db,
  );
  await sql`
    alter table events
      add column series_uuid uuid,
      add column series_date date,
      add column own_fields text[] not null default '{}',
      add constraint events_series check (series_uuid is null or series_date is not null),
      add constraint events_series_fkey foreign key (organization_uuid, series_uuid)
        references series (organization_uuid, uuid) on delete set null (series_uuid),
      -- At the end of the statement: all dates may move by a week at once.
      add constraint events_series_key unique (series_uuid, series_date) deferrable initially immediate`.execute(
    db,
  );
  // The board chooses among many dates by the index alone: no two of one series.
  await sql`drop index events_by_date`.execute(db);
  await sql`
    create index events_by_date on events (organization_uuid, date, uuid) include (series_uuid)`.execute(
    db,
  );
  // The list without series (E1) neither reads nor counts what it does not show.
  await sql`
    create index events_without_series on events (organization_uuid, date, uuid)
    where series_uuid is null`.execute(db);
  await sql`
    create table series_exceptions (
      organization_uuid uuid not null,
      series_uuid uuid not null,
      date date not null,
      primary key (series_uuid, date),
      foreign key (organization_uuid, series_uuid) references series (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`
    create table breaks (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null references organizations on delete cascade,
      name text not null check (btrim(name) <> '' and length(name) <= 100),
      from_date date not null,
      until_date date not null,
      check (until_date between from_date and from_date + 366)
    )`.execute(db);
  await sql`create index breaks_by_date on breaks (organization_uuid, from_date, uuid)`.execute(db);

  await sql`
    create function remember_deleted_date() returns trigger language plpgsql as $$
    begin
      if current_setting('vereinsheim.replanning', true) is distinct from 'on' then
        -- The series may be gone, too, with its organisation.
        insert into series_exceptions (organization_uuid, series_uuid, date)
          select organization_uuid, uuid, old.series_date from series where uuid = old.series_uuid
          on conflict do nothing;
      end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger remember_deleted_date after delete on events
    for each row when (old.series_uuid is not null) execute function remember_deleted_date()`.execute(
    db,
  );
  await lockAll(
    db,
    sql`
      perform from series where organization_uuid = organization order by uuid for no key update;`,
  );
}

/**
 * Whoever deletes an organisation locks all in it first, in the order of all locks (migration 0022);
 * a series not so strongly that whoever holds an event waits to refer to it.
 */
async function lockAll(db: Kysely<unknown>, series: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function lock_all_of_organization(organization uuid) returns void
    language plpgsql as $$
    begin
      perform from organizations where uuid = organization for no key update;
      perform from organization_users where organization_uuid = organization
        order by user_uuid for update;
      ${series}
      perform from members where organization_uuid = organization order by uuid for update;
      perform from events where organization_uuid = organization order by uuid for update;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await lockAll(db, sql``);
  await sql`drop trigger remember_deleted_date on events`.execute(db);
  await sql`drop function remember_deleted_date()`.execute(db);
  await sql`drop index events_without_series, events_by_date`.execute(db);
  await sql`create index events_by_date on events (organization_uuid, date, uuid)`.execute(db);
  await sql`
    alter table events drop constraint events_series, drop constraint events_series_fkey,
      drop constraint events_series_key, drop column series_uuid, drop column series_date,
      drop column own_fields`.execute(db);
  await sql`drop table breaks, series_exceptions, series`.execute(db);
}
