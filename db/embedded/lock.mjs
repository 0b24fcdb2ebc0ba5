// A lock between processes, kept in files. A process that dies, even by kill -9, releases it. Plain
// JavaScript without dependencies, because scripts/setup.mjs needs it before `npm ci`.
//
// Each holder of the lock gets the next number: <path>.1, <path>.2, … and the file with the highest
// number says who holds it (an empty file: nobody). The highest number is never removed, only
// overtaken; so of two processes that find the same dead holder only one can take its place, which
// a single lock file cannot guarantee.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies this process, as opposed to a later one with the same pid. */
export function thisProcess() {
  return { pid: process.pid, started: startOf(process.pid) ?? 'unknown' };
}

/**
 * True if the process still runs. A zombie does not, nor does another process that has been given
 * the same pid since (in a container every start has the same few).
 */
export function isRunning({ pid, started }) {
  return startOf(pid) === started;
}

/** When the process started, as an opaque string; undefined if it no longer runs. */
export function startOf(pid) {
  try {
    if (process.platform === 'linux') {
      // proc(5): "pid (name) state …", the name may hold spaces and brackets; the 22nd field is the
      // start time.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return /^[ZXx]/.test(fields[0]) ? undefined : `${boot}:${fields[19]}`;
    }
    if (process.platform === 'win32') return process.kill(pid, 0) ? 'running' : undefined;
    const line = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
  } catch {
    return undefined;
  }
}

/**
 * Runs `run` while no other process (nor another call in this one) runs under the same lock. Calls
 * `onWait(pid)` once if somebody else holds it. Throws if it is not free after `timeoutMs`.
 */
export async function withLock(path, run, { timeoutMs = 600_000, onWait = () => {} } = {}) {
  const ticket = await acquire(path, timeoutMs, onWait);
  try {
    return await run();
  } finally {
    // The folder may have been deleted by now, and the lock with it.
    await truncate(ticket).catch(() => {});
  }
}

async function acquire(path, timeoutMs, onWait) {
  const me = thisProcess();
  // The name identifies the process too: a kill may come before the content is written.
  const claim = `${path}.claim.${me.pid}.${encodeURIComponent(me.started)}.${randomUUID()}`;
  await writeFile(claim, JSON.stringify(me));
  try {
    const deadline = Date.now() + timeoutMs;
    for (let told = false; ; ) {
      const newest = Math.max(0, ...(await numbers(path)));
      const holder = newest === 0 ? undefined : await holderOf(`${path}.${newest}`);
      if (holder && isRunning(holder)) {
        if (!told) onWait(holder.pid);
        told = true;
        if (Date.now() > deadline)
          throw new Error(`process ${holder.pid} has held the lock ${path} for too long`);
        await sleep(25);
        continue;
      }
      const ticket = `${path}.${newest + 1}`;
      if (!(await linked(claim, ticket))) continue;
      const others = await numbers(path);
      if (Math.max(...others) > newest + 1) {
        await rm(ticket, { force: true });
        continue;
      }
      for (const number of others) {
        if (number <= newest) await rm(`${path}.${number}`, { force: true });
      }
      await removeDeadClaims(path);
      return ticket;
    }
  } finally {
    await rm(claim, { force: true });
  }
}

async function numbers(path) {
  const start = `${basename(path)}.`;
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(start));
  return names.map((name) => Number(name.slice(start.length))).filter(Number.isInteger);
}

/** Removes the files of processes that were killed while they waited. */
async function removeDeadClaims(path) {
  const start = `${basename(path)}.claim.`;
  for (const name of (await readdir(dirname(path))).filter((each) => each.startsWith(start))) {
    const [pid, started] = name.slice(start.length).split('.');
    if (isRunning({ pid: Number(pid), started: decodeURIComponent(started) })) continue;
    await rm(join(dirname(path), name), { force: true });
  }
}

/** Undefined if nobody holds it. */
async function holderOf(ticket) {
  try {
    return JSON.parse(await readFile(ticket, 'utf8'));
  } catch (error) {
    // Released, overtaken since, or truncated by a crash of the machine; but not held by a user who
    // hides it from us.
    if (error instanceof SyntaxError || error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Creates the file by a hard link: unlike a new file, it appears with its content and fails if the
 * name is taken, in one step.
 */
async function linked(from, to) {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}
