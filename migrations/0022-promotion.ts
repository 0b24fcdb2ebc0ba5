import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * The waiting list moves by itself: whatever frees a place promotes in the same transaction, so
 * that after each commit nobody waits who fits (K2, K3; docs/decisions/0033).
 *
 * `promote()` takes who fits in the order of the waiting list. It passes over a member that
 * somebody is deleting just then (`skip locked`): they hold the member and wait for the event, so
 * to wait for them would be a deadlock. Nothing but deletion may therefore hold a member's row so
 * strongly (FOR UPDATE): whoever is passed over and stays would wait although they fit. Until
 * `promotion_hours` before the start it gives places away unasked; after that it tells all who wait
 * and fit (K4). Once the event has begun, nothing moves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A partial index is no key that others could refer to, so that to link a user to a member no
  // longer locks the member as deleting them does.
  await sql`
    alter table members drop constraint members_organization_uuid_user_uuid_key`.execute(db);
  await sql`
    create unique index members_of_user on members (organization_uuid, user_uuid)
    where user_uuid is not null`.execute(db);

  // Counts in one step: by row triggers, 490 promotions take seconds.
  await sql`
    create function move_up(promoted_event uuid, chosen uuid[]) returns void language plpgsql as $$
    declare
      wanted bigint;
      entries bigint;
      event record;
    begin
      -- Before they are counted, for callers that do not hold it yet.
      select event_type, cancelled_at, max_participants - registered_participants as free into event
        from events where uuid = promoted_event for no key update;
      select coalesce(sum(places), 0), count(*) into wanted, entries from waiting_list
        where event_uuid = promoted_event and member_uuid = any(chosen);
      if entries = 0 then return; end if;
      if event.cancelled_at is not null then
        raise exception 'event % is cancelled', promoted_event using errcode = 'VH008';
      elsif event.event_type <> 'LIMITED_EVENT' or wanted > event.free then
        raise exception 'event % is full', promoted_event using errcode = 'VH001';
      end if;
      update events
        set registered_participants = registered_participants + wanted, waiting = waiting - entries
        where uuid = promoted_event;
      -- An error takes this back with everything else.
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
  await replaceCounting(
    db,
    sql`when (current_setting('vereinsheim.moving_up', true) is distinct from 'on')`,
  );
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
      reached bigint := 0;
      chosen uuid[] := '{}';
    begin
      select e.organization_uuid, e.event_type, e.cancelled_at, e.waiting,
          e.max_participants - e.registered_participants as free,
          event_start(e.date, e.start_time, o.time_zone) - make_interval(hours => e.promotion_hours)
            as unasked_until,
          event_start(e.date, coalesce(e.start_time, time '24:00'), o.time_zone) as begun_at
        into event
        from events e join organizations o on o.uuid = e.organization_uuid
        where e.uuid = freed_event
        for no key update of e;
      if not found or event.waiting = 0 or event.event_type <> 'LIMITED_EVENT'
        or event.cancelled_at is not null or event.free <= 0 or now() >= event.begun_at
      then
        return 0;
      end if;

      if now() >= event.unasked_until then
        if not tells then return 0; end if;
        -- Places that change hands within minutes are one mail.
        insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
          select event.organization_uuid, m.user_uuid, m.uuid, freed_event, 'place_free',
            format('place_free:%s:%s', freed_event, floor(extract(epoch from now()) / 900))
          from waiting_list w join members m on m.uuid = w.member_uuid
          where w.event_uuid = freed_event and w.places <= event.free and m.user_uuid is not null
          on conflict do nothing;
        return 0;
      end if;

      free := event.free;
      loop
        -- No more at a time than could be promoted: it locks whom it reads.
        for entry in
          select w.seq, w.member_uuid, w.places
          from waiting_list w join members m on m.uuid = w.member_uuid
          where w.event_uuid = freed_event and w.seq > reached and w.places <= free
          order by w.seq limit free for key share of m skip locked
        loop
          reached := entry.seq;
          continue when entry.places > free;
          chosen := chosen || entry.member_uuid;
          free := free - entry.places;
          exit when free = 0;
        end loop;
        exit when free = 0 or not found;
      end loop;
      perform move_up(freed_event, chosen);
      return cardinality(chosen);
    end $$`.execute(db);

  await sql`
    create or replace function free_place() returns trigger language plpgsql as $$
    declare
      moves boolean;
    begin
      update events set registered_participants = registered_participants - old.places
        where uuid = old.event_uuid
        returning waiting > 0 and registered_participants < max_participants into moves;
      if moves then perform promote(old.event_uuid); end if;
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
      -- Frozen until it takes place after all.
      if new.cancelled_at is not null then return new; end if;
      if new.event_type = 'LIMITED_EVENT' then
        perform promote(new.uuid);
        return new;
      end if;
      insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
        select w.organization_uuid, m.user_uuid, m.uuid, new.uuid, 'opened',
          format('opened:%s:%s', new.uuid, w.seq)
        from waiting_list w join members m on m.uuid = w.member_uuid
        join organizations o on o.uuid = w.organization_uuid
        where w.event_uuid = new.uuid and m.user_uuid is not null
          and now() < event_start(new.date, coalesce(new.start_time, time '24:00'), o.time_zone)
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

  // In another zone an event starts at another moment, so that places may be given away again.
  await sql`
    create function settle_waiting_lists() returns trigger language plpgsql as $$
    declare
      event record;
    begin
      for event in
        select uuid from events where organization_uuid = new.uuid and waiting > 0
        order by uuid for no key update
      loop
        perform promote(event.uuid, false);
      end loop;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger settle_waiting_lists after update of time_zone on organizations for each row
    when (new.time_zone <> old.time_zone) execute function settle_waiting_lists()`.execute(db);
}

/** Creates anew the triggers that count by row and by statement, where `move_up()` does not. */
async function replaceCounting(db: Kysely<unknown>, condition: RawBuilder<unknown>): Promise<void> {
  await sql`drop trigger take_place on registrations`.execute(db);
  await sql`
    create trigger take_place after insert on registrations for each row ${condition}
    execute function take_place()`.execute(db);
  await sql`drop trigger count_left on waiting_list`.execute(db);
  await sql`
    create trigger count_left after delete on waiting_list referencing old table as changed
    for each statement ${condition} execute function count_waiting()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger settle_waiting_lists on organizations`.execute(db);
  await sql`drop trigger settle_waiting_list on events`.execute(db);
  await sql`drop trigger promote_who_fits_now on waiting_list`.execute(db);
  await sql`drop trigger promote_after_places_freed on registrations`.execute(db);
  await sql`drop trigger change_places on registrations`.execute(db);
  await replaceCounting(db, sql``);
  await sql`
    create or replace function free_place() returns trigger language plpgsql as $$
    begin
      update events set registered_participants = registered_participants - 1 where uuid = old.event_uuid;
      return old;
    end $$`.execute(db);
  await sql`
    drop function settle_waiting_lists(), settle_waiting_list(), promote_waiting(),
      promote(uuid, boolean), move_up(uuid, uuid[])`.execute(db);
  await sql`drop index members_of_user`.execute(db);
  await sql`
    alter table members add constraint members_organization_uuid_user_uuid_key
    unique (organization_uuid, user_uuid)`.execute(db);
}
