-- Names of groups without case, as programs write it in any language: 'İzmir' is 'izmir' and 'IZMIR'.
create function group_key(name text) returns text language sql immutable return
  translate(lower(name collate "de-x-icu"), U&'\0131\0307', 'i');

-- Two that were apart so far both stay.
update groups set name = left(name, 91) || ' ' || left(uuid::text, 8)
where uuid in (
  select uuid from (
    select uuid, row_number() over (
      partition by organization_uuid, group_key(name) order by created_at, uuid) as nth
    from groups) as spelled
  where nth > 1);
drop index groups_name;
create unique index groups_name on groups (organization_uuid, group_key(name));
