/**
 * Writes db/schema.generated.ts from the schema of a fresh embedded server with every migration,
 * and a line for each new one into the list that keeps them from changing: run `npm run db:types`
 * after a new migration. With --verify it only checks that the first is current, as the tests do.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
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
  if (!process.argv.includes('--verify')) listNewMigrations('tests/registries/migrations.sha256');
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function listNewMigrations(list: string): void {
  const listed = readFileSync(list, 'utf8');
  for (const name of readdirSync('migrations').sort()) {
    const digest = createHash('sha256')
      .update(readFileSync(`migrations/${name}`))
      .digest('hex');
    if (!listed.includes(`  ${name}\n`)) appendFileSync(list, `${digest}  ${name}\n`);
  }
}
