-- Erasing a member takes along what tables to import said of them (S3), also in rows that could not be
-- carried out and so belong to nobody: by both names, or by the identifier.

create function said_in(r import_rows) returns text[]
language sql immutable
return (
  select array_agg(lower(btrim(text)))
  from (select unnest(r.cells) union all select value from jsonb_each_text(r.given)) said (text));

create function erase_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_rows r using members m
    where m.uuid = new.member_uuid and r.organization_uuid = m.organization_uuid
      and r.member_uuid is null
      and (said_in(r) @> array[lower(m.first_name), lower(m.last_name)]
        or m.custom_member_identifier <> '' and lower(m.custom_member_identifier) = any(said_in(r)));
  return null;
end $$;
create trigger erase_import_rows after insert on erasures for each row execute function erase_import_rows();
