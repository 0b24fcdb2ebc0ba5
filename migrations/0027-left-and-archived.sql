-- Who has left promises nothing that is after their last day and joins no group (O8), and an archived
-- group takes nobody (U11).

-- By the clock of the club, whether the job 'leaving' has run or not.
create function has_left(member members) returns boolean language sql stable return
  coalesce(member.left_on < club_day(member.organization_uuid), false);

-- Entering a last day updates the member, and so waits for answers that hold it like this; what
-- follows of a leaving then finds them. What was promised before stays until the day is over, and
-- moves up until then. SQLSTATE VH011: the event is after the member's last day.
create function keep_within_membership() returns trigger language plpgsql as $$
declare
  last_day date;
begin
  select left_on into last_day from members where uuid = new.member_uuid for share;
  if last_day is not null and exists (
    select from events where uuid = new.event_uuid and date > last_day)
  then
    raise exception 'member % leaves before event %', new.member_uuid, new.event_uuid
      using errcode = 'VH011';
  end if;
  return new;
end $$;
create trigger keep_within_membership before insert or update of answer on answers for each row
when (new.answer <> 'no' and current_setting('vereinsheim.moving_up', true) is distinct from 'on')
execute function keep_within_membership();

-- After, so that those who belong to it already are no new ones. SQLSTATE VH012: somebody has left;
-- VH013: a group is archived.
create function keep_groups_present() returns trigger language plpgsql as $$
begin
  perform from groups where uuid in (select group_uuid from joined where until is null)
    order by uuid for share;
  if exists (select from joined j join groups g on g.uuid = j.group_uuid
    where j.until is null and g.archived_at is not null)
  then
    raise exception using errcode = 'VH013', message = 'an archived group takes nobody';
  end if;
  perform from members where uuid in (select member_uuid from joined where until is null)
    order by uuid for share;
  if exists (select from joined j join members m on m.uuid = j.member_uuid
    where j.until is null and has_left(m))
  then
    raise exception using errcode = 'VH012', message = 'who has left joins no group';
  end if;
  return null;
end $$;
create trigger keep_groups_present after insert on group_members referencing new table as joined
for each statement execute function keep_groups_present();

-- Who was put into a group after they had left.
update group_members gm set until = greatest(now(), since)
from members m
where m.uuid = gm.member_uuid and m.left_at is not null and gm.until is null;
