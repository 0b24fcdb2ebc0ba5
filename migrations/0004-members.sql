-- Members, the text by which they are found, and the invitations that link a user to one (D1 to D4,
-- C5). Both extensions are trusted, so the database's owner may create them.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- A name without case, accents and punctuation: 'Strauß-Öztürk' becomes 'strauss ozturk', Yılmaz
-- 'yilmaz', and O’Brien 'obrien' with any apostrophe. Removes every character that is special to LIKE,
-- so the result is a safe pattern.
create function search_text(name text) returns text language sql immutable parallel safe
return btrim(regexp_replace(
  translate(
    regexp_replace(
      normalize(replace(replace(replace(lower(name collate "und-x-icu"), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), nfd),
      U&'[\0300-\036F]', '', 'g'
    ),
    -- Characters without a counterpart are left out.
    'øłđðı%_\-.,;()|''’‘ʼ`´',
    'olddi          '
  ),
  '\s+', ' ', 'g'
));

-- Like search_text, with umlauts written out: 'strauss oeztuerk'.
create function search_text_written_out(name text) returns text language sql immutable parallel safe
return search_text(replace(replace(replace(
  normalize(lower(name collate "und-x-icu"), nfc), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'));

create table members (
  uuid uuid primary key default gen_random_uuid(),
  organization_uuid uuid not null references organizations on delete cascade,
  first_name text collate "de-x-icu" not null
    check (btrim(first_name) <> '' and length(first_name) <= 100),
  last_name text collate "de-x-icu" not null check (btrim(last_name) <> '' and length(last_name) <= 100),
  custom_member_identifier text not null default '' check (length(custom_member_identifier) <= 100),
  description text not null default '' check (length(description) <= 10000),
  -- One link per user in an organization (members_of_user).
  user_uuid uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The name in both orders, and the identifier. Each word follows a space, so '% m%' finds the
  -- beginnings of names.
  search text collate "C" not null generated always as (
    ' ' || search_text(first_name || ' ' || last_name || ' ' || first_name) || ' '
    || case when lower(first_name || last_name) ~ U&'[äöü\0308]'
         then '| ' || search_text_written_out(first_name || ' ' || last_name || ' ' || first_name) else '' end
    || case when custom_member_identifier <> ''
         then ' | ' || search_text(custom_member_identifier) || ' ' else '' end
  ) stored,
  unique (organization_uuid, uuid),
  foreign key (organization_uuid, user_uuid) references organization_users on delete set null (user_uuid)
);
create index members_by_name on members (organization_uuid, last_name, first_name, uuid);
create index members_by_search on members using gin (organization_uuid, search gin_trgm_ops);
-- A partial index is no key that others could refer to, so that to link a user to a member does not
-- lock the member as deleting them does (0009-promotion.sql).
create unique index members_of_user on members (organization_uuid, user_uuid)
  where user_uuid is not null;

create table invitations (
  -- One invitation per member: a new one replaces the one before (D4).
  member_uuid uuid primary key,
  organization_uuid uuid not null,
  -- SHA-256 of the code in the link; the link is shown once.
  code_hash bytea not null unique,
  -- 90 days, through the end of the last day (UTC), so that screens can name the day.
  valid_through date not null default (now() at time zone 'UTC')::date + 90,
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
);
create index invitations_valid_through on invitations (valid_through);

-- A second secret that only an invitation's mail contains, so that the one who has it reads the mail's
-- address. It belongs to one invitation and ends with it. The address is sealed with the secret
-- itself: we cannot read to whom an invitation went.
create table invitation_proofs (
  proof_hash bytea primary key,
  code_hash bytea not null references invitations (code_hash) on delete cascade,
  sealed_email text not null,
  created_at timestamptz not null default now()
);
create index invitation_proofs_code on invitation_proofs (code_hash);

-- Remembered for as long as its user belongs to the organization, to tell them so when they open the
-- link again.
create table accepted_invitations (
  code_hash bytea primary key,
  -- Null if it was accepted without a proof.
  proof_hash bytea,
  organization_uuid uuid not null,
  user_uuid uuid not null,
  accepted_at timestamptz not null default now(),
  foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
);
create index accepted_invitations_user on accepted_invitations (organization_uuid, user_uuid);
