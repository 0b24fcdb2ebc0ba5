import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Section } from '../section.server';
import type { Whose } from './whose.server';

/** A row as Postgres writes JSON: moments are texts. */
export type Entry = Readonly<Record<string, unknown>>;

export interface Collected {
  /** The entries of each section, the newest first; one more than asked for if there are more. */
  readonly entries: Readonly<Record<string, readonly Entry[]>>;
  /** The names of the clubs that a user belongs to, by their ids. */
  readonly clubs: Readonly<Record<string, string>>;
}

/**
 * Reads all sections in one statement: they belong together, as of one moment.
 * @param most entries of each section
 */
export async function collected(
  db: Database,
  sections: readonly Section[],
  whose: Whose,
  most: number,
): Promise<Collected> {
  const lists = sections.map(
    ({ name, rows, newest }) => sql`
      ${sql.lit(name)}, (select coalesce(json_agg(entry), '[]') from (
        select * from (${rows(db, whose)}) as each
        order by ${sql.ref(`each.${newest}`)} desc limit ${most + 1}
      ) as entry)`,
  );
  const { rows } = await sql<Collected>`
    select json_build_object(${sql.join(lists)}) as entries, (
      select coalesce(json_object_agg(uuid, name), '{}') from organizations where uuid in (
        select organization_uuid from organization_users where user_uuid = ${whose.user})
    ) as clubs`.execute(db);
  return rows[0] ?? { entries: {}, clubs: {} };
}
