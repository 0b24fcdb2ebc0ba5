import { type Kysely, sql } from 'kysely';

const EDITED = ['organizations', 'members', 'events'];

/**
 * A counter of edits, so that people who edit can be told that someone else has done so since.
 * Sign-ups, links to users and the like do not count.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of EDITED) {
    await sql`alter table ${sql.table(table)} add column version integer not null default 1`.execute(
      db,
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of EDITED)
    await sql`alter table ${sql.table(table)} drop column version`.execute(db);
}
