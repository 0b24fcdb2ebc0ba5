import { type Driven, drive, median } from './load';
import type { Context } from './logins';
import { cpuOf } from './processes';
import { screensOf } from './screens';
import { type Served, startServer } from './server';
import { short, table } from './table';

const ROUNDS = 7;
const CONCURRENCY = 20;

/**
 * Measures two servers in alternation, so that other load on the machine affects both alike.
 * @param program the other build; the same by default
 * @param settings environment variables of the other, 'NAME=value'
 */
export async function compareServers(
  { url, pool, organization, environment, seconds }: Context,
  { program, settings, only }: { program?: string; settings: readonly string[]; only: string },
): Promise<void> {
  const changed = Object.fromEntries(settings.map((setting) => setting.split('=', 2)));
  const ours = await startServer({ DATABASE_URL: url, ...environment });
  const other = await startServer({ DATABASE_URL: url, ...environment, ...changed }, { program });
  try {
    const rows: string[][] = [];
    for (const { name, request, expected } of await screensOf(pool, organization)) {
      if (!name.includes(only)) continue;
      const measure = async (server: Served) => {
        const before = cpuOf(server.pid);
        const driven = await drive(server.port, request, {
          concurrency: CONCURRENCY,
          seconds,
          expected,
        });
        return { ...driven, cpu: (cpuOf(server.pid) - before) / driven.count };
      };
      const pairs: Array<Array<Driven & { cpu: number }>> = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const pair = [await measure(ours), await measure(other)];
        // The first round is a warm-up.
        if (round > 0) pairs.push(pair);
      }
      const middle = (of: 'perSecond' | 'p99' | 'cpu', which: 0 | 1) =>
        median(pairs.map((pair) => pair[which]?.[of] ?? 0));
      const ratio = (of: 'perSecond' | 'p99' | 'cpu') =>
        median(pairs.map(([first, second]) => (second?.[of] ?? 0) / (first?.[of] ?? 1)));
      const figures = (['perSecond', 'p99', 'cpu'] as const).flatMap((of) => [
        short(middle(of, 0)),
        short(middle(of, 1)),
        ratio(of).toFixed(2),
      ]);
      rows.push([name, ...figures]);
    }
    console.log(
      `\nThis server and the other, ${ROUNDS} rounds by turns at ${CONCURRENCY} at once: medians, and of the ratios\n`,
    );
    const columns = ['r/s', 'p99 ms', 'CPU ms'].flatMap((figure) => [figure, 'other', 'ratio']);
    console.log(table(['', ...columns], rows));
  } finally {
    await Promise.all([ours.stop(), other.stop()]);
  }
}
