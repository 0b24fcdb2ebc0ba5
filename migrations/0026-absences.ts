import { type Kysely, sql } from 'kysely';

/**
 * 'Abwesend von … bis …' (L8): declines what asks for an answer in these days, also what comes
 * later. An answer that somebody gives to a single event wins: `declines.absence_uuid` tells the
 * absence's from theirs.
 *
 * Whoever writes an event holds it when the trigger looks for absent members. It passes over a
 * member that somebody is deleting just then, as that waits for the event (migration 0022). Whoever
 * enters an absence declines what they see, and a job looks again for events that were being
 * written meanwhile: it waits until those are done, for the lock `absences` of their organisation,
 * while it holds nothing else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table absences (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null,
      member_uuid uuid not null,
      from_date date not null,
      until_date date not null,
      created_at timestamptz not null default now(),
      check (until_date between from_date and from_date + 366),
      unique (organization_uuid, uuid),
      foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
    )`.execute(db);
  await sql`create index absences_member on absences (member_uuid, from_date)`.execute(db);
  await sql`create index absences_by_end on absences (organization_uuid, until_date)`.execute(db);
  await sql`
    alter table declines add column absence_uuid uuid,
      add constraint declines_absence foreign key (organization_uuid, absence_uuid)
        references absences (organization_uuid, uuid) on delete set null (absence_uuid)`.execute(
    db,
  );
  await sql`create index declines_absence on declines (absence_uuid) where absence_uuid is not null`.execute(
    db,
  );

  // The lock of an organisation's absences, to be taken shared by events.
  await sql`
    create function absences_lock(organization uuid) returns bigint language sql immutable
    return hashtextextended('absences ' || organization, 0)`.execute(db);
  await sql`
    create function decline_for_absent() returns trigger language plpgsql as $$
    declare
      last_day date := coalesce(new.end_date, new.date);
    begin
      perform pg_advisory_xact_lock_shared(absences_lock(new.organization_uuid));
      if tg_op = 'UPDATE' then
        delete from declines d using absences a
          where d.event_uuid = new.uuid and a.uuid = d.absence_uuid
            and not (a.from_date <= last_day and a.until_date >= new.date);
      end if;
      if new.cancelled_at is not null or new.event_type = 'OPEN_EVENT' and not new.asks_answer
        or last_day < current_date - 1
      then
        return new;
      end if;
      insert into declines (event_uuid, member_uuid, organization_uuid, absence_uuid)
        select distinct on (m.uuid) new.uuid, m.uuid, m.organization_uuid, found.absence
        from (
          select m.uuid, m.organization_uuid, a.uuid as absence
          from absences a join members m on m.uuid = a.member_uuid
          where a.organization_uuid = new.organization_uuid
            and a.until_date >= new.date and a.from_date <= last_day
          for key share of m skip locked
        ) as found
        join members m on m.uuid = found.uuid
        where not exists (select from own_answer(new.uuid, m.uuid))
        order by m.uuid;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger decline_for_absent_of_new after insert on events
    for each row execute function decline_for_absent()`.execute(db);
  await sql`
    create trigger decline_for_absent after update of date, end_date, event_type, asks_answer, cancelled_at on events
    for each row when (
      (old.date, old.end_date, old.event_type, old.asks_answer, old.cancelled_at)
        is distinct from (new.date, new.end_date, new.event_type, new.asks_answer, new.cancelled_at))
    execute function decline_for_absent()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger decline_for_absent_of_new on events`.execute(db);
  await sql`drop trigger decline_for_absent on events`.execute(db);
  await sql`drop function decline_for_absent()`.execute(db);
  await sql`drop function absences_lock(uuid)`.execute(db);
  await sql`drop index declines_absence`.execute(db);
  await sql`alter table declines drop constraint declines_absence, drop column absence_uuid`.execute(
    db,
  );
  await sql`drop table absences`.execute(db);
}
