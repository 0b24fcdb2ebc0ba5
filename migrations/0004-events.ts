import { type Kysely, sql } from 'kysely';

/**
 * Events, registrations (who signed up) and participations (who was there): separate facts (E6).
 *
 * A trigger keeps the number of registrations on the event and enforces the capacity: it takes the
 * event's row lock and counts up only while there is room, so no race and no other code can
 * overbook (E7). SQLSTATE VH001 means that the event is full, VH002 that it takes no registrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null references organizations on delete cascade,
      name text not null check (btrim(name) <> '' and length(name) <= 200),
      date date not null,
      event_type text not null check (event_type in ('LIMITED_EVENT', 'OPEN_EVENT')),
      max_participants bigint not null default 0
        check (max_participants between 0 and 999999999999999)
        check (event_type = 'LIMITED_EVENT' or max_participants = 0),
      registered_participants bigint not null default 0 check (registered_participants >= 0),
      created_at timestamptz not null default now(),
      unique (organization_uuid, uuid)
    )`.execute(db);
  await sql`create index events_by_date on events (organization_uuid, date, uuid)`.execute(db);

  for (const table of ['registrations', 'participations']) {
    await sql`
      create table ${sql.table(table)} (
        event_uuid uuid not null,
        member_uuid uuid not null,
        organization_uuid uuid not null,
        created_at timestamptz not null default now(),
        primary key (event_uuid, member_uuid),
        foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade,
        foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
      )`.execute(db);
    await sql`create index ${sql.ref(`${table}_member`)} on ${sql.table(table)} (member_uuid)`.execute(
      db,
    );
  }

  await sql`
    create function take_place() returns trigger language plpgsql as $$
    begin
      update events set registered_participants = registered_participants + 1
        where uuid = new.event_uuid and event_type = 'LIMITED_EVENT'
          and registered_participants < max_participants;
      if not found then
        if exists (select from events where uuid = new.event_uuid and event_type = 'LIMITED_EVENT') then
          raise exception 'event % is full', new.event_uuid using errcode = 'VH001';
        end if;
        raise exception 'event % takes no registrations', new.event_uuid using errcode = 'VH002';
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create function free_place() returns trigger language plpgsql as $$
    begin
      update events set registered_participants = registered_participants - 1 where uuid = old.event_uuid;
      return old;
    end $$`.execute(db);
  // After, not before: an insert that hits 'on conflict do nothing' must not count.
  await sql`
    create trigger take_place after insert on registrations for each row execute function take_place()
  `.execute(db);
  await sql`
    create trigger free_place after delete on registrations for each row execute function free_place()
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table participations, registrations, events`.execute(db);
  await sql`drop function take_place(), free_place()`.execute(db);
}
