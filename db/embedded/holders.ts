import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity, thisProcess } from './lock.mjs';

// The list of processes that use a folder's server. The last one to leave stops it, no matter
// which one started it, so two processes can share it, and one that adopted it after a kill stops
// it too. The caller must hold the folder's lock.

/** Adds this process to the list; returns the name for `leave`. */
export async function enter(home: string): Promise<string> {
  const folder = join(home, 'holders');
  await mkdir(folder, { recursive: true });
  const name = `${process.pid}-${randomUUID()}`;
  await writeFile(join(folder, name), JSON.stringify(thisProcess()));
  return name;
}

/** Removes the name from the list; true if nobody is left. */
export async function leave(home: string, name: string): Promise<boolean> {
  const folder = join(home, 'holders');
  await rm(join(folder, name), { force: true });
  let alone = true;
  for (const other of await readdir(folder)) {
    if (isRunning(await identityIn(join(folder, other)))) alone = false;
    else await rm(join(folder, other), { force: true });
  }
  return alone;
}

async function identityIn(path: string): Promise<ProcessIdentity> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    // Truncated by a crash of the machine, which no process survived.
    return { pid: 0, started: 'never' };
  }
}
