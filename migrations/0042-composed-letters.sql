-- One spelling of each letter (NFC), as of what people type or upload: macOS and PDFs write 'ö' as two
-- characters, so that a name was not the name of the same letters.

-- The few texts that would become longer stay.
create function composed(given text) returns text language sql immutable return
  case when char_length(normalize(given)) <= char_length(given) then normalize(given) else given end;

-- Of groups that now have the same name both stay (0028-group-names.sql).
update groups set name = left(composed(name), 91) || ' ' || left(uuid::text, 8)
where uuid in (
  select uuid from (
    select uuid, row_number() over (
      partition by organization_uuid, group_key(composed(name)) order by created_at, uuid) as nth
    from groups) as spelled
  where nth > 1);

-- An answered option keeps its letters.
alter table poll_options disable trigger keep_answered_option;
do $$
declare
  statement text;
begin
  for statement in
    select format('update %I set %s where %s', owner,
      string_agg(format('%1$I = composed(%1$I)', field), ', '),
      string_agg(format('%I is not nfc normalized', field), ' or '))
    from (values
      ('account_drafts', array['first_name', 'last_name']),
      ('breaks', array['name']),
      ('events', array['name', 'place', 'description', 'cancel_reason']),
      ('groups', array['name']),
      ('members', array['first_name', 'last_name', 'custom_member_identifier', 'description', 'street',
        'postal_code', 'city', 'email', 'retention_hold']),
      ('organizations', array['name', 'motd']),
      ('poll_options', array['name']),
      ('polls', array['name', 'description']),
      ('users', array['first_name', 'last_name'])
    ) as texts (owner, fields), unnest(fields) as field
    group by owner
  loop
    execute statement;
  end loop;
end $$;
alter table poll_options enable trigger keep_answered_option;

-- What is compared with these: dates of series, and imports that can be undone.
update series set template = composed(template::text)::jsonb where template::text is not nfc normalized;
update import_rows set given = composed(given::text)::jsonb, before = composed(before::text)::jsonb,
  groups = array(select composed(name) from unnest(groups) with ordinality as of (name, at) order by at)
where given::text is not nfc normalized or before::text is not nfc normalized
  or array_to_string(groups, ' ') is not nfc normalized;

drop function composed;
