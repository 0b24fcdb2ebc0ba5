-- Who did what and when. No foreign keys: an entry outlives its subject. The actor is stored by id alone
-- and looked up on reading, so a deleted account leaves no name behind.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null: it was about an account, or about nothing of an organization's.
  organization_uuid uuid,
  -- The user who did it; where nobody was logged in, the one whom it concerned. Null: nobody is known.
  actor_uuid uuid,
  -- The summary of the operation, for programs; and one sentence for people.
  operation text not null,
  action text not null,
  request_id text not null
);
create index audit_log_of_organization on audit_log (organization_uuid, id);
create index audit_log_of_actor on audit_log (actor_uuid, id);
create index audit_log_at on audit_log (at);

-- Old entries go by a function, which an operator with two database users replaces by one that has its
-- owner's rights and a least age (`npm run admin -- database-roles`): the user of the running program
-- may then only add entries (ASVS V16.4.2, docs/decisions/0049).
create function expire_audit_log(days integer) returns void
language sql
begin atomic
  delete from audit_log where at < now() - make_interval(days => days);
end;
