import { type Kysely, sql } from 'kysely';

/** Member records and the invitations that link a user to one (D1 to D4, C5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table members (
      uuid uuid primary key default gen_random_uuid(),
      organization_uuid uuid not null references organizations on delete cascade,
      first_name text collate "de-x-icu" not null
        check (btrim(first_name) <> '' and length(first_name) <= 100),
      last_name text collate "de-x-icu" not null check (btrim(last_name) <> '' and length(last_name) <= 100),
      custom_member_identifier text not null default '' check (length(custom_member_identifier) <= 100),
      description text not null default '' check (length(description) <= 10000),
      user_uuid uuid,
      created_at timestamptz not null default now(),
      unique (organization_uuid, uuid),
      -- One link per member (the column) and per user in an organisation (this constraint).
      unique (organization_uuid, user_uuid),
      foreign key (organization_uuid, user_uuid) references organization_users on delete set null (user_uuid)
    )`.execute(db);
  await sql`
    create index members_by_name on members (organization_uuid, last_name, first_name, uuid)
  `.execute(db);

  await sql`
    create table invitations (
      -- One invitation per member: a new one replaces the one before (D4).
      member_uuid uuid primary key,
      organization_uuid uuid not null,
      -- SHA-256 of the code in the link; the link is shown once.
      code_hash bytea not null unique,
      created_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      foreign key (organization_uuid, member_uuid) references members (organization_uuid, uuid) on delete cascade
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table invitations, members`.execute(db);
}
