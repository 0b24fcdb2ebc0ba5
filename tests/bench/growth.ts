import type { BenchServer } from './database';
import { type Driven, drive } from './load';
import { type Measured, screensOf, searchScreen } from './screens';
import { COMMON_WORD, countFound, RARE_WORD } from './search';
import { type Size, seed } from './seed';
import { type Served, startServer } from './server';
import { short, table } from './table';

/** What they look for. */
const SEARCHES: Readonly<Record<string, string>> = {
  'search, rare word': RARE_WORD,
  'search, common word': COMMON_WORD,
};
const SCREENS = [
  'board',
  'events',
  'event',
  'answers',
  'answers, none yet',
  'month',
  'answer link',
  'members',
  'members, from the middle',
  ...Object.keys(SEARCHES),
  'polls',
  'permissions',
  'feed, mine',
  'feed, all',
  'feed, unchanged',
];
const ROUNDS = 3;
const SECONDS = 0.5;

const base: Size = {
  clubs: 1000,
  members: 10,
  events: 2,
  registrations: 3,
  polls: 1,
  largest: { members: 100, events: 120, users: 60 },
  newer: { declines: 5, dates: 1200 },
};

/** Measures time against size: of one club ('members') or of the database ('clubs'). */
export async function measureGrowth(
  postgres: BenchServer,
  { of, quick }: { of: string; quick: boolean },
): Promise<void> {
  const clubSizes = quick ? [100, 10_000] : [100, 10_000, 100_000];
  const databaseSizes = quick ? [10, 1000] : [10, 10_000, 100_000];
  if (of === 'members') {
    const stages = clubSizes.map((members) => ({
      label: members,
      size: { ...base, clubs: quick ? 100 : 10_000, largest: { ...base.largest, members } },
    }));
    await compare(postgres, 'members in one club', stages);
  } else {
    const stages = databaseSizes.map((clubs) => ({ label: clubs, size: { ...base, clubs } }));
    await compare(postgres, 'clubs in the database', stages);
  }
}

interface Stage {
  readonly label: number;
  readonly size: Size;
}

/** Measures the sizes in alternation with a server each, so that other load affects all alike. */
async function compare(postgres: BenchServer, axis: string, stages: Stage[]): Promise<void> {
  const open: Array<{ label: number; server: Served; screens: Measured[] }> = [];
  const databases = [];
  const found = new Map<string, number>();
  const gathered = new Map<string, Driven[]>();
  try {
    for (const { label, size } of stages) {
      const begun = performance.now();
      const database = await postgres.create(`growth_${label}`);
      databases.push(database);
      const organization = await seed(database.pool, size);
      const { rows } = await database.pool.query(
        'select pg_size_pretty(pg_database_size(current_database())) as size',
      );
      console.log(
        `${label} ${axis}: ${rows[0].size}, made in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
      );
      const server = await startServer({ DATABASE_URL: database.url });
      const screens = await screensOf(database.pool, organization);
      for (const [name, q] of Object.entries(SEARCHES)) {
        screens.push(searchScreen(q, name));
        found.set(`${name} ${label}`, await countFound(database.db, organization, q));
      }
      open.push({ label, server, screens });
    }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of SCREENS) {
        for (const { label, server, screens } of open) {
          const screen = screens.find((each) => each.name === name);
          if (!screen) continue;
          const driven = await drive(server.port, screen.request, {
            concurrency: 1,
            seconds: SECONDS,
            expected: screen.expected,
          });
          // The first round is a warm-up.
          if (round > 0)
            gathered.set(`${name} ${label}`, [...(gathered.get(`${name} ${label}`) ?? []), driven]);
        }
      }
    }
  } finally {
    for (const { server } of open) await server.stop();
    for (const database of databases) await database.drop();
  }
  const labels = stages.map(({ label }) => label);
  const best = (name: string, label: number) =>
    Math.min(...(gathered.get(`${name} ${label}`) ?? []).map(({ p50 }) => p50));
  const lines = SCREENS.map((name) => ({
    name,
    values: labels.map((label) => best(name, label)),
  }));
  const cell = (name: string, label: number, value: number) => {
    const hits = found.get(`${name} ${label}`);
    return hits === undefined ? short(value) : `${hits.toLocaleString('en')}: ${short(value)}`;
  };
  console.log(
    `\n${axis}: p50 in milliseconds, one at a time, the best of ${ROUNDS} rounds; of a search with how many it finds\n`,
  );
  console.log(
    table(
      ['', ...labels.map((label) => label.toLocaleString('en')), 'last / first'],
      lines.map(({ name, values }) => [
        name,
        ...values.map((value, at) => cell(name, labels[at] ?? 0, value)),
        short((values.at(-1) ?? 0) / (values[0] ?? 1)),
      ]),
    ),
  );
}
