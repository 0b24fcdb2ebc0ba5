-- As before (0014-groups.sql), but no more than 5,000 declines of one transaction, as for new events
-- (0007-absences.sql): a series of 200 dates moves at once, and may be moved to days on which very many
-- are away. The job also declines for those who were absent on the former days and have no answer.
create or replace function decline_changed_for_absent() returns trigger language plpgsql as $$
declare
  last_day date := coalesce(new.end_date, new.date);
  freed uuid[];
  awaited boolean := awaits_answers(old) and old.groups = new.groups;
  -- In all events that the transaction has changed so far.
  absent bigint;
begin
  perform pg_advisory_xact_lock_shared(absences_lock(new.organization_uuid));
  with gone as (
    delete from answers given using absences a
    where given.event_uuid = new.uuid and a.uuid = given.absence_uuid
      and (a.until_date < new.date or a.from_date > last_day)
    returning given.member_uuid
  )
  select coalesce(array_agg(member_uuid), '{}') into freed from gone;
  if not awaits_answers(new) then return null; end if;
  select count(*) + coalesce(nullif(current_setting('vereinsheim.absent', true), ''), '0')::bigint
    into absent
    from (
      select from absences
      where organization_uuid = new.organization_uuid and until_date >= new.date
        and from_date <= last_day
      limit 5001) as away;
  perform set_config('vereinsheim.absent', absent::text, true);
  if absent > 5000 then
    perform graphile_worker.add_job('declines', json_build_object('event', new.uuid),
      queue_name => 'declines ' || new.organization_uuid, priority => 20);
  else
    -- In a statement of its own: it sees who has no answer any more.
    perform decline_for_absent(array[new.uuid],
      case when awaited then old.date end,
      case when awaited then coalesce(old.end_date, old.date) end, freed);
  end if;
  return null;
end $$;

-- As before (0038-former-names.sql), but the log is read once for all names: with a hundred of them, a
-- long one took a statement's time.
do $migration$
declare
  -- Given by `npm run admin -- database-roles`; a replaced function loses it.
  as_owner boolean := (select prosecdef from pg_proc where oid = 'erase_from_audit_log(uuid)'::regprocedure);
begin
  create or replace function erase_from_audit_log(erased uuid) returns void language plpgsql as $$
  declare
    pseudonym text := 'Mitglied ' || left(erased::text, 8);
    names text[] := array(select of.name from names_in_audit_log(erased) as of where not of.stays);
    -- What any quotation of them begins with: they may hold a quotation mark themselves.
    beginnings text[] := array(select split_part(translate(name, '“', '„'), '„', 1) from unnest(names) as name);
    entry record;
    quoted text;
  begin
    for entry in
      select id, action from audit_log
      where organization_uuid = (select organization_uuid from members where uuid = erased)
        and string_to_array(translate(action, '“', '„'), '„') && beginnings
      -- Or an erasure at the same moment could bring back the other's name.
      order by id for no key update
    loop
      foreach quoted in array names loop
        quoted := '„' || quoted || '“';
        continue when strpos(entry.action, quoted) = 0;
        entry.action := replace(replace(replace(replace(entry.action,
          'Mitglied ' || quoted, pseudonym), 'Benutzer ' || quoted, pseudonym),
          'Konto ' || quoted, 'Konto ' || pseudonym),
          'Antwort von ' || quoted, 'Antwort von ' || pseudonym);
      end loop;
      update audit_log set action = entry.action where id = entry.id and action <> entry.action;
    end loop;
  end $$;
  if as_owner then
    alter function erase_from_audit_log(uuid) security definer set search_path = public, pg_temp;
  end if;
end $migration$;

-- Whether somebody has left before a day: an event's, or today by the club's clock, which a query can ask
-- once for all members.
create function has_left(member members, day date) returns boolean language sql immutable return
  member.left_on is not null and member.left_on < day;
create or replace function has_left(member members) returns boolean language sql stable return
  has_left(member, club_day(member.organization_uuid));

-- Somebody counts on the event: they come, or wait for a place. Can be read like a column: `a.promised`.
create function promised(a answers) returns boolean
language sql immutable return a.answer <> 'no';
