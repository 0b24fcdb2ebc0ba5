import { type Kysely, sql } from 'kysely';

const NAMES = `
  ' ' || search_text(first_name || ' ' || last_name || ' ' || first_name) || ' '
  || case when lower(first_name || last_name) ~ '[äöü\u0308]'
       then '| ' || search_text_written_out(first_name || ' ' || last_name || ' ' || first_name) else '' end`;

const IDENTIFIER = `
  || case when custom_member_identifier <> ''
       then ' | ' || search_text(custom_member_identifier) || ' ' else '' end`;

/** The search finds members by their identifier, too (D1). A new expression needs a new column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await replaceSearch(db, NAMES + IDENTIFIER);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await replaceSearch(db, NAMES);
}

/** Postgres before 17 cannot change the expression of a generated column. */
async function replaceSearch(db: Kysely<unknown>, expression: string): Promise<void> {
  await sql`drop index members_by_search`.execute(db);
  await sql`alter table members drop column search`.execute(db);
  await sql`
    alter table members add column search text collate "C" not null
    generated always as (${sql.raw(expression)}) stored`.execute(db);
  await sql`
    create index members_by_search on members using gin (organization_uuid, search gin_trgm_ops)
  `.execute(db);
}
