import { type Kysely, sql } from 'kysely';

/**
 * Invitations are valid for 90 days, through the end of the last day (UTC), so that screens can
 * name the day (D4). For existing ones the 90 days begin with this migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table invitations add column valid_through date not null
      default (now() at time zone 'UTC')::date + 90`.execute(db);
  await sql`create index invitations_valid_through on invitations (valid_through)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invitations drop column valid_through`.execute(db);
}
