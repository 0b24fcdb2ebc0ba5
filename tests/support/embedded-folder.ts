import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { findPostmaster } from '#db/embedded/postmaster';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/server';

/** Starts or joins the server of a data folder, prints its address and keeps running. */
export const EMBEDDED_PROCESS = new URL('../db/embedded-process.ts', import.meta.url).pathname;

/**
 * Creates a data folder per test for the embedded Postgres, and ends everything that runs in it.
 * @param initialized start from a copy of a stopped cluster instead of an empty folder
 */
export function embeddedFolder({ initialized = false } = {}) {
  const here = { folder: '', dataDir: '' };
  const others: ChildProcess[] = [];
  const servers: EmbeddedPostgres[] = [];
  let template = '';

  if (initialized) {
    beforeAll(async () => {
      template = await newFolder();
      const dataDir = join(template, 'postgres');
      await (await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })).stop();
    });
    afterAll(() => rm(template, { recursive: true, force: true }));
  }

  beforeEach(async () => {
    here.folder = await newFolder();
    here.dataDir = join(here.folder, 'postgres');
    // Node's cp does not preserve owners and modes.
    if (initialized) execFileSync('cp', ['-Rp', join(template, 'postgres'), here.dataDir]);
  });

  afterEach(async () => {
    for (const other of others.splice(0)) await end(other, 'SIGKILL');
    for (const server of servers.splice(0)) await server.stop().catch(() => {});
    // If the process that would stop the server was killed, join and leave it.
    if (postmaster()) await (await start()).stop();
    await rm(here.folder, { recursive: true, force: true });
  });

  async function start(
    dataDir = here.dataDir,
    log?: (message: string) => void,
  ): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, log });
    servers.push(server);
    return server;
  }

  /** Starts or joins the server in a separate process. */
  async function startElsewhere(): Promise<{ process: ChildProcess; connectionString: string }> {
    const child = spawn(process.execPath, ['--import', 'tsx', EMBEDDED_PROCESS, here.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    others.push(child);
    const [line] = await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() =>
        Promise.reject(new Error('The other process ended without a server')),
      ),
    ]);
    return { process: child, connectionString: String(line).trim() };
  }

  const postmaster = () => findPostmaster(join(here.dataDir, 'cluster'));

  return Object.assign(here, {
    start,
    startElsewhere,
    postmaster,
    pidOfServer: () => postmaster()?.pid ?? Number.NaN,
    /** Kills this process after the test if it still runs. */
    killAtTheEnd: (child: ChildProcess) => void others.push(child),
    /** The error of a failed start. */
    refusal: (dataDir = here.dataDir): Promise<Error> =>
      start(dataDir).then(
        () => Promise.reject(new Error('It started')),
        (error: Error) => error,
      ),
  });
}

/** Runs a statement on a new connection and returns the rows as arrays. */
export async function ask(
  server: Pick<EmbeddedPostgres, 'connectionString'>,
  statement: string,
): Promise<unknown[][]> {
  const client = new Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Sends a signal unless the process has exited, and waits for its exit. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** For root, Postgres runs as another user, who must be able to enter. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755);
  return folder;
}
