import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { POSTGRES_ENVIRONMENT } from './account';
import { EmbeddedPostgresError, explain } from './error';
import { startOf } from './lock.mjs';
import type { Place } from './place';

/** A live server, as described by its postmaster.pid. */
interface Postmaster {
  pid: number;
  port: number;
  status: string;
}

const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid');

/**
 * The live server of this cluster, even if another process started it; undefined if there is none.
 */
export function findPostmaster(cluster: string): Postmaster | undefined {
  let text: string;
  try {
    text = readFileSync(pidFileOf(cluster), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // Lines: process, folder, start, port, socket folder, address, shared memory, status.
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!pid || !isPostmasterOf(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: lines[7] ?? 'starting' };
}

/**
 * After a crash the pid in postmaster.pid may belong to any other process. A zombie counts as dead.
 */
function isPostmasterOf(pid: number, cluster: string): boolean {
  if (startOf(pid) === undefined) return false;
  try {
    if (process.platform === 'linux') return worksIn(pid, cluster);
    return /postgres$/.test(
      execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
    );
  } catch {
    return false;
  }
}

/**
 * Nobody, not even its own user, may look into a process in a separate user namespace, as systemd's
 * PrivateUsers creates for the service. Then its name has to do: removing the file of a live server
 * would end that.
 */
function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  }
}

/**
 * Returns the cluster's live server, or starts one; resolves when it accepts connections. Retries
 * for up to 5 seconds while the remains of a killed server are cleared or somebody else has the
 * port. Throws EmbeddedPostgresError.
 */
export async function adoptOrLaunch(
  place: Place,
  settings: Record<string, string>,
  log: (message: string) => void,
): Promise<Postmaster> {
  for (const deadline = Date.now() + 5000; ; await sleep(50)) {
    const running = findPostmaster(place.cluster);
    if (running) {
      log(`Postgres of ${place.folder} already runs (process ${running.pid}): using it.`);
      const ready = await untilReady(place, running.pid, log);
      if (ready) return ready;
      continue;
    }
    const { ready, output } = await launch(place, settings, log);
    if (ready) return ready;
    if (/lock file .* (already exists|is empty)/.test(output) && !findPostmaster(place.cluster)) {
      // Remove the file: Postgres takes any process with its pid for a server, and an empty file,
      // as left by a full disk or a power cut, for a server that is starting. Its check of shared
      // memory still keeps it from starting beside the children of a killed one.
      await rm(pidFileOf(place.cluster), { force: true });
    } else if (!/already exists|still in use|already in use/.test(output))
      throw explain(output, place.folder);
    if (Date.now() > deadline) throw explain(output, place.folder);
  }
}

async function launch(
  place: Place,
  settings: Record<string, string>,
  log: (message: string) => void,
) {
  const { cluster, binaries, account } = place;
  const path = join(place.home, 'postgres.log');
  await rotate(path);
  const logFile = await open(path, 'a', 0o600);
  try {
    // An ordinary user can still use their folder after a start as root.
    if (account) await logFile.chown(account.uid, account.gid);
    const before = (await logFile.stat()).size;
    const fixed = {
      listen_addresses: '127.0.0.1',
      port: String(await freePort(portOfCrashed(cluster))),
      // No socket: its lock files in /tmp would outlive us and collide with other servers.
      unix_socket_directories: '',
      timezone: 'UTC',
      log_timezone: 'UTC',
      // Otherwise the log quotes rows, with names and addresses.
      log_error_verbosity: 'terse',
      log_min_error_statement: 'panic',
      log_parameter_max_length_on_error: '0',
    };
    const parameters = Object.entries({ ...fixed, ...settings }).flatMap(([key, value]) => [
      '-c',
      `${key}=${value}`,
    ]);
    const child = spawn(binaries.postgres, ['-D', cluster, ...parameters], {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: cluster,
      env: POSTGRES_ENVIRONMENT,
      // A separate session: Ctrl-C in the terminal reaches us alone, and we stop Postgres when all
      // work is done.
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    });
    child.unref();
    await spawned(child);
    const ready = await untilReady(place, child.pid ?? 0, log, child);
    return { ready, output: ready ? '' : (await readFile(path)).subarray(before).toString('utf8') };
  } finally {
    await logFile.close();
  }
}

function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', resolve);
  });
}

/** Undefined if the server ended instead. Replaying the log after a crash may take minutes. */
async function untilReady(
  place: Place,
  pid: number,
  log: (message: string) => void,
  child?: ChildProcess,
): Promise<Postmaster | undefined> {
  const start = Date.now();
  for (let told = false; Date.now() - start < 600_000; await sleep(10)) {
    const found = findPostmaster(place.cluster);
    if (found && found.pid === pid && found.status === 'ready') return found;
    // Before the file exists, only the child itself shows that it still lives.
    const alive = child ? child.exitCode === null && child.signalCode === null : found?.pid === pid;
    if (!alive) return undefined;
    if (!told && Date.now() - start > 5000) {
      told = true;
      log(
        `Postgres of ${place.folder} is still starting, probably to recover from a crash: see ${place.home}/postgres.log.`,
      );
    }
  }
  throw new EmbeddedPostgresError(
    `Postgres in ${place.folder} ist nach zehn Minuten nicht bereit: Sehen Sie in ${place.home}/postgres.log nach, und starten Sie neu.`,
  );
}

/**
 * The port of a server of this cluster that has crashed: its other users still look for it there.
 */
function portOfCrashed(cluster: string): number {
  try {
    return Number(readFileSync(pidFileOf(cluster), 'utf8').split('\n')[3]) || 0;
  } catch {
    return 0;
  }
}

/**
 * The wanted port if it is free, otherwise a free one. If another process takes it first, the start
 * is retried.
 */
function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (wanted ? freePort().then(resolve, reject) : reject(error)));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(address),
      );
    });
  });
}

/** Rotates the log at 10 MB and keeps one old file. */
async function rotate(path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > 10_000_000) await rename(path, `${path}.1`);
}

/**
 * Stops the cluster's server, if there is one, and waits for its end: a fast shutdown, which ends
 * sessions and writes everything, or after 60 seconds an immediate one, from which the next start
 * recovers.
 */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = findPostmaster(cluster);
  if (!running) return;
  for (const [signal, patience] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    signalTo(running.pid, signal);
    for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(10)) {
      if (findPostmaster(cluster)?.pid !== running.pid && !isPostmasterOf(running.pid, cluster))
        return;
    }
  }
  throw new EmbeddedPostgresError(
    `Postgres (Prozess ${running.pid}) hält nicht an: Beenden Sie es mit kill ${running.pid}.`,
  );
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
