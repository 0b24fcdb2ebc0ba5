import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * The waiting list moves by itself: whatever frees a place promotes in the same transaction, so
 * that after each commit nobody waits who fits (K2, K3; docs/decisions/0034).
 *
 * `settled()` takes who fits in the order of the waiting list. It passes over a member that
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

  await createMoves(db);
  await createSettling(db);
  await createTriggers(db);
  await createLock(db);
}

/** What moves entries of the waiting list; whoever calls holds the event. */
async function createMoves(db: Kysely<unknown>): Promise<void> {
  // Who gets so many places. Reads no more at a time than could move up: it locks whom it reads.
  await sql`
    create function next_in_line(freed_event uuid, free bigint) returns uuid[] language plpgsql as $$
    declare
      entry record;
      reached bigint := 0;
      chosen uuid[] := '{}';
    begin
      loop
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
      return chosen;
    end $$`.execute(db);

  // Returns the places taken, for the caller to count: by row triggers, 490 would take seconds.
  await sql`
    create function seat(promoted_event uuid, chosen uuid[]) returns bigint language plpgsql as $$
    declare
      taken bigint;
    begin
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
      ), seated as (
        insert into registrations
          (event_uuid, member_uuid, organization_uuid, places, note, acted_by, promoted_at)
        select event_uuid, member_uuid, organization_uuid, places, note, acted_by, now()
        from moved order by seq
        returning places
      )
      select coalesce(sum(places), 0) into taken from seated;
      perform set_config('vereinsheim.moving_up', '', true);
      return taken;
    end $$`.execute(db);

  await sql`
    create function empty_waiting_list(opened_event uuid, tells boolean) returns void
    language plpgsql as $$
    begin
      insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
        select w.organization_uuid, m.user_uuid, m.uuid, opened_event, 'opened',
          format('opened:%s:%s', opened_event, w.seq)
        from waiting_list w join members m on m.uuid = w.member_uuid
        where tells and w.event_uuid = opened_event and m.user_uuid is not null
        on conflict do nothing;
      perform set_config('vereinsheim.moving_up', 'on', true);
      delete from waiting_list where event_uuid = opened_event;
      perform set_config('vereinsheim.moving_up', '', true);
    end $$`.execute(db);
}

