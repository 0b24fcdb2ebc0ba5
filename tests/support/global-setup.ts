import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the maintenance database; the template is in TEMPLATE. */
    postgres: string;
  }
}

export const TEMPLATE = 'vereinsheim_template';

/**
 * Starts one Postgres without fsync for the whole run, and migrates a template that every test file
 * copies.
 */
export default async function setup({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-tests-'));
  // For root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
    },
  });
  const url = new URL(server.connectionString);
  const admin = connect(url.href);
  await admin.pool.query(`create database ${TEMPLATE}`);
  await admin.db.destroy();
  url.pathname = `/${TEMPLATE}`;
  const template = connect(url.href);
  await migrate(template.db, template.pool);
  await template.db.destroy();
  provide('postgres', server.connectionString);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
