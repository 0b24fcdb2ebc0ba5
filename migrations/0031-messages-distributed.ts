import { type Kysely, sql } from 'kysely';

/**
 * When a message was put into its receivers' hands: to very many the queue does that, a moment
 * after it was written (N11, X9). Until then `count` says how many were expected.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column distributed_at timestamptz`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages drop column distributed_at`.execute(db);
}
