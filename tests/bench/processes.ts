import { readdirSync, readFileSync } from 'node:fs';

/** Process statistics from /proc. */

/** A clock tick of /proc; Linux fixes it at 100 per second for user space. */
const TICK_MS = 10;

/** A process and its descendants. */
function treeOf(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(statOf(Number(name))[1] ?? 0));
  }
  const isInside = (pid: number): boolean =>
    pid === root || (pid > 1 && isInside(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isInside);
}

/** CPU milliseconds of a process and its descendants so far, including those that have exited. */
export function cpuOf(root: number): number {
  // User and system time, its own and that of exited children.
  const ticks = treeOf(root).flatMap((pid) => statOf(pid).slice(11, 15).map(Number));
  return ticks.reduce((sum, value) => sum + value, 0) * TICK_MS;
}

/** Resident memory of a process and its descendants, in MiB. */
export function memoryOf(root: number): number {
  const kibibytes = treeOf(root).map((pid) => {
    const status = readOrNothing(`/proc/${pid}/status`);
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  });
  return kibibytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/** The fields after the name, which may contain spaces: state, parent, … */
function statOf(pid: number): string[] {
  const text = readOrNothing(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has just exited.
    return '';
  }
}
