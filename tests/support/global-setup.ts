import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '#db/connection';
import { NAME } from '#db/embedded/cluster';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';
import { detailEveryEvent } from './detailed-events';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the maintenance database; the templates are in TEMPLATES. */
    postgres: string;
    /** The folder of its socket: through that, a query costs a quarter less than over TCP. */
    socket: string;
    /** The stopped and migrated cluster of an embedded server, to be copied. */
    cluster: string;
  }
}

/** The databases that tests copy: an empty one, and one whose events use every detail. */
export const TEMPLATES = {
  plain: 'vereinsheim_template',
  detailed: 'vereinsheim_template_detailed',
} as const;

/** The folder of the system that costs least to write to: one in memory, if there is room. */
async function parent(): Promise<string> {
  const inMemory = '/dev/shm';
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > 4 * 1024 ** 3 ? inMemory : tmpdir();
}

/**
 * Starts one Postgres without fsync for the whole run, and migrates the templates that test files
 * copy.
 */
export default async function setup(project: TestProject) {
  // The projects of vitest.config.ts inherit this, and what the root provides.
  if (!project.isRootProject()) return;
  const folder = await mkdtemp(join(await parent(), 'vereinsheim-tests-'));
  // For root, Postgres runs as another user, whose socket is to be in this folder.
  await chmod(folder, 0o1777);
  const dataDir = join(folder, 'postgres');
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    unix_socket_directories: folder,
    // The races of tests end in many a deadlock, each of which waits for this.
    deadlock_timeout: '100ms',
  };
  // A standby would need as many connections as its cluster has had.
  const first = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  await within(first, NAME, ({ db, pool }) => migrate(db, pool));
  await first.stop();
  const cluster = join(folder, 'migrated');
  // Node's cp does not preserve owners and modes.
  execFileSync('cp', ['-Rp', dataDir, cluster]);
  const server = await startEmbeddedPostgres({ dataDir, settings });
  const admin = connect(server.connectionString);
  await admin.pool.query(`create database ${TEMPLATES.plain} template ${NAME}`);
  await admin.pool.query(`create database ${TEMPLATES.detailed} template ${TEMPLATES.plain}`);
  await within(server, TEMPLATES.detailed, ({ db }) => detailEveryEvent(db));
  await admin.pool.end();
  project.provide('postgres', server.connectionString);
  project.provide('socket', folder);
  project.provide('cluster', cluster);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function within(
  server: { connectionString: string },
  name: string,
  work: (connection: ReturnType<typeof connect>) => Promise<unknown>,
): Promise<void> {
  const url = new URL(server.connectionString);
  url.pathname = `/${name}`;
  const connection = connect(url.href);
  await work(connection);
  await connection.db.destroy();
}
