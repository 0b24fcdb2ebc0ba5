import { type Kysely, sql } from 'kysely';

/**
 * Addresses that mail servers refuse for good (N13): from `blocked_at` on they get no mail that
 * nobody waits for. Only a hash of each address is kept, so the table names nobody.
 *
 * 'refused_at' holds when the last of them were, within 30 days and three at most: that is all that
 * the rule needs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_failures (
      address_hash bytea primary key check (length(address_hash) = 32),
      refused_at timestamptz[] not null check (cardinality(refused_at) between 1 and 3),
      count integer not null generated always as (cardinality(refused_at)) stored,
      code text not null check (length(code) between 1 and 20),
      last_at timestamptz not null default now(),
      blocked_at timestamptz
    )`.execute(db);
  await sql`create index mail_failures_age on mail_failures (last_at)`.execute(db);
  // Of an address as anybody writes it; for users: mail_address_hash(users.email).
  await sql`
    create function mail_address_hash(address text) returns bytea
    language sql immutable strict parallel safe
    return sha256(convert_to(lower(address), 'UTF8'))`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function mail_address_hash(text)`.execute(db);
  await sql`drop table mail_failures`.execute(db);
}
