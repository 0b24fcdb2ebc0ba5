import { type Kysely, sql } from 'kysely';

/**
 * Organisations, their users and permissions (section 6 of the specification). Every table that
 * belongs to an organisation carries its uuid, so that the data can be distributed by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organizations (
      uuid uuid primary key default gen_random_uuid(),
      name text collate "de-x-icu" not null check (btrim(name) <> '' and length(name) <= 200),
      motd text not null default '' check (length(motd) <= 10000),
      created_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table organization_users (
      organization_uuid uuid not null references organizations on delete cascade,
      user_uuid uuid not null references users on delete cascade,
      joined_at timestamptz not null default now(),
      primary key (organization_uuid, user_uuid)
    )`.execute(db);
  await sql`create index organization_users_user on organization_users (user_uuid)`.execute(db);

  await sql`
    create table permissions (
      organization_uuid uuid not null,
      user_uuid uuid not null,
      permission text not null check (permission in ('ORGANIZATION_ADMIN', 'EDIT_EVENTS', 'EDIT_MEMBERS')),
      granted_at timestamptz not null default now(),
      primary key (organization_uuid, user_uuid, permission),
      foreign key (organization_uuid, user_uuid) references organization_users on delete cascade
    )`.execute(db);

  // A session whose organisation is deleted falls back to the user's first one.
  await sql`
    alter table sessions add foreign key (active_organization) references organizations on delete set null
  `.execute(db);
  await sql`create index sessions_active_organization on sessions (active_organization)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions drop constraint sessions_active_organization_fkey`.execute(db);
  await sql`drop index sessions_active_organization`.execute(db);
  await sql`drop table permissions, organization_users, organizations`.execute(db);
}
