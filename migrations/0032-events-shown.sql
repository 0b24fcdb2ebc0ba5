-- Whose events a user looks at in a club (U5): all, until they choose their own, on every device of theirs.
alter table organization_users
  add column events_shown text not null default 'all' check (events_shown in ('all', 'mine'));
