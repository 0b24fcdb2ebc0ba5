import { type Kysely, sql } from 'kysely';

/**
 * 'Abwesend von … bis …' (L8): declines what asks for an answer in these days, also what comes
 * later. An answer that somebody gives to a single event wins: `declines.absence_uuid` tells the
 * absence's from theirs, and `left_open` names the events of which they took their answer back.
 *
 * Locks: the member, the absence, events by uuid. Whoever writes an event holds it when the trigger
 * looks for absent members, so it passes over a member that somebody is deleting just then, and an
 * absence that is being taken back: they wait for the event (migration 0022). Whoever enters an
 * absence declines what they see, and a job looks again for events that were being written
 * meanwhile: it waits until those are done, for the lock `absences` of their organisation, while it
 * holds nothing else (docs/decisions/0034).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table absences (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null,
      member_uuid uuid not null,
      from_date date not null,
      until_date date not null,
      left_open uuid[] not null default '{}',
      created_at timestamptz not null default now(),
      check (until_date between from_date and from_date + 366),
      -- The same days twice are one absence.
      unique (member_uuid, from_date, until_date),
      unique (organization_uuid, uuid),
      foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`create index absences_by_end on absences (organization_uuid, until_date, from_date)`.execute(
    db,
  );
  await sql`
    alter table declines add column absence_uuid uuid,
      add constraint declines_absence foreign key (organization_uuid, absence_uuid)
        references absences (organization_uuid, uuid) on delete set null (absence_uuid)`.execute(
    db,
  );
  await sql`create index declines_absence on declines (absence_uuid) where absence_uuid is not null`.execute(
    db,
  );

  await replaceOwnAnswer(db, { absence: true });
  await createDeclining(db);
  await createSlices(db);
  await createTriggers(db);
}

async function createDeclining(db: Kysely<unknown>): Promise<void> {
  // The lock of an organisation's absences, to be taken shared by events.
  await sql`
    create function absences_lock(organization uuid) returns bigint language sql immutable
    return hashtextextended('absences ' || organization, 0)`.execute(db);

  // An event without a time begins when its first day is over.
  await sql`
    create function awaits_answers(event events) returns boolean language sql stable
    return event.cancelled_at is null
      and (event.event_type <> 'OPEN_EVENT' or event.asks_answer)
      and now() < event_start(event.date, coalesce(event.start_time, time '24:00'),
        (select time_zone from organizations where uuid = event.organization_uuid))`.execute(db);

  // Of events that the caller holds. Who was absent already when they asked for an answer on other
  // days is not declined again, unless named.
  await sql`
    create function decline_for_absent(
      held uuid[], was_from date default null, was_until date default null, named uuid[] default '{}')
    returns void language plpgsql as $$
    begin
      insert into declines (event_uuid, member_uuid, organization_uuid, absence_uuid)
        select distinct on (event, member) event, member, organization_uuid, absence
        from (
          select e.uuid as event, m.uuid as member, a.organization_uuid, a.uuid as absence
          from events e
          join absences a on a.organization_uuid = e.organization_uuid
            and a.until_date >= e.date and a.from_date <= coalesce(e.end_date, e.date)
          -- One by one: for a join, Postgres may read the whole club.
          cross join lateral (
            select uuid from members where uuid = a.member_uuid for key share skip locked
          ) as m
          where e.uuid = any(held) and awaits_answers(e) and e.uuid <> all(a.left_open)
            and (was_from is null or a.until_date < was_from or a.from_date > was_until
              or a.member_uuid = any(named))
          for key share of a skip locked
        ) as absent
        where not exists (select from own_answer(event, member))
        order by event, member, absence;
    end $$`.execute(db);
}

/**
 * A slice of what decline_for_absent() does for one event, for the job that does it where many are
 * absent: the next members after one, by uuid. Returns the last that it looked at, or null.
 */
