-- Imports of member tables (O5, O6): what was read of a file, what is to become of each row, and what
-- can be taken back for 30 days.
--
-- Locks: the import, its rows, members by uuid, groups.

create table imports (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null references organizations on delete cascade,
  user_uuid uuid references users on delete set null,
  file_name text not null check (length(file_name) <= 200),
  -- Of each column; '' where the table has no heading.
  headings text[] not null,
  -- The field of a member that each column holds, 'group' or 'none'.
  fields text[] not null,
  state text not null default 'read'
    check (state in ('read', 'judged', 'running', 'done', 'undoing', 'undone')),
  -- Whether those with an address are invited, too.
  invites boolean not null default false,
  -- When the next invitations may leave; null if there are none.
  invites_at timestamptz,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  unique (organization_uuid, uuid)
);
create index imports_of_organization on imports (organization_uuid, created_at desc);
create index imports_user on imports (user_uuid);

create table import_rows (
  import_uuid uuid not null,
  organization_uuid uuid not null,
  -- As the table counts them, from 1.
  line integer not null,
  -- Kept until the import is done.
  cells text[] not null,
  verdict text not null default 'faulty'
    check (verdict in ('unclear', 'faulty', 'changed', 'new', 'same')),
  choice text not null default 'skip' check (choice in ('create', 'update', 'skip')),
  -- Whom it is about, or was made of it.
  member_uuid uuid,
  -- The fields that the row fills, and the names of its groups.
  given jsonb not null default '{}',
  groups text[] not null default '{}',
  -- Why it is unclear or faulty.
  said text not null default '',
  -- What the member had in these fields before.
  before jsonb,
  -- The groups that they joined by it.
  joined uuid[] not null default '{}',
  -- The version that the member had after it; null if it is not carried out yet.
  version integer,
  -- Whether they are still to be invited.
  invite boolean not null default false,
  primary key (import_uuid, line),
  foreign key (organization_uuid, import_uuid) references imports (organization_uuid, uuid) on delete cascade,
  -- What was written of somebody goes with them.
  foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
);
create index import_rows_by_verdict on import_rows (import_uuid, verdict, line);
create index import_rows_member on import_rows (member_uuid) where member_uuid is not null;

-- Whom a row may be about by their name, in any case; by identifier, see 0018-leaving.sql.
create index members_by_name_in_any_case on members (organization_uuid, lower(last_name), lower(first_name));
