import { type Kysely, sql } from 'kysely';

/**
 * The moments of an event are stored, and what is true of it now is said once.
 *
 * `keep_moments` works them out whenever a day, a time or a deadline is written, on the clock of the
 * organization. If that moves to another zone, `move_moments` has them worked out anew. An event
 * that is written meanwhile waits, or is waited for: whoever writes one holds the lock `absences` of
 * its organization (migration 0026), shared, after the event. So does whoever moves them, alone,
 * after all events by uuid.
 *
 * Functions of one event can be read like its columns: `e.begun`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMoments(db);
  await createTriggers(db);
  await createTruths(db);
  await replaceReaders(db, { stored: true });
  // Members may still say that they come, whether or not there is room.
  await sql`
    create function takes_yes(e events) returns boolean
    language sql stable return awaits_answers(e) and not sign_up_closed(e)`.execute(db);
  await sql`drop index events_near, events_closing`.execute(db);
  // Whatever the club: what is near.
  await sql`create index events_near on events (starts_at) where cancelled_at is null`.execute(db);
  await sql`
    create index events_closing on events (closes_at)
    where cancelled_at is null and asks_answer`.execute(db);
}

async function createMoments(db: Kysely<unknown>): Promise<void> {
  // Without a time an event starts with its day, but has begun only when that is over: so late can
  // its deadlines be (J13). It ends with its last day.
  await sql`
    create function event_moments(day date, end_date date, start_time time, end_time time, zone text)
    returns table (starts_at timestamptz, begun_by timestamptz, ends_at timestamptz)
    language sql immutable rows 1
    begin atomic
      select event_start(day, start_time, zone),
        event_start(day, coalesce(start_time, time '24:00'), zone),
        event_end(day, end_date, start_time, end_time, zone);
    end`.execute(db);
  // Until when answers are asked for: the deadline, or else the start.
  await sql`
    alter table events
      add column starts_at timestamptz not null default 'infinity',
      add column begun_by timestamptz not null default 'infinity',
      add column ends_at timestamptz not null default 'infinity',
      add column closes_at timestamptz not null default 'infinity'`.execute(db);
  await sql`
    update events e set (starts_at, begun_by, ends_at, closes_at) = (
      select m.starts_at, m.begun_by, m.ends_at, coalesce(e.sign_up_until, m.starts_at)
      from organizations o,
        event_moments(e.date, e.end_date, e.start_time, e.end_time, o.time_zone) as m
      where o.uuid = e.organization_uuid)`.execute(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  // Its name comes before those of the other triggers that read what it sets.
  await sql`
    create function keep_moments() returns trigger language plpgsql as $$
    declare
      zone text;
    begin
      perform pg_advisory_xact_lock_shared(absences_lock(new.organization_uuid));
      select time_zone into zone from organizations where uuid = new.organization_uuid;
      -- Of an organization that is gone the foreign key tells.
      if zone is null then return new; end if;
      select m.starts_at, m.begun_by, m.ends_at, coalesce(new.sign_up_until, m.starts_at)
        into new.starts_at, new.begun_by, new.ends_at, new.closes_at
        from event_moments(new.date, new.end_date, new.start_time, new.end_time, zone) as m;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger keep_moments
    before insert or update of date, end_date, start_time, end_time, sign_up_until on events
    for each row execute function keep_moments()`.execute(db);

  // Before settle_waiting_lists, which promotes by these moments.
  await sql`
    create function move_moments() returns trigger language plpgsql as $$
    begin
      perform from events where organization_uuid = new.uuid order by uuid for no key update;
      perform pg_advisory_xact_lock(absences_lock(new.uuid));
      update events set date = date where organization_uuid = new.uuid;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger move_moments after update of time_zone on organizations for each row
    when (new.time_zone <> old.time_zone) execute function move_moments()`.execute(db);
}

/** What is true of an event, now or at a moment. */
async function createTruths(db: Kysely<unknown>): Promise<void> {
  // Its time has come. An event without one takes answers at any time.
  await sql`
    create function begun(e events, moment timestamptz default now()) returns boolean
    language sql stable return e.start_time is not null and e.starts_at <= moment`.execute(db);
  await sql`
    create function to_come(e events) returns boolean
    language sql stable return now() < e.begun_by`.execute(db);
  await sql`
    create function over(e events, moment timestamptz default now()) returns boolean
    language sql stable return e.ends_at <= moment`.execute(db);
  await sql`
    create function sign_up_closed(e events, moment timestamptz default now()) returns boolean
    language sql stable
    return begun(e, moment) or coalesce(e.sign_up_until < moment, false)`.execute(db);
  await sql`
    create function sign_off_closed(e events) returns boolean
    language sql stable return begun(e) or coalesce(e.sign_off_until < now(), false)`.execute(db);
  // Members say whether they come (J3).
  await sql`
    create function takes_answers(e events) returns boolean
    language sql immutable return e.event_type = 'LIMITED_EVENT' or e.asks_answer`.execute(db);
  // Of a limited event.
  await sql`
    create function free(e events) returns bigint
    language sql immutable return e.max_participants - e.registered_participants`.execute(db);
  // Whoever waits moves up unasked (K3), and not only hears of a free place (K4).
  await sql`
    create function promotes(e events) returns boolean
    language sql stable
    return now() < e.starts_at - make_interval(hours => e.promotion_hours)`.execute(db);
}

