import { type Kysely, sql } from 'kysely';

/**
 * Invitations hold for 90 days, and then through the end of that day (UTC), so that the day can be
 * named to people (D4). Those that are there already begin their 90 days with this step.
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
