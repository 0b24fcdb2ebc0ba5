import type pg from 'pg';

/**
 * What must hold of answers after each commit (K2), as a query of everything that does not:
 * counters equal what they count, outside the late phase nobody waits who fits, and each event keeps the moments that its days and times mean in its club's zone. `$1` is an event, or null for all.
 */
const BROKEN = `
  with e as (
    select e.*, event_start(e.date, e.start_time, o.time_zone) as start,
      event_start(e.date, coalesce(e.start_time, time '24:00'), o.time_zone) as begun_at,
      event_end(e.date, e.end_date, e.start_time, e.end_time, o.time_zone) as end_at
    from events e join organizations o on o.uuid = e.organization_uuid
    where $1::uuid is null or e.uuid = $1::uuid
  )
  select format('%s counts %s places of %s', uuid, registered_participants, taken) as broken
    from e, lateral (select coalesce(sum(places), 0) as taken from answers where event_uuid = uuid and answer = 'yes') r
    where registered_participants <> taken
  union all
  select format('%s counts %s who wait of %s', uuid, waiting, entries)
    from e, lateral (select count(*) as entries from answers where event_uuid = uuid and answer = 'waiting') w
    where waiting <> entries
  union all
  select format('%s waits for %s and fits', w.member_uuid, uuid)
    from e join answers w on w.event_uuid = uuid
    where w.answer = 'waiting' and event_type = 'LIMITED_EVENT' and cancelled_at is null and now() < begun_at
      and now() < start - make_interval(hours => promotion_hours)
      and places <= max_participants - registered_participants
  union all
  select format('%s keeps other moments', uuid) from e
    where (starts_at, begun_by, ends_at, closes_at)
      is distinct from (start, begun_at, end_at, coalesce(sign_up_until, start))`;

/** Violations of what must hold after each commit (K2); nobody may be writing. */
export async function brokenRules(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ broken: string }>(BROKEN, [null]);
  return rows.map(({ broken }) => broken);
}

/**
 * Watches every commit from now on, in the committing transaction, which holds the event's lock:
 * what it leaves broken, what overbooks an event, and how often each entry moves up.
 * @returns what has been seen so far
 */
export async function watchCommits(pool: pg.Pool) {
  await pool.query(`
    create table seen_broken (what text not null);
    create table seen_moving (event_uuid uuid not null, member_uuid uuid not null);
    create table seen_linking (member_uuid uuid not null);
    create function see_broken() returns trigger language plpgsql as $$
    begin
      insert into seen_broken select broken from (${BROKEN.replaceAll('$1', 'coalesce(old.event_uuid, new.event_uuid)')}) b
        -- A member just being deleted is skipped, and gone once that commits.
        where broken not like '% and fits' or exists (
          select from members where uuid = split_part(broken, ' ', 1)::uuid for key share skip locked);
      return null;
    end $$;
    create function see_overbooked() returns trigger language plpgsql as $$
    begin
      insert into seen_broken values (format('%s overbooked: %s of %s', new.uuid, new.registered_participants, new.max_participants));
      return null;
    end $$;
    create function see_moving() returns trigger language plpgsql as $$
    begin
      insert into seen_moving values (new.event_uuid, new.member_uuid);
      return null;
    end $$;
    create function see_linking() returns trigger language plpgsql as $$
    begin
      insert into seen_linking values (new.uuid);
      return null;
    end $$;
    create trigger see_overbooked after update on events for each row
      when (new.event_type = 'LIMITED_EVENT' and new.registered_participants > old.registered_participants
        and new.registered_participants > new.max_participants)
      execute function see_overbooked();
    create trigger see_moving after update on answers for each row
      when (old.answer = 'waiting' and new.promoted_at is not null) execute function see_moving();
    create trigger see_linking after update of user_uuid on members for each row
      execute function see_linking()`);
  await pool.query(`
    create constraint trigger see_broken after insert or update or delete on answers
    deferrable initially deferred for each row execute function see_broken()`);
  return {
    async broken(): Promise<string[]> {
      const { rows } = await pool.query<{ what: string }>('select what from seen_broken');
      return rows.map(({ what }) => what);
    },
    /** Members who always had an account and moved up more or less often than they were told. */
    async untold(): Promise<unknown[]> {
      const { rows } = await pool.query(`
        select member_uuid, event_uuid, moved, told
        from (select event_uuid, member_uuid, count(*) as moved from seen_moving group by 1, 2) s
        join events e on e.uuid = event_uuid
        join members m on m.uuid = member_uuid and m.user_uuid is not null,
        lateral (select count(*) as told from notifications n
          where n.kind = 'promoted' and n.event_uuid = s.event_uuid and n.member_uuid = s.member_uuid) n
        where told > moved
          or told < moved and not exists (select from seen_linking l where l.member_uuid = s.member_uuid)`);
      return rows;
    },
  };
}
