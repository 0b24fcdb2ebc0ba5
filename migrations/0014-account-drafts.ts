import { type Kysely, sql } from 'kysely';

/**
 * The name and password of each registration of an unconfirmed address. Anyone can register
 * anyone's address, any number of times. A confirmation code belongs to one draft, and using it
 * activates the account with that registration's data and no other (A4). Activation deletes the
 * drafts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_drafts (
      uuid uuid primary key default gen_random_uuid(),
      user_uuid uuid not null references users on delete cascade,
      first_name text not null check (btrim(first_name) <> '' and length(first_name) <= 100),
      last_name text not null check (btrim(last_name) <> '' and length(last_name) <= 100),
      password_hash text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index account_drafts_user on account_drafts (user_uuid, created_at)`.execute(db);
  await sql`
    alter table codes add column draft_uuid uuid references account_drafts on delete cascade
      check (draft_uuid is null or purpose = 'activation')
  `.execute(db);
  await sql`create index codes_draft on codes (draft_uuid)`.execute(db);

  // Users of an organisation have been confirmed before and are only deactivated: they have an
  // account, not a draft.
  await sql`
    insert into account_drafts (user_uuid, first_name, last_name, password_hash, created_at)
    select uuid, first_name, last_name, password_hash, created_at from users u
    where not activated and not exists (select from organization_users ou where ou.user_uuid = u.uuid)
  `.execute(db);
  await sql`
    update codes c set draft_uuid = d.uuid from account_drafts d
    where d.user_uuid = c.user_uuid and c.purpose = 'activation' and c.used_at is null
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // Before there were drafts, the newest registration counted.
  await sql`
    update users u set first_name = d.first_name, last_name = d.last_name, password_hash = d.password_hash
    from (
      select distinct on (user_uuid) * from account_drafts order by user_uuid, created_at desc, uuid desc
    ) d
    where d.user_uuid = u.uuid and not u.activated
  `.execute(db);
  await sql`
    delete from codes c using account_drafts d
    where c.draft_uuid = d.uuid and exists (
      select from account_drafts later
      where later.user_uuid = d.user_uuid and (later.created_at, later.uuid) > (d.created_at, d.uuid)
    )
  `.execute(db);
  await sql`alter table codes drop column draft_uuid`.execute(db);
  await sql`drop table account_drafts`.execute(db);
}
