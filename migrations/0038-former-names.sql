-- The names under which a club's log knows a member, so that erasing finds the earlier ones, too (S3).

alter table members
  -- As 'Verena Schmidt', the latest first; those of a record that was merged into this one, too (O10).
  add former_names text[] not null default '{}';

-- The last 100, as erasing searches the log for each.
create function keep_former_names() returns trigger language plpgsql as $$
begin
  new.former_names := array(
    select of.name
    from unnest(array_prepend(old.first_name || ' ' || old.last_name, new.former_names))
      with ordinality as of (name, at)
    where of.name <> new.first_name || ' ' || new.last_name
    group by of.name order by min(of.at) limit 100);
  return new;
end $$;
create trigger keep_former_names before update of first_name, last_name, former_names on members
for each row execute function keep_former_names();

-- The member's present name first. One stays in the log that would reach from one quotation into the
-- next, or that somebody else of the club has or had: nobody knows whom an entry means.
create function names_in_audit_log(of_member uuid) returns table (name text, stays boolean)
language sql stable as $$
  select of.name, of.name ~ '“.*„'
    or exists (select from members other
      where other.organization_uuid = m.organization_uuid and other.uuid <> m.uuid
        and (other.first_name || ' ' || other.last_name = of.name or of.name = any(other.former_names)))
    or exists (select from organization_users other
      where other.organization_uuid = m.organization_uuid
        and other.user_uuid is distinct from m.user_uuid
        and other.first_name || ' ' || other.last_name = of.name)
  from members m
  left join users u on u.uuid = m.user_uuid
  cross join lateral (
    select each.name, min(each.at) as at
    from unnest(array_prepend(m.first_name || ' ' || m.last_name,
      array_append(m.former_names, u.first_name || ' ' || u.last_name))) with ordinality as each (name, at)
    where each.name is not null
    group by 1) as of
  where m.uuid = of_member
  order by of.at
$$;

-- As before (0017-leaving.sql), with each of these names.
do $migration$
declare
  -- Given by `npm run admin -- database-roles`; a replaced function loses it.
  as_owner boolean := (select prosecdef from pg_proc where oid = 'erase_from_audit_log(uuid)'::regprocedure);
begin
  create or replace function erase_from_audit_log(erased uuid) returns void language plpgsql as $$
  declare
    pseudonym text := 'Mitglied ' || left(erased::text, 8);
    club uuid;
    quoted text;
  begin
    for club, quoted in
      select m.organization_uuid, '„' || of.name || '“'
      from members m, names_in_audit_log(erased) as of
      where m.uuid = erased and not of.stays
    loop
      update audit_log set action = replace(replace(replace(replace(action,
          'Mitglied ' || quoted, pseudonym), 'Benutzer ' || quoted, pseudonym),
          'Konto ' || quoted, 'Konto ' || pseudonym),
          'Antwort von ' || quoted, 'Antwort von ' || pseudonym)
        where organization_uuid = club and strpos(action, quoted) > 0;
    end loop;
  end $$;
  if as_owner then
    alter function erase_from_audit_log(uuid) security definer set search_path = public, pg_temp;
  end if;
end $migration$;
