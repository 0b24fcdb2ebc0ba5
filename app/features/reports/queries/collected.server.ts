import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { rowsOf, type Section } from '../section.server';
import type { Whose } from './whose.server';

/** A row as Postgres writes JSON: moments are texts. */
export type Entry = Readonly<Record<string, unknown>>;

interface Collected {
  readonly found: ReadonlyMap<string, Found>;
  /** The names of the clubs that a user belongs to, by their ids. */
  readonly clubs: Readonly<Record<string, string>>;
}

interface Found {
  /** The newest first, each as JSON. */
  readonly entries: readonly string[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** How much is read of each section; of all together as much as of SECTIONS_FULL. */
export interface Most {
  readonly entries: number;
  readonly bytes: number;
}

/** Nobody has more sections as long as they may be, except programs. */
const SECTIONS_FULL = 6;

/**
 * Reads all sections in one statement, so that they are of the same moment.
 * @param most entries per section: no person has as many, but programs may create them
 */
export async function collected(
  db: Database,
  sections: readonly Section[],
  whose: Whose,
  most: Most,
): Promise<Collected> {
  const lists = sections.map(
    (section, at) => sql`
      select ${sql.lit(at)} as at, ${sql.lit(section.name)} as name, nth, entry, count(*) over () as found,
        sum(octet_length(entry)) over (order by nth rows unbounded preceding) as bytes
      from (
        select row_number() over () as nth, row_to_json(sorted)::text as entry from (
          select * from (${rowsOf(section, db, whose)}) as each
          order by ${sql.ref(`each.${section.newest}`)} desc limit ${most.entries + 1}
        ) as sorted
      ) as entries`,
  );
  const { rows } = await sql<{ name: string; entry: string; found: number }>`
    select name, entry, found from (
      select *, sum(octet_length(entry)) over (order by nth, at) as together
      from (${sql.join(lists, sql` union all `)}) as listed
      where nth <= ${most.entries} and bytes <= ${most.bytes}
    ) as chosen
    where together <= ${SECTIONS_FULL * most.bytes}
    union all
    select '', row_to_json(club)::text, 0 from (
      select uuid, name from organizations where uuid in (
        select organization_uuid from organization_users where user_uuid = ${whose.user})
    ) as club`.execute(db);
  const found = new Map<string, { entries: string[]; more: boolean }>();
  for (const { name, entry, found: count } of rows) {
    const list = found.get(name) ?? { entries: [], more: false };
    list.entries.push(entry);
    list.more = count > list.entries.length;
    found.set(name, list);
  }
  const clubs = (found.get('')?.entries ?? []).map((text) => JSON.parse(text));
  return { found, clubs: Object.fromEntries(clubs.map(({ uuid, name }) => [uuid, name])) };
}