/** `awaits_answers()` of migration 0026 and `settled()` of 0022, which otherwise work moments out. */
async function replaceReaders(db: Kysely<unknown>, { stored }: { stored: boolean }): Promise<void> {
  const zone = sql`(select time_zone from organizations where uuid = event.organization_uuid)`;
  const takesAnswers = stored
    ? sql`takes_answers(event)`
    : sql`(event.event_type <> 'OPEN_EVENT' or event.asks_answer)`;
  const toCome = stored
    ? sql`to_come(event)`
    : sql`now() < event_start(event.date, coalesce(event.start_time, time '24:00'), ${zone})`;
  const promotes = stored
    ? sql`promotes(event)`
    : sql`now() < event_start(event.date, event.start_time, ${zone})
        - make_interval(hours => event.promotion_hours)`;
  await sql`
    create or replace function awaits_answers(event events) returns boolean language sql stable
    return event.cancelled_at is null and ${takesAnswers} and ${toCome}`.execute(db);
  await sql`
    create or replace function settled(event events, tells boolean) returns events
    language plpgsql as $$
    declare
      free bigint := event.max_participants - event.registered_participants;
      chosen uuid[];
    begin
      -- Cancelled, it stays as it is until it takes place after all.
      if event.waiting = 0 or event.cancelled_at is not null
        or event.event_type = 'LIMITED_EVENT' and free <= 0
      then
        return event;
      end if;
      if event.event_type = 'OPEN_EVENT' then
        perform empty_waiting_list(event.uuid, tells and ${toCome});
        event.waiting := 0;
      elsif not (${toCome}) then
        return event;
      elsif ${promotes} then
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
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function takes_yes(events)`.execute(db);
  await replaceReaders(db, { stored: false });
  await sql`drop trigger move_moments on organizations`.execute(db);
  await sql`drop trigger keep_moments on events`.execute(db);
  await sql`
    drop function promotes(events), free(events), takes_answers(events), sign_off_closed(events),
      sign_up_closed(events, timestamptz), over(events, timestamptz), to_come(events),
      begun(events, timestamptz), move_moments(), keep_moments(),
      event_moments(date, date, time, time, text)`.execute(db);
  await sql`
    alter table events
      drop column starts_at, drop column begun_by, drop column ends_at, drop column closes_at`.execute(
    db,
  );
  await sql`create index events_near on events (date) where cancelled_at is null`.execute(db);
  await sql`create index events_closing on events (sign_up_until)
    where cancelled_at is null and sign_up_until is not null`.execute(db);
}
