import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from './database';
import { memoryOf } from './processes';
import { startServer } from './server';
import { short, table } from './table';

/**
 * Measures the time from process start to readiness, with an external and with the embedded
 * database.
 */
export async function measureStarts(): Promise<void> {
  const rows: string[][] = [];
  const start = async (name: string, environment: Record<string, string>, program?: string) => {
    const server = await startServer(environment, { program });
    rows.push([name, server.readyMs.toFixed(0), short(memoryOf(server.pid))]);
    await server.stop();
  };
  const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-bench-'));
  const postgres = await startPostgres();
  try {
    const database = await postgres.create('starts');
    for (const time of [1, 2, 3]) {
      await start(`DATABASE_URL, ${time}`, { DATABASE_URL: database.url });
      await start(
        `DATABASE_URL, ${time}, from source`,
        { DATABASE_URL: database.url },
        'server.ts',
      );
    }
    await database.drop();
  } finally {
    await postgres.stop();
  }
  for (const which of ['first', 'second', 'third'])
    await start(`embedded, ${which} start`, { DATA_DIR: folder });
  await rm(folder, { recursive: true, force: true });
  console.log('\nFrom start to ready\n');
  console.log(table(['', 'ms', 'MiB'], rows));
}
