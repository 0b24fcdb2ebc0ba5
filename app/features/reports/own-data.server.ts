import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { Pieces } from '~/kernel/pieces.server';
import { SECTIONS } from './report.server';
import { rowsOf, type Section } from './section.server';

/**
 * Everything stored about a user, for themselves (A12; GDPR articles 15 and 20), except secrets and
 * their hashes, in pieces. The report (S1) has the same, to be read.
 */
export async function ownData(db: Database, user: string) {
  const [account, ...others] = SECTIONS.filter(({ only }) => only !== 'club');
  const lists = others.map((section) => [section.name, inOrderOfTime(db, section, user)] as const);
  const { rows } = await sql`${rowsOf(account as Section, db, { user })}`.execute(db);
  return { account: rows[0], ...Object.fromEntries(lists) };
}

/** Lists whose rows may have ten thousand characters each. */
const LONG = new Set(['members', 'messages']);

/**
 * A list in pieces by offset. Only the user's own actions change it: entries that change meanwhile
 * may appear twice, or be missing.
 */
function inOrderOfTime(db: Database, section: Section, user: string): Pieces<unknown> {
  const size = LONG.has(section.name) ? 50 : 500;
  return new Pieces(async function* () {
    for (let done = 0; ; done += size) {
      // A stable order even for entries of the same moment.
      const { rows } = await sql`
        select * from (${rowsOf(section, db, { user })}) as each
        order by ${sql.ref(`each.${section.newest}`)}, 1, 2
        limit ${size} offset ${done}`.execute(db);
      yield rows;
      if (rows.length < size) return;
    }
  });
}
