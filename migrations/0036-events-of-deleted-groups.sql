-- An event that is for fewer groups than before concerns nobody new.
drop trigger decline_regrouped_for_absent on events;
create trigger decline_regrouped_for_absent after update of groups on events
for each row when (old.groups <> new.groups and not (new.groups <> '{}' and new.groups <@ old.groups)
  and (old.date, old.end_date, old.event_type, old.asks_answer, old.cancelled_at) is not distinct from
    (new.date, new.end_date, new.event_type, new.asks_answer, new.cancelled_at))
execute function decline_changed_for_absent();

-- Takes a deleted group out of the events and series that are for others as well (U3), whose leaders
-- would lose them with it (U8). Where it was the last one it stays: they are for nobody then, and not
-- for everyone (U11, 0014-groups.sql).
--
-- Locks: the caller has deleted the group; series by uuid, events by uuid (L7).
create function leave_events_to_other_groups(club uuid, gone uuid) returns void language plpgsql as $$
begin
  perform from series
    where organization_uuid = club and template -> 'groups' ? gone::text order by uuid for no key update;
  update series set template = jsonb_set(template, '{groups}', (template -> 'groups') - gone::text),
    version = version + 1
  where organization_uuid = club and template -> 'groups' ? gone::text
    and jsonb_array_length(template -> 'groups') > 1;
  perform from events where organization_uuid = club and gone = any(groups) order by uuid for no key update;
  update events set groups = array_remove(groups, gone), version = version + 1
  where organization_uuid = club and gone = any(groups) and cardinality(groups) > 1;
end $$;

-- The groups that have been deleted so far.
select leave_events_to_other_groups(club, gone) from (
  select organization_uuid as club, unnest(groups) as gone from events
  union
  select organization_uuid, jsonb_array_elements_text(template -> 'groups')::uuid from series
  where jsonb_typeof(template -> 'groups') = 'array'
) as named
where not exists (select from groups g where g.uuid = gone);
