import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity, thisProcess } from './lock.mjs';

// Who uses the server of a folder. The last one to leave stops it, whoever started it: so two
// processes can share it, and a server whose starter was killed is stopped by who adopted it. The
// caller holds the folder's lock.

/** Writes down that this process uses the server; gives the name for `leave`. */
export async function enter(home: string): Promise<string> {
  const folder = join(home, 'holders');
  await mkdir(folder, { recursive: true });
  const name = `${process.pid}-${randomUUID()}`;
  await writeFile(join(folder, name), JSON.stringify(thisProcess()));
  return name;
}

/** Takes the name off the list; true when nobody is left who uses the server. */
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
    // Cut short by a crash of the machine, which nobody survived.
    return { pid: 0, started: 'never' };
  }
}