async function createSlices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function decline_slice(held uuid, past uuid, size integer) returns uuid
    language plpgsql as $$
    declare
      last_member uuid;
    begin
      perform from events where uuid = held for no key update;
      with looked as materialized (
        select a.uuid as absence, a.member_uuid as member, a.organization_uuid as organization
        from events e
        join absences a on a.organization_uuid = e.organization_uuid
          and a.until_date >= e.date and a.from_date <= coalesce(e.end_date, e.date)
        where e.uuid = held and awaits_answers(e) and e.uuid <> all(a.left_open)
          and (past is null or a.member_uuid > past)
          and not exists (select from registrations where event_uuid = held and member_uuid = a.member_uuid)
          and not exists (select from waiting_list where event_uuid = held and member_uuid = a.member_uuid)
          and not exists (select from declines where event_uuid = held and member_uuid = a.member_uuid)
        order by a.member_uuid, a.uuid limit size
        for key share of a skip locked
      ), given as (
        insert into declines (event_uuid, member_uuid, organization_uuid, absence_uuid)
          select distinct on (member) held, member, organization, absence
          from looked
          cross join lateral (
            select from members where uuid = member for key share skip locked
          ) as present
          order by member, absence
      )
      select member into last_member from looked order by member desc limit 1;
      return last_member;
    end $$`.execute(db);
}

/** Declines of a statement; more take seconds, and then longer than a statement may. */
const MOST_AT_ONCE = 5000;

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  // By statement: a series has many dates. One job at a time of an organisation, after all mails.
  await sql`
    create function decline_new_for_absent() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(absences_lock(organization_uuid))
        from (select distinct organization_uuid from added) as organizations;
      if (select count(*) > ${sql.lit(MOST_AT_ONCE)} from (
        select from added e
        join absences a on a.organization_uuid = e.organization_uuid
          and a.until_date >= e.date and a.from_date <= coalesce(e.end_date, e.date)
        where e.event_type <> 'OPEN_EVENT' or e.asks_answer
        limit ${sql.lit(MOST_AT_ONCE + 1)}) as absent)
      then
        perform graphile_worker.add_job('declines', json_build_object('event', uuid),
          queue_name => 'declines ' || organization_uuid, priority => 20) from added order by date;
      else
        perform decline_for_absent(array(select uuid from added));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger decline_new_for_absent after insert on events referencing new table as added
    for each statement execute function decline_new_for_absent()`.execute(db);

  await sql`
    create function decline_changed_for_absent() returns trigger language plpgsql as $$
    declare
      last_day date := coalesce(new.end_date, new.date);
      freed uuid[];
      awaited boolean := awaits_answers(old);
    begin
      perform pg_advisory_xact_lock_shared(absences_lock(new.organization_uuid));
      with gone as (
        delete from declines d using absences a
        where d.event_uuid = new.uuid and a.uuid = d.absence_uuid
          and (a.until_date < new.date or a.from_date > last_day)
        returning d.member_uuid
      )
      select coalesce(array_agg(member_uuid), '{}') into freed from gone;
      -- In a statement of its own: it sees who has no answer any more.
      perform decline_for_absent(array[new.uuid],
        case when awaited then old.date end,
        case when awaited then coalesce(old.end_date, old.date) end, freed);
      return null;
    end $$`.execute(db);
  const columns = ['date', 'end_date', 'event_type', 'asks_answer', 'cancelled_at'];
  const row = (name: 'old' | 'new') =>
    sql`(${sql.join(columns.map((column) => sql.ref(`${name}.${column}`)))})`;
  await sql`
    create trigger decline_changed_for_absent
    after update of ${sql.join(columns.map((column) => sql.ref(column)))} on events
    for each row when (${row('old')} is distinct from ${row('new')})
    execute function decline_changed_for_absent()`.execute(db);
}

/** `own_answer()` of migration 0023, with the absence that a no comes from. */
async function replaceOwnAnswer(db: Kysely<unknown>, { absence }: { absence: boolean }) {
  const column = (from: string) => (absence ? sql`, ${sql.raw(from)}` : sql``);
  await sql`drop function own_answer(uuid, uuid)`.execute(db);
  await sql`
    create function own_answer(answered_event uuid, answering_member uuid)
    returns table (answer text, places smallint, note text ${column('absence uuid')})
    language sql volatile as $$
      select 'yes', places, note ${column('null::uuid')} from registrations
        where event_uuid = answered_event and member_uuid = answering_member
      union all
      select 'waiting', places, note ${column('null::uuid')} from waiting_list
        where event_uuid = answered_event and member_uuid = answering_member
      union all
      select 'no', 1::smallint, note ${column('absence_uuid')} from declines
        where event_uuid = answered_event and member_uuid = answering_member
    $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger decline_new_for_absent on events`.execute(db);
  await sql`drop trigger decline_changed_for_absent on events`.execute(db);
  await sql`
    drop function decline_new_for_absent(), decline_changed_for_absent(),
      decline_slice(uuid, uuid, integer),
      decline_for_absent(uuid[], date, date, uuid[]), awaits_answers(events), absences_lock(uuid)`.execute(
    db,
  );
  await replaceOwnAnswer(db, { absence: false });
  await sql`drop index declines_absence`.execute(db);
  await sql`alter table declines drop constraint declines_absence, drop column absence_uuid`.execute(
    db,
  );
  await sql`drop table absences`.execute(db);
}
