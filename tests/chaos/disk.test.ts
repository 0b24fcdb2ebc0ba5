import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { afterwards, newFolder, server, until } from '../support/server-process';

const SIZE = '160m';

/** A small disk of its own; null where this user may not make one. */
async function smallDisk(): Promise<string | null> {
  const folder = join(await newFolder(), 'disk');
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  afterwards(() => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

it('says clearly that the disk is full, does not crash, and goes on when there is room again', async ({
  skip,
}) => {
  const DATA_DIR = await smallDisk();
  if (DATA_DIR === null) return skip('only root may mount a small disk');
  const running = await server({ DATA_DIR, RATE_LIMITS: 'off' }).ready();
  await running.register('vorher@verein.example');
  const ballast = join(DATA_DIR, 'ballast');
  const fill = async () => {
    const { bavail, bsize } = await statfs(DATA_DIR);
    await writeFile(`${ballast}-${Date.now()}`, Buffer.alloc(Math.max(0, bavail * bsize)));
  };
  await fill();
  await chmod(DATA_DIR, 0o755);

  // There may be room in pages and logs that are there already: write until there is none.
  let refusal: Response | undefined;
  let confirmed = 0;
  const long = 'x'.repeat(90);
  for (let count = 0; count < 400 && !refusal; count++) {
    const names = { firstName: long, lastName: long, password: 'Geheim-und-lang' };
    const answer = await running.call('POST', '/registration', {
      ...names,
      email: `voll${count}@verein.example`,
    });
    if (answer.status === 200) confirmed++;
    else refusal = answer;
    if (count % 20 === 0) await fill().catch(() => {});
  }
  expect(refusal?.status).toBe(503);
  expect(refusal?.headers.get('Retry-After')).toBe('5');
  expect(refusal?.headers.get('Content-Type')).toBe('application/problem+json');
  process.stdout.write(
    `full disk: ${confirmed} more writes, then ${JSON.stringify(await refusal?.json())}\n`,
  );
  expect((await running.get('/healthz')).status).toBe(200);
  expect(running.running).toBe(true);

  execFileSync('sh', ['-c', `rm -f ${ballast}-*`]);
  await until(async () => (await running.get('/readyz')).status === 200);
  await until(() =>
    running.register('nachher@verein.example').then(
      () => true,
      () => false,
    ),
  );
  // Nothing that was confirmed is gone: the address is taken.
  expect((await running.get('/healthz')).status).toBe(200);
  expect(await running.stop()).toBe(0);
  await rm(ballast, { force: true });
}, 180_000);
