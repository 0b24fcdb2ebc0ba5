import { type Kysely, sql } from 'kysely';

/**
 * The waiting list moves by itself: whatever frees a place promotes in the same transaction, so
 * that after each commit nobody waits who fits (K2, K3).
 *
 * `promote()` takes who fits in the order of the waiting list. It passes over a member that
 * somebody is deleting just then (`skip locked`): they hold the member and wait for the event, so
 * to wait for them would be a deadlock. Until `promotion_hours` before the start it gives places
 * away unasked; after that it tells all who wait and fit (K4). Once the event has begun, nothing
 * moves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_waiting on events (uuid) where waiting > 0`.execute(db);

  // Counts in one step: by row triggers, 490 promotions take seconds.
  await sql`
    create function move_up(promoted_event uuid, chosen uuid[]) returns void language plpgsql as $$
    declare
      wanted bigint;
      event record;
    begin
      select sum(places) into wanted from waiting_list
        where event_uuid = promoted_event and member_uuid = any(chosen);
      if wanted is null then return; end if;
      update events set registered_participants = registered_participants + wanted
        where uuid = promoted_event and event_type = 'LIMITED_EVENT' and cancelled_at is null
          and registered_participants + wanted <= max_participants;
      if not found then
        select cancelled_at into event from events where uuid = promoted_event;
        if event.cancelled_at is not null then
          raise exception 'event % is cancelled', promoted_event using errcode = 'VH008';
        end if;
        raise exception 'event % is full', promoted_event using errcode = 'VH001';
      end if;
      perform set_config('vereinsheim.moving_up', 'on', true);
      with moved as (
        delete from waiting_list where event_uuid = promoted_event and member_uuid = any(chosen)
        returning *
      ), told as (
        insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
        select moved.organization_uuid, m.user_uuid, m.uuid, promoted_event, 'promoted',
          format('promoted:%s:%s', promoted_event, moved.seq)
        from moved join members m on m.uuid = moved.member_uuid
        where m.user_uuid is not null
        on conflict do nothing
      )
      insert into registrations
        (event_uuid, member_uuid, organization_uuid, places, note, acted_by, promoted_at)
      select event_uuid, member_uuid, organization_uuid, places, note, acted_by, now()
      from moved order by seq;
      perform set_config('vereinsheim.moving_up', '', true);
    end $$`.execute(db);
  await sql`drop trigger take_place on registrations`.execute(db);
  await sql`
    create trigger take_place after insert on registrations for each row
    when (current_setting('vereinsheim.moving_up', true) is distinct from 'on')
    execute function take_place()`.execute(db);
  await sql`
    create trigger change_places after update of places on registrations for each row
    when (new.places <> old.places) execute function take_place()`.execute(db);

  // Returns how many were promoted.
  await sql`
    create function promote(freed_event uuid, tells boolean default true) returns integer
    language plpgsql as $$
    declare
      event record;
      entry record;
      free bigint;
      chosen uuid[] := '{}';
      users uuid[] := '{}';
    begin
      select e.*, event_start(e.date, e.start_time, o.time_zone) as starts_at,
          event_start(e.date, coalesce(e.start_time, time '24:00'), o.time_zone) as begun_at
        into event
        from events e join organizations o on o.uuid = e.organization_uuid
        where e.uuid = freed_event
        for no key update of e;
      if not found or event.waiting = 0 or event.event_type <> 'LIMITED_EVENT'
        or event.cancelled_at is not null or now() >= event.begun_at
      then
        return 0;
      end if;
      free := event.max_participants - event.registered_participants;
      if free <= 0 then return 0; end if;

      if now() >= event.starts_at - make_interval(hours => event.promotion_hours) then
        if not tells then return 0; end if;
        for entry in
          select w.member_uuid, m.user_uuid from waiting_list w
          join members m on m.uuid = w.member_uuid
          where w.event_uuid = freed_event and w.places <= free and m.user_uuid is not null
          order by w.seq for key share of m skip locked
        loop
          chosen := chosen || entry.member_uuid;
          users := users || entry.user_uuid;
        end loop;
        -- Places that change hands within minutes are one mail.
        insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
          select event.organization_uuid, t.user_uuid, t.member_uuid, freed_event, 'place_free',
            format('place_free:%s:%s', freed_event, floor(extract(epoch from now()) / 900))
          from unnest(chosen, users) as t (member_uuid, user_uuid)
          on conflict do nothing;
        return 0;
      end if;

      for entry in
        select w.member_uuid, w.places from waiting_list w
        join members m on m.uuid = w.member_uuid
        where w.event_uuid = freed_event and w.places <= free
        order by w.seq for key share of m skip locked
      loop
        continue when entry.places > free;
        chosen := chosen || entry.member_uuid;
        free := free - entry.places;
        exit when free = 0;
      end loop;
      perform move_up(freed_event, chosen);
      return cardinality(chosen);
    end $$`.execute(db);

  await sql`
    create or replace function free_place() returns trigger language plpgsql as $$
    declare
      left_waiting bigint;
    begin
      update events set registered_participants = registered_participants - old.places
        where uuid = old.event_uuid returning waiting into left_waiting;
      if left_waiting > 0 then perform promote(old.event_uuid); end if;
      return old;
    end $$`.execute(db);
  await sql`
    create function promote_waiting() returns trigger language plpgsql as $$
    begin
      perform promote(new.event_uuid);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger promote_after_places_freed after update of places on registrations for each row
    when (new.places < old.places) execute function promote_waiting()`.execute(db);
  await sql`
    create trigger promote_who_fits_now after update of places on waiting_list for each row
    when (new.places < old.places) execute function promote_waiting()`.execute(db);

  await sql`
    create function settle_waiting_list() returns trigger language plpgsql as $$
    begin
      if new.event_type = 'LIMITED_EVENT' then
        perform promote(new.uuid);
        return new;
      end if;
      insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
        select w.organization_uuid, m.user_uuid, m.uuid, new.uuid, 'opened',
          format('opened:%s:%s', new.uuid, w.seq)
        from waiting_list w join members m on m.uuid = w.member_uuid
        where w.event_uuid = new.uuid and m.user_uuid is not null
        on conflict do nothing;
      delete from waiting_list where event_uuid = new.uuid;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger settle_waiting_list
    after update of date, start_time, event_type, max_participants, promotion_hours, cancelled_at
    on events for each row
    when (new.waiting > 0 and
      (new.date, new.start_time, new.event_type, new.max_participants, new.promotion_hours, new.cancelled_at)
      is distinct from
      (old.date, old.start_time, old.event_type, old.max_participants, old.promotion_hours, old.cancelled_at))
    execute function settle_waiting_list()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index events_waiting`.execute(db);
  await sql`drop trigger settle_waiting_list on events`.execute(db);
  await sql`drop trigger promote_who_fits_now on waiting_list`.execute(db);
  for (const trigger of ['promote_after_places_freed', 'change_places', 'take_place']) {
    await sql`drop trigger ${sql.ref(trigger)} on registrations`.execute(db);
  }
  await sql`
    create trigger take_place after insert on registrations for each row execute function take_place()
  `.execute(db);
  await sql`
    create or replace function free_place() returns trigger language plpgsql as $$
    begin
      update events set registered_participants = registered_participants - 1 where uuid = old.event_uuid;
      return old;
    end $$`.execute(db);
  await sql`
    drop function settle_waiting_list(), promote_waiting(), promote(uuid, boolean), move_up(uuid, uuid[])
  `.execute(db);
}
