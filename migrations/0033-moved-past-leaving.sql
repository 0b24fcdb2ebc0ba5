-- An event that is moved past the last day of somebody who has left (O8): the job that ended their
-- membership takes back what they had promised, as it then did for what was after that day. It locks
-- the member before the event, which is held here. Who has not left yet keeps it until their day is over.

-- The job waits for all who hold this lock before it looks, as for absences: either it finds the event's
-- new day, or the last day is found here, once the lock is taken.
create function give_back_of_former() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(absences_lock(new.organization_uuid));
  perform graphile_worker.add_job('leaving', json_build_object('member', m.uuid),
    queue_name => 'leaving ' || new.organization_uuid, priority => 20, job_key => 'leaving:' || m.uuid)
  from answers a join members m on m.uuid = a.member_uuid
  where a.event_uuid = new.uuid and a.answer <> 'no' and m.left_on < new.date and has_left(m);
  return null;
end $$;
create trigger give_back_of_former after update of date on events
for each row when (new.date > old.date) execute function give_back_of_former();

-- An answer that is given while the event is moved waits for its new day (0027-left-and-archived.sql).
create or replace function keep_within_membership() returns trigger language plpgsql as $$
declare
  last_day date;
  event_day date;
begin
  select left_on into last_day from members where uuid = new.member_uuid for share;
  if last_day is not null then
    select date into event_day from events where uuid = new.event_uuid for no key update;
    if event_day > last_day then
      raise exception 'member % leaves before event %', new.member_uuid, new.event_uuid
        using errcode = 'VH011';
    end if;
  end if;
  return new;
end $$;

-- The clock of the club is asked for those alone who have a last day: all members were asked about it,
-- one by one, where many join a group.
create or replace function has_left(member members) returns boolean language sql stable return
  member.left_on is not null and member.left_on < club_day(member.organization_uuid);

-- Those of an event that was moved before: housekeeping does again what follows of leaving.
update members m set left_at = null
where left_at is not null and exists (
  select from answers a join events e on e.uuid = a.event_uuid
  where a.member_uuid = m.uuid and a.answer <> 'no' and e.to_come and e.date > m.left_on);
