import { type Kysely, sql } from 'kysely';

/**
 * When a session's user last proved who they are by a code of the second factor: where an account has
 * one, the password is not enough to take it away (T2).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column code_proved_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions drop column code_proved_at`.execute(db);
}
