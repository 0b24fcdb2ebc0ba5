-- Whom a mail would reach is counted before it is sent (U7): whether members of a club have a user, and
-- which users have no confirmed address, is read from indexes, not from each row.
drop index members_of_club;
create index members_of_club on members (organization_uuid, uuid) include (left_on, user_uuid);
-- Of a user the member, without the row: else Postgres would look for them in the index above.
drop index members_of_user;
create unique index members_of_user on members (organization_uuid, user_uuid) include (uuid)
  where user_uuid is not null;
create index users_unconfirmed on users (uuid) where not activated;
