-- The records that were merged into a member (O10): a restored backup may still have them, and they
-- were the same person's, so they are erased with the member (S3).

alter table members add column merged uuid[] not null default '{}';

create function erase_merged() returns trigger language plpgsql as $$
begin
  insert into erasures (member_uuid, organization_uuid)
    select unnest(m.merged), m.organization_uuid from members m where m.uuid = new.member_uuid
    on conflict do nothing;
  return null;
end $$;
create trigger erase_merged after insert on erasures for each row execute function erase_merged();
