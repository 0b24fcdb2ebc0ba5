-- More on the names under which a club's log knows a member (S3, 0038-former-names.sql).

-- As before, but the present name may be a former one, too, so that undoing an import can tell the names
-- that only came with it.
create or replace function keep_former_names() returns trigger language plpgsql as $$
begin
  if (old.first_name, old.last_name) is distinct from (new.first_name, new.last_name) then
    new.former_names := array_prepend(old.first_name || ' ' || old.last_name, new.former_names);
  end if;
  new.former_names := array(
    select of.name from unnest(new.former_names) with ordinality as of (name, at)
    group by of.name order by min(of.at) limit 100);
  return new;
end $$;

-- The name that a member's account had before it was changed, or before it left the club.
create function keep_account_name() returns trigger language plpgsql as $$
declare
  known text := old.first_name || ' ' || old.last_name;
begin
  update members set former_names = array_prepend(known, former_names)
    where organization_uuid = old.organization_uuid and user_uuid = old.user_uuid
      and first_name || ' ' || last_name <> known;
  return coalesce(new, old);
end $$;
create trigger keep_account_name before delete or update of first_name, last_name on organization_users
for each row execute function keep_account_name();
