import { type Kysely, sql } from 'kysely';

/**
 * Who did what and when. No foreign keys: an entry outlives its subject. The actor is stored by id
 * alone and looked up on reading, so a deleted account leaves no name behind.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      -- Null: it was about an account, or about nothing of an organisation's.
      organization_uuid uuid,
      -- Whoever did it; where nobody was logged in, the user whom it concerned. Null: nobody is known.
      actor_uuid uuid,
      -- The summary of the operation, for programs; and one sentence for people.
      operation text not null,
      action text not null,
      request_id text not null
    )`.execute(db);
  await sql`create index audit_log_of_organization on audit_log (organization_uuid, id)`.execute(
    db,
  );
  await sql`create index audit_log_of_actor on audit_log (actor_uuid, id)`.execute(db);
  await sql`create index audit_log_at on audit_log (at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table audit_log`.execute(db);
}
