import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findPostmaster } from '#db/embedded/postmaster';

/** The embedded server of this folder, its postmaster first. */
export function processesOf(dataDir: string): number[] {
  const postmaster = findPostmaster(join(dataDir, 'cluster'));
  if (!postmaster) throw new Error(`No Postgres runs in ${dataDir}`);
  return [postmaster.pid, ...childrenOf(postmaster.pid)];
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid as number);
}

export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
