import { drive } from './load';
import type { Context } from './logins';
import { memoryOf } from './processes';
import { screensOf } from './screens';
import { startServer } from './server';
import { short, table } from './table';

/**
 * Measures resident memory after 10,000 and 100,000 requests of all screens and calls in rotation.
 */
export async function measureMemory(
  { url, pool, organization, environment }: Context,
  { quick }: { quick: boolean },
): Promise<void> {
  const server = await startServer({ DATABASE_URL: url, ...environment });
  try {
    const reads = (await screensOf(pool, organization)).filter(
      ({ request, expected = 200 }) => !request(0).method && expected === 200,
    );
    const requests = reads.map(({ request }) => request(0));
    const rows = [['0', short(memoryOf(server.pid))]];
    let count = 0;
    const until = quick ? [1000, 5000] : [10_000, 20_000, 40_000, 60_000, 80_000, 100_000];
    for (const goal of until) {
      while (count < goal) {
        const driven = await drive(
          server.port,
          (number) => requests[number % requests.length] ?? { path: '/' },
          {
            concurrency: 20,
            seconds: Math.min(5, (goal - count) / 800 + 0.1),
          },
        );
        count += driven.count;
      }
      rows.push([String(count), short(memoryOf(server.pid))]);
    }
    console.log('\nResident memory of the server\n');
    console.log(table(['requests', 'MiB'], rows));
  } finally {
    await server.stop();
  }
}
