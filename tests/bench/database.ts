import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { connect, type Database } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { migrate } from '#db/migrate';

export interface BenchServer {
  /** The postmaster's pid. */
  readonly pid: number;
  /** Creates a migrated database of this name. */
  create(name: string): Promise<BenchDatabase>;
  /** Creates an empty database of this name. */
  createEmpty(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

export interface BenchDatabase {
  readonly url: string;
  readonly db: Database;
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

/**
 * Starts a Postgres for the bench as the product does. Its memory settings suit a server of 4 GB;
 * everything else is the default, and every commit is flushed to disk.
 */
export async function startPostgres(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'vereinsheim-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: {
      shared_buffers: '1GB',
      effective_cache_size: '3GB',
      max_wal_size: '8GB',
      max_connections: '200',
    },
  });
  const admin = connect(server.connectionString, { max: 2 });
  const { rows } = await admin.pool.query('show data_directory');
  const pid = Number(
    (await readFile(join(rows[0].data_directory, 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const stop = async () => {
    await admin.db.destroy();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop().finally(() => process.exit(1)));
  const createEmpty = async (name: string) => {
    await admin.pool.query(`create database ${name}`);
    const url = new URL(server.connectionString);
    url.pathname = `/${name}`;
    const { db, pool } = connect(url.href, { max: 20, limits: 'none' });
    const drop = async () => {
      await db.destroy();
      await admin.pool.query(`drop database ${name} with (force)`);
    };
    return { url: url.href, db, pool, drop };
  };
  return {
    pid,
    stop,
    createEmpty,
    async create(name) {
      const database = await createEmpty(name);
      await migrate(database.db, database.pool);
      return database;
    },
  };
}
