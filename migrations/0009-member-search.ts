import { type Kysely, sql } from 'kysely';

/**
 * The text by which members are found (D1): the name in both orders, without case, accents and
 * punctuation, with a trigram index per organisation. Both extensions are trusted, so the
 * database's owner may create them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists btree_gin`.execute(db);

  // 'Strauß-Öztürk' becomes 'strauss ozturk'. Removes every character that is special to LIKE, so
  // the result is a safe pattern.
  await sql`
    create function search_text(name text) returns text language sql immutable parallel safe
    return btrim(regexp_replace(
      translate(
        regexp_replace(
          normalize(replace(replace(replace(lower(name collate "und-x-icu"), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), nfd),
          '[\u0300-\u036f]', '', 'g'
        ),
        'øłđð%_\\-.,;''’()|', 'oldd            '
      ),
      '\\s+', ' ', 'g'
    ))`.execute(db);

  // Like search_text, with umlauts written out: 'strauss oeztuerk'.
  await sql`
    create function search_text_written_out(name text) returns text language sql immutable parallel safe
    return search_text(replace(replace(replace(
      normalize(lower(name collate "und-x-icu"), nfc), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'))`.execute(
    db,
  );

  // Each word follows a space, so '% m%' finds the beginnings of names.
  await sql`
    alter table members add column search text collate "C" not null generated always as (
      ' ' || search_text(first_name || ' ' || last_name || ' ' || first_name) || ' '
      || case when lower(first_name || last_name) ~ '[äöü\u0308]'
           then '| ' || search_text_written_out(first_name || ' ' || last_name || ' ' || first_name) else '' end
    ) stored`.execute(db);
  await sql`
    create index members_by_search on members using gin (organization_uuid, search gin_trgm_ops)
  `.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members drop column search`.execute(db);
  await sql`drop function search_text_written_out(text), search_text(text)`.execute(db);
}
