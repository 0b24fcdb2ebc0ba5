import { type Kysely, sql } from 'kysely';

/** Users, their sessions and the one-time codes that are mailed to them (A1 to A12). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      uuid uuid primary key default gen_random_uuid(),
      first_name text not null check (btrim(first_name) <> '' and length(first_name) <= 100),
      last_name text not null check (btrim(last_name) <> '' and length(last_name) <= 100),
      email text not null check (length(email) <= 254),
      password_hash text not null,
      activated boolean not null default false,
      -- The system administrator flag, granted on the command line only.
      admin boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index users_email on users (lower(email))`.execute(db);

  await sql`
    create table sessions (
      -- SHA-256 of the token that the browser or the app holds; the token itself is stored nowhere (A11).
      token_hash bytea primary key,
      -- What 'Mein Konto' calls the session by; worthless as a credential.
      uuid uuid not null unique default gen_random_uuid(),
      user_uuid uuid not null references users on delete cascade,
      kind text not null check (kind in ('browser', 'mobile')),
      active_organization uuid,
      user_agent text not null default '',
      created_at timestamptz not null default now(),
      used_at timestamptz not null default now(),
      valid_until timestamptz not null
    )`.execute(db);
  await sql`create index sessions_user on sessions (user_uuid)`.execute(db);
  await sql`create index sessions_valid_until on sessions (valid_until)`.execute(db);

  await sql`
    create table codes (
      -- SHA-256 of the code in the mailed link.
      code_hash bytea primary key,
      purpose text not null check (purpose in ('activation', 'password', 'email')),
      user_uuid uuid not null references users on delete cascade,
      -- The address that a code of purpose 'email' confirms.
      email text check ((purpose = 'email') = (email is not null)),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index codes_user on codes (user_uuid, purpose)`.execute(db);
  await sql`create index codes_expires_at on codes (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table codes, sessions, users`.execute(db);
}
