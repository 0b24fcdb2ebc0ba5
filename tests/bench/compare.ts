import type { BenchServer } from './database';
import { type Driven, drive, median } from './load';
import type { Context } from './logins';
import { cpuOf } from './processes';
import { type Measured, screensOf } from './screens';
import { type Size, seed } from './seed';
import { type Served, startServer } from './server';
import { short, table } from './table';

const ROUNDS = 7;
const CONCURRENCY = 20;

/** A server and what is measured of it. */
interface Compared {
  readonly server: Served;
  readonly screens: readonly Measured[];
  stop(): Promise<void>;
}

/** CPU in milliseconds a request. */
type Figures = Driven & { server: number; postgres: number };

/**
 * Measures two servers in alternation, so that other load on the machine affects both alike.
 * @param program the other build, on a database of its own with the same rows at its own schema; the
 *   same build on the same database by default
 * @param settings environment variables of this server
 */
export async function compareServers(
  postgres: BenchServer,
  context: Context & { size: Size },
  {
    program,
    settings,
    only,
  }: { program?: string; settings: Readonly<Record<string, string>>; only: string },
): Promise<void> {
  const ours = await ourServer(context, settings);
  const other = program
    ? await otherBuild(postgres, context, program)
    : await ourServer(context, {});
  try {
    const rows: string[][] = [];
    for (const screen of ours.screens) {
      const counterpart = other.screens.find(({ name }) => name === screen.name);
      if (!counterpart || !screen.name.includes(only)) continue;
      const pairs: Array<[Figures, Figures]> = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const pair: [Figures, Figures] = [
          await measured(ours.server, screen, postgres.pid, context.seconds),
          await measured(other.server, counterpart, postgres.pid, context.seconds),
        ];
        // The first round is a warm-up.
        if (round > 0) pairs.push(pair);
      }
      rows.push([screen.name, ...figuresOf(pairs)]);
    }
    console.log(
      `\nThis server and the other, ${ROUNDS} rounds by turns at ${CONCURRENCY} at once: medians, and of the ratios this / other\n`,
    );
    const columns = ['r/s', 'p99 ms', 'server ms', 'Postgres ms', 'CPU ms'];
    const head = columns.flatMap((figure) => [figure, 'other', 'ratio']);
    console.log(table(['', ...head], rows));
  } finally {
    await ours.stop();
    await other.stop();
  }
}

async function ourServer(
  { url, pool, organization, environment }: Context,
  settings: Readonly<Record<string, string>>,
): Promise<Compared> {
  const server = await startServer({ DATABASE_URL: url, ...environment, ...settings });
  return { server, screens: await screensOf(pool, organization), stop: () => server.stop() };
}

/** Another build migrates its database itself, as it starts. */
async function otherBuild(
  postgres: BenchServer,
  { environment, size }: Context & { size: Size },
  program: string,
): Promise<Compared> {
  const database = await postgres.createEmpty('other');
  const server = await startServer({ DATABASE_URL: database.url, ...environment }, { program });
  const organization = await seed(database.pool, size);
  return {
    server,
    screens: await screensOf(database.pool, organization),
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

async function measured(
  server: Served,
  { request, expected }: Measured,
  postgresPid: number,
  seconds: number,
): Promise<Figures> {
  const before = [cpuOf(server.pid), cpuOf(postgresPid)] as const;
  const load = { concurrency: CONCURRENCY, seconds, expected };
  const driven = await drive(server.port, request, load);
  return {
    ...driven,
    server: (cpuOf(server.pid) - before[0]) / driven.count,
    postgres: (cpuOf(postgresPid) - before[1]) / driven.count,
  };
}

function figuresOf(pairs: ReadonlyArray<readonly [Figures, Figures]>): string[] {
  const all: Array<(figures: Figures) => number> = [
    ({ perSecond }) => perSecond,
    ({ p99 }) => p99,
    ({ server }) => server,
    ({ postgres }) => postgres,
    ({ server, postgres }) => server + postgres,
  ];
  return all.flatMap((of) => [
    short(median(pairs.map(([ours]) => of(ours)))),
    short(median(pairs.map(([, other]) => of(other)))),
    ratio(pairs.map(([ours, other]) => of(ours) / of(other))),
  ]);
}

/** Of nothing to nothing there is none. */
function ratio(all: readonly number[]): string {
  const some = all.filter(Number.isFinite);
  return some.length > 0 ? median(some).toFixed(2) : '–';
}
