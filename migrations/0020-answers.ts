import { type Kysely, sql } from 'kysely';

/**
 * Answers to an event (J2, K1): a registration, which may hold several places, a place on the
 * waiting list, or a decline; of one member at most one of the three.
 *
 * `acted_by` has no foreign key: a lock on somebody else's account would come after that on the
 * event, and an account that is gone leaves no name behind.
 *
 * Capacity and counters, all under the event's row lock (migration 0008 has the order of locks):
 * a trigger counts the places of each registration. Waiting entries are counted by statement, since
 * hundreds may move up at once. SQLSTATE VH001: no room; VH002: takes no registrations; VH006: who
 * fits does not wait; VH007: there is another answer; VH008: the event is cancelled; VH009: it has
 * no waiting list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table registrations
      add column places smallint not null default 1 check (places between 1 and 10),
      add column note text not null default '' check (length(note) <= 500),
      add column acted_by uuid,
      add column promoted_at timestamptz`.execute(db);
  await sql`
    create table declines (
      event_uuid uuid not null,
      member_uuid uuid not null,
      organization_uuid uuid not null,
      note text not null default '' check (length(note) <= 500),
      acted_by uuid,
      created_at timestamptz not null default now(),
      primary key (event_uuid, member_uuid),
      foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade,
      foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`create index declines_member on declines (member_uuid)`.execute(db);
  await sql`
    create table waiting_list (
      event_uuid uuid not null,
      member_uuid uuid not null,
      organization_uuid uuid not null,
      -- Drawn under the event's lock: the order of the commits.
      seq bigint generated always as identity,
      places smallint not null default 1 check (places between 1 and 10),
      note text not null default '' check (length(note) <= 500),
      acted_by uuid,
      created_at timestamptz not null default now(),
      primary key (event_uuid, member_uuid),
      foreign key (organization_uuid, event_uuid) references events (organization_uuid, uuid) on delete cascade,
      foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`create unique index waiting_list_in_order on waiting_list (event_uuid, seq)`.execute(
    db,
  );
  await sql`create index waiting_list_member on waiting_list (member_uuid)`.execute(db);

  await sql`
    create or replace function take_place() returns trigger language plpgsql as $$
    declare
      wanted integer := new.places - case when tg_op = 'UPDATE' then old.places else 0 end;
      event record;
      someone_waits boolean;
    begin
      update events set registered_participants = registered_participants + wanted
        where uuid = new.event_uuid
          and (event_type = 'OPEN_EVENT' and (asks_answer or tg_op = 'UPDATE')
            or event_type = 'LIMITED_EVENT' and registered_participants + wanted <= max_participants)
          and cancelled_at is null
        returning waiting > 0 into someone_waits;
      if not found then
        select event_type, cancelled_at into event from events where uuid = new.event_uuid;
        if event.cancelled_at is not null then
          raise exception 'event % is cancelled', new.event_uuid using errcode = 'VH008';
        elsif event.event_type = 'LIMITED_EVENT' then
          raise exception 'event % is full', new.event_uuid using errcode = 'VH001';
        end if;
        raise exception 'event % takes no registrations', new.event_uuid using errcode = 'VH002';
      end if;
      if tg_op = 'INSERT' and (
        exists (select from declines d
          where d.event_uuid = new.event_uuid and d.member_uuid = new.member_uuid)
        or someone_waits and exists (select from waiting_list w
          where w.event_uuid = new.event_uuid and w.member_uuid = new.member_uuid))
      then
        raise exception 'another answer of member %', new.member_uuid using errcode = 'VH007';
      end if;
      return new;
    end $$`.execute(db);

  await sql`
    create function keep_one_answer() returns trigger language plpgsql as $$
    begin
      perform from events where uuid = new.event_uuid for no key update;
      if exists (select from registrations r
          where r.event_uuid = new.event_uuid and r.member_uuid = new.member_uuid)
        or tg_table_name <> 'declines' and exists (select from declines d
          where d.event_uuid = new.event_uuid and d.member_uuid = new.member_uuid)
        or tg_table_name <> 'waiting_list' and exists (select from waiting_list w
          where w.event_uuid = new.event_uuid and w.member_uuid = new.member_uuid)
      then
        raise exception 'another answer of member %', new.member_uuid using errcode = 'VH007';
      end if;
      return new;
    end $$`.execute(db);
  for (const table of ['declines', 'waiting_list']) {
    await sql`
      create trigger keep_one_answer after insert on ${sql.table(table)}
      for each row execute function keep_one_answer()`.execute(db);
  }

  await sql`
    create function count_waiting() returns trigger language plpgsql as $$
    declare
      joined record;
      event record;
    begin
      -- The events in order: everything that locks several keeps to it.
      for joined in
        select event_uuid, count(*) as entries, min(places) as fewest
        from changed group by event_uuid order by event_uuid
      loop
        if tg_op = 'DELETE' then
          update events set waiting = waiting - joined.entries where uuid = joined.event_uuid;
        else
          update events set waiting = waiting + joined.entries where uuid = joined.event_uuid
            returning event_type, cancelled_at, waiting_list,
              max_participants - registered_participants as free into event;
          if event.cancelled_at is not null then
            raise exception 'event % is cancelled', joined.event_uuid using errcode = 'VH008';
          elsif event.event_type = 'OPEN_EVENT' or not event.waiting_list then
            raise exception 'event % has no waiting list', joined.event_uuid using errcode = 'VH009';
          elsif joined.fewest <= event.free then
            raise exception 'event % has room', joined.event_uuid using errcode = 'VH006';
          end if;
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger count_joined after insert on waiting_list referencing new table as changed
    for each statement execute function count_waiting()`.execute(db);
  await sql`
    create trigger count_left after delete on waiting_list referencing old table as changed
    for each statement execute function count_waiting()`.execute(db);

  await sql`
    create or replace function lock_events_of_member() returns trigger language plpgsql as $$
    begin
      perform from events
        where uuid in (
          select event_uuid from registrations where member_uuid = old.uuid
          union all
          select event_uuid from waiting_list where member_uuid = old.uuid)
        order by uuid for no key update;
      return old;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table waiting_list, declines`.execute(db);
  await sql`drop function keep_one_answer(), count_waiting()`.execute(db);
  await sql`
    alter table registrations drop column places, drop column note, drop column acted_by,
      drop column promoted_at`.execute(db);
  // One registration, one place again; open events keep theirs, as events that were limited do.
  await sql`
    update events set registered_participants =
      (select count(*) from registrations r where r.event_uuid = events.uuid)
    where registered_participants > 0`.execute(db);
  await sql`
    create or replace function take_place() returns trigger language plpgsql as $$
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
    create or replace function lock_events_of_member() returns trigger language plpgsql as $$
    begin
      perform from events
        where uuid in (select event_uuid from registrations where member_uuid = old.uuid)
        order by uuid for no key update;
      return old;
    end $$`.execute(db);
}
