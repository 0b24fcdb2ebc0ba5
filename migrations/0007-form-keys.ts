import { type Kysely, sql } from 'kysely';

/**
 * The outcome of each submitted form, so that one that arrives twice acts once and gets the same
 * response.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table form_keys (
      -- SHA-256 of the user, the rendered form's key, the operation and the input.
      hash bytea primary key,
      user_uuid uuid not null references users on delete cascade,
      output jsonb,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index form_keys_user on form_keys (user_uuid)`.execute(db);
  await sql`create index form_keys_created_at on form_keys (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table form_keys`.execute(db);
}
