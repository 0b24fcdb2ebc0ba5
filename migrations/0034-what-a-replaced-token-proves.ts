import { type Kysely, sql } from 'kysely';

/**
 * When a token was proved that was replaced at once: of two confirmations at the same time, the later
 * one replaces the token with which the request after the earlier one is still under way (T2).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column previous_authenticated_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions drop column previous_authenticated_at`.execute(db);
}