/** What follows from the state of an event. */
async function createSettling(db: Kysely<unknown>): Promise<void> {
  // Takes the event as it will be and returns it with its new counters, to be stored in one update
  // with the change: to update a row twice in a transaction makes Postgres check its foreign key,
  // and so lock the organisation, which whoever deletes it has locked before.
  await sql`
    create function settled(event events, tells boolean) returns events language plpgsql as $$
    declare
      zone text;
      free bigint := event.max_participants - event.registered_participants;
      has_begun boolean;
      chosen uuid[];
    begin
      -- Cancelled, it stays as it is until it takes place after all.
      if event.waiting = 0 or event.cancelled_at is not null
        or event.event_type = 'LIMITED_EVENT' and free <= 0
      then
        return event;
      end if;
      select time_zone into zone from organizations where uuid = event.organization_uuid;
      has_begun := now() >= event_start(event.date, coalesce(event.start_time, time '24:00'), zone);
      if event.event_type = 'OPEN_EVENT' then
        perform empty_waiting_list(event.uuid, tells and not has_begun);
        event.waiting := 0;
      elsif has_begun then
        return event;
      elsif now() < event_start(event.date, event.start_time, zone)
        - make_interval(hours => event.promotion_hours)
      then
        chosen := next_in_line(event.uuid, free);
        if cardinality(chosen) = 0 then return event; end if;
        event.registered_participants := event.registered_participants + seat(event.uuid, chosen);
        event.waiting := event.waiting - cardinality(chosen);
      elsif tells then
        -- Places that change hands within minutes are one mail.
        insert into notifications (organization_uuid, user_uuid, member_uuid, event_uuid, kind, dedupe)
          select event.organization_uuid, m.user_uuid, m.uuid, event.uuid, 'place_free',
            format('place_free:%s:%s', event.uuid, floor(extract(epoch from now()) / 900))
          from waiting_list w join members m on m.uuid = w.member_uuid
          where w.event_uuid = event.uuid and w.places <= free and m.user_uuid is not null
          on conflict do nothing;
      end if;
      return event;
    end $$`.execute(db);

  // Returns how many were promoted. So many places have been freed that are still counted.
  await sql`
    create function promote(freed_event uuid, tells boolean default true, freed bigint default 0)
    returns bigint language plpgsql as $$
    declare
      event events;
      waited bigint;
    begin
      select * into event from events where uuid = freed_event for no key update;
      if not found then return 0; end if;
      waited := event.waiting;
      event.registered_participants := event.registered_participants - freed;
      event := settled(event, tells);
      if freed <> 0 or event.waiting <> waited then
        update events
          set registered_participants = event.registered_participants, waiting = event.waiting
          where uuid = freed_event;
      end if;
      return waited - event.waiting;
    end $$`.execute(db);

  // Out of turn.
  await sql`
    create function move_up(promoted_event uuid, chosen uuid[]) returns void language plpgsql as $$
    declare
      wanted bigint;
      entries bigint;
      event events;
    begin
      -- Before they are counted, for callers that do not hold it yet.
      select * into event from events where uuid = promoted_event for no key update;
      select coalesce(sum(places), 0), count(*) into wanted, entries from waiting_list
        where event_uuid = promoted_event and member_uuid = any(chosen);
      if entries = 0 then return; end if;
      if event.cancelled_at is not null then
        raise exception 'event % is cancelled', promoted_event using errcode = 'VH008';
      elsif event.registered_participants + wanted > event.max_participants then
        raise exception 'event % is full', promoted_event using errcode = 'VH001';
      end if;
      perform seat(promoted_event, chosen);
      update events
        set registered_participants = registered_participants + wanted, waiting = waiting - entries
        where uuid = promoted_event;
    end $$`.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  await replaceCounting(
    db,
    sql`when (current_setting('vereinsheim.moving_up', true) is distinct from 'on')`,
  );
  await sql`
    create trigger take_more_places after update of places on registrations for each row
    when (new.places > old.places) execute function take_place()`.execute(db);

  await sql`
    create or replace function free_place() returns trigger language plpgsql as $$
    declare
      freed bigint := old.places - case when tg_op = 'UPDATE' then new.places else 0 end;
    begin
      update events set registered_participants = registered_participants - freed
        where uuid = old.event_uuid
          and (waiting = 0 or registered_participants - freed >= max_participants);
      if not found then perform promote(old.event_uuid, freed => freed); end if;
      return old;
    end $$`.execute(db);
  await sql`
    create trigger free_some_places after update of places on registrations for each row
    when (new.places < old.places) execute function free_place()`.execute(db);

  await sql`
    create function promote_who_fits_now() returns trigger language plpgsql as $$
    begin
      perform promote(new.event_uuid);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger promote_who_fits_now after update of places on waiting_list for each row
    when (new.places < old.places) execute function promote_who_fits_now()`.execute(db);

  // Before, so that one update stores what follows, and returns it.
  await sql`
    create function settle_waiting_list() returns trigger language plpgsql as $$
    begin
      return settled(new, true);
    end $$`.execute(db);
  await sql`
    create trigger settle_waiting_list
    before update of date, start_time, event_type, max_participants, promotion_hours, cancelled_at
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

/**
 * For who deletes an organisation: locks all that the cascade will find, in the order that holds
 * everywhere. By itself it would hold one member's events and wait for the next member, whose own
 * deletion waits for such an event. It is no trigger, since the organisation itself must not be
 * locked against references to it before the rest is held.
 */
async function createLock(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function lock_all_of_organization(organization uuid) returns void language plpgsql as $$
    begin
      perform from organizations where uuid = organization for no key update;
      perform from organization_users where organization_uuid = organization
        order by user_uuid for update;
      perform from members where organization_uuid = organization order by uuid for update;
      perform from events where organization_uuid = organization order by uuid for update;
    end $$`.execute(db);
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
  await sql`drop trigger free_some_places on registrations`.execute(db);
  await sql`drop trigger take_more_places on registrations`.execute(db);
  await replaceCounting(db, sql``);
  await sql`
    create or replace function free_place() returns trigger language plpgsql as $$
    begin
      update events set registered_participants = registered_participants - 1 where uuid = old.event_uuid;
      return old;
    end $$`.execute(db);
  await sql`
    drop function lock_all_of_organization(uuid), settle_waiting_lists(), settle_waiting_list(), promote_who_fits_now(),
      move_up(uuid, uuid[]), promote(uuid, boolean, bigint), settled(events, boolean),
      empty_waiting_list(uuid, boolean), seat(uuid, uuid[]), next_in_line(uuid, bigint)
  `.execute(db);
  await sql`drop index members_of_user`.execute(db);
  await sql`
    alter table members add constraint members_organization_uuid_user_uuid_key
    unique (organization_uuid, user_uuid)`.execute(db);
}
