/**
 * Writes db/schema.generated.ts from the schema of a fresh embedded server with every migration:
 * run `npm run db:types` after a new migration. With --verify it only checks that the file is
 * current, as the tests do.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';

const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-types-'));
const server = await startEmbeddedPostgres({
  dataDir: join(folder, 'postgres'),
  settings: { fsync: 'off' },
});
try {
  const { db, pool } = connect(server.connectionString);
  await migrate(db, pool);
  await db.destroy();
  const { status } = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [
      '--config-file',
      '.kysely-codegenrc.json',
      '--url',
      server.connectionString,
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
