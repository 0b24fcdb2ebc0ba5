import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isRunning, thisProcess, withLock } from '#db/embedded/lock.mjs';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(folder, 'number');
  await writeFile(path, '0');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Increments the number in a separate process. @returns how often it reported doing so */
async function addElsewhere(rounds: number, killAfter?: number): Promise<number> {
  const script = new URL('./lock-process.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, path, String(rounds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let done = 0;
  child.stdout.on('data', (dots) => {
    done += dots.length;
    if (killAfter !== undefined && done >= killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return done;
}

it('the lock admits one process at a time, and the next one when its holder is killed (I1, I6)', async () => {
  const done = await Promise.all([
    addElsewhere(15),
    addElsewhere(15),
    addElsewhere(15),
    // One that is killed may have written its number without a chance to say so.
    addElsewhere(1000, 3),
    addElsewhere(1000, 6),
    addElsewhere(1000, 9),
  ]);
  const said = done.reduce((sum, each) => sum + each, 0);
  const written = Number(await readFile(path, 'utf8'));
  expect(said).toBeGreaterThanOrEqual(45 + 18);
  expect(written).toBeGreaterThanOrEqual(said);
  expect(written).toBeLessThanOrEqual(said + 3);
});

it('the lock clears up what killed processes left behind (I6)', async () => {
  await Promise.all([addElsewhere(1000, 2), addElsewhere(1000, 2)]);
  await withLock(`${path}.lock`, () => {});
  const left = (await readdir(folder)).filter((name) => name.startsWith('number.lock'));
  expect(left).toEqual([expect.stringMatching(/^number\.lock\.\d+$/)]);
});

it('the lock is released when the work under it fails (I6)', async () => {
  const failing = withLock(`${path}.lock`, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  await expect(withLock(`${path}.lock`, () => 'done', { timeoutMs: 0 })).resolves.toBe('done');
});

it('the lock names its holder, and waiting for it times out (I1)', async () => {
  const waitedFor: number[] = [];
  await withLock(`${path}.lock`, async () => {
    const second = withLock(`${path}.lock`, () => 'in', {
      timeoutMs: 50,
      onWait: (pid) => waitedFor.push(pid),
    });
    await expect(second).rejects.toThrow(/has held the lock .* for too long/);
  });
  expect(waitedFor).toEqual([process.pid]);
});

it('the lock tells a process from an earlier one with the same pid (I6)', () => {
  expect(isRunning(thisProcess())).toBe(true);
  expect(isRunning({ pid: process.pid, started: 'before the reboot' })).toBe(false);
});
