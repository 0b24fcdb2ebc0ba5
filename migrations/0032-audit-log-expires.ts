import { type Kysely, sql } from 'kysely';

/**
 * Old entries of the audit log go by a function, which an operator with two database users replaces
 * by one that has its owner's rights and a least age (`npm run admin -- database-roles`): the user of
 * the running program may then only add entries (ASVS V16.4.2, docs/decisions/0049).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function expire_audit_log(days integer) returns void
    language sql
    begin atomic
      delete from audit_log where at < now() - make_interval(days => days);
    end`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function expire_audit_log(integer)`.execute(db);
}
