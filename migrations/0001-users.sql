-- Users, and the one-time codes that are mailed to them (A1 to A12).

create table users (
  uuid uuid primary key default gen_random_uuid(),
  first_name text not null check (btrim(first_name) <> '' and length(first_name) <= 100),
  last_name text not null check (btrim(last_name) <> '' and length(last_name) <= 100),
  email text not null check (length(email) <= 254),
  password_hash text not null,
  activated boolean not null default false,
  -- The system administrator flag, granted on the command line only.
  admin boolean not null default false,
  -- Links in mails that answer without a log-in (N7) carry this number: another one ends them all.
  links_epoch integer not null default 0,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create function end_mail_links() returns trigger language plpgsql as $$
begin
  new.links_epoch := old.links_epoch + 1;
  return new;
end $$;
create trigger end_mail_links before update of password_hash, activated, email on users
for each row when (old.activated and
  (old.password_hash, old.activated, old.email) is distinct from (new.password_hash, new.activated, new.email))
execute function end_mail_links();

-- The name and password of each registration of an unconfirmed address. Anyone can register anyone's
-- address, any number of times. A confirmation code belongs to one draft, and using it activates the
-- account with that registration's data and no other (A4). Activation deletes the drafts.
create table account_drafts (
  uuid uuid primary key default gen_random_uuid(),
  user_uuid uuid not null references users on delete cascade,
  first_name text not null check (btrim(first_name) <> '' and length(first_name) <= 100),
  last_name text not null check (btrim(last_name) <> '' and length(last_name) <= 100),
  password_hash text not null,
  created_at timestamptz not null default now()
);
create index account_drafts_user on account_drafts (user_uuid, created_at);

create table codes (
  -- SHA-256 of the code in the mailed link.
  code_hash bytea primary key,
  purpose text not null check (purpose in ('activation', 'password', 'email')),
  user_uuid uuid not null references users on delete cascade,
  -- The address that a code of purpose 'email' confirms.
  email text check ((purpose = 'email') = (email is not null)),
  draft_uuid uuid references account_drafts on delete cascade
    check (draft_uuid is null or purpose = 'activation'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index codes_user on codes (user_uuid, purpose);
create index codes_draft on codes (draft_uuid);
create index codes_expires_at on codes (expires_at);
