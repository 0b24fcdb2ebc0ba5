import type { Database } from '#db/connection';
import { withMembersFound } from '~/features/members/queries/found.server';
import type { Scope } from '~/kernel/actor';
import { summary } from './load';
import type { Context } from './logins';
import { queriesOf } from './measure';
import { searchScreen } from './screens';
import { startServer } from './server';
import { short, table } from './table';

/** Of one member, whatever the size of a club: seed() gives everybody a number in the name. */
export const RARE_WORD = '007919';
/** The name of every twelfth member. */
export const COMMON_WORD = 'müller';

/** From nothing found in a club of 100,000 to ten thousand, by names and by identifiers. */
const SEARCHES = [
  'niemand',
  RARE_WORD,
  'm1234',
  'm123',
  `${COMMON_WORD} anna`,
  'm12',
  COMMON_WORD,
  'm1',
];
const ROUNDS = 5;

/** What a search may take in the database (docs/performance.md). */
const goalOf = (found: number) => 1 + 0.0009 * found;

/** How many members a search finds in the measured club. */
export async function countFound(db: Database, organization: string, q: string): Promise<number> {
  const { count } = await withMembersFound(db, { organization } as Scope, q)
    .selectFrom('found')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Measures what a search of the members takes in the database, by how many it finds: the statement
 * of its page, sent by the driver alone, one at a time and by turns.
 */
export async function measureSearch({
  url,
  db,
  pool,
  organization,
  environment,
  seconds,
}: Context & { db: Database }): Promise<void> {
  const captured = await startServer({ DATABASE_URL: url, ...environment }, { capture: true });
  try {
    const searches = [];
    for (const q of SEARCHES) {
      const sent = await queriesOf(captured, () => searchScreen(q).request(0));
      const statement = sent.find(({ text }) => text.includes('"found"'));
      if (!statement) throw new Error(`The page of members found for '${q}' has no such statement`);
      const found = await countFound(db, organization, q);
      searches.push({ q, statement, found, times: [] as number[] });
    }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { statement, times } of searches) {
        const end = performance.now() + (seconds * 1000) / ROUNDS;
        while (performance.now() < end) {
          const begun = performance.now();
          await pool.query(statement.text, statement.values);
          // The first round is a warm-up.
          if (round > 0) times.push(performance.now() - begun);
        }
      }
    }
    console.log(
      `\nA search in the database, one at a time: milliseconds, beside the goal of 1 ms and 0.9 µs for each found\n`,
    );
    console.log(
      table(
        ['', 'found', 'p50', 'p95', 'best', 'goal', 'p50 / goal'],
        searches
          .sort((one, other) => one.found - other.found)
          .map(({ q, found, times }) => {
            const { p50, p95 } = summary(times, 1);
            const goal = goalOf(found);
            return [
              q,
              found.toLocaleString('en'),
              ...[p50, p95, times[0] ?? 0, goal].map(short),
              (p50 / goal).toFixed(2),
            ];
          }),
      ),
    );
  } finally {
    await captured.stop();
  }
}
