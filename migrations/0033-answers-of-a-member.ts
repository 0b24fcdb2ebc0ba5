import { type Kysely, sql } from 'kysely';

const TABLES = ['registrations', 'waiting_list', 'declines'] as const;

/**
 * The answers of a member by event: whether they answered an event is one place in the index. By the
 * member alone, which costs as much by Postgres' estimate, each look read all that they ever
 * answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`create index ${sql.ref(`${table}_of_member`)} on ${sql.table(table)} (member_uuid, event_uuid)`.execute(
      db,
    );
    await sql`drop index ${sql.ref(`${table}_member`)}`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`create index ${sql.ref(`${table}_member`)} on ${sql.table(table)} (member_uuid)`.execute(
      db,
    );
    await sql`drop index ${sql.ref(`${table}_of_member`)}`.execute(db);
  }
}
