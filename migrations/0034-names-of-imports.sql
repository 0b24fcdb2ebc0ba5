-- Whom a row of a table may be about by their name, in any case, as one value (O5): of an index with
-- several columns Postgres takes another one of the club if it believes the club to be small, as in
-- the minute after its members have come in, and then reads the whole club for each row.
create index members_by_key_of_name on members
  ((organization_uuid::text || ' ' || lower(last_name) || ' ' || lower(first_name)));
drop index members_by_name_in_any_case;
