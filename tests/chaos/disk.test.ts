import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '#db/connection';
import { startEmbeddedPostgres } from '#db/embedded/server';
import { Browser } from '../support/browser';
import { Factories, NO_PASSWORDS } from '../support/factories';
import { afterwards } from '../support/leftovers';
import { newFolder, server, until } from '../support/server-process';

const SIZE = '160m';

/** A small disk, or null where this user may not mount one. */
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

it('a full disk is reported clearly without a crash, and work goes on once there is room again', async ({
  skip,
}) => {
  const DATA_DIR = await smallDisk();
  if (DATA_DIR === null) return skip('only root may mount a small disk');
  const running = await server({ DATA_DIR, RATE_LIMITS: 'off' }).ready();
  const embedded = await startEmbeddedPostgres({ dataDir: join(DATA_DIR, 'postgres') });
  const { db } = connect(embedded.connectionString, { max: 2 });
  const make = new Factories(db, NO_PASSWORDS);
  const { organization, admin } = await make.club();
  const visitor = new Browser(running.origin);
  visitor.cookies.set('session', await make.session(admin, organization));
  // Random letters, because repetitions are compressed.
  const create = (lastName: string) =>
    visitor.call('POST', '/member', {
      organization: organization.uuid,
      firstName: 'Max',
      lastName,
      description: randomBytes(4900).toString('hex'),
    });

  const fill = async (name: string) => {
    const { bavail, bsize } = await statfs(DATA_DIR);
    await writeFile(join(DATA_DIR, `ballast-${name}`), Buffer.alloc(bavail * bsize)).catch(
      () => {},
    );
  };
  await fill('first');
  // Existing files have room left, so write until it is used up.
  const confirmed: string[] = [];
  let refusal: Awaited<ReturnType<typeof create>> | undefined;
  for (let count = 0; count < 4000 && !refusal; count++) {
    const response = await create(`Voll ${count}`);
    if (response.status === 200) confirmed.push(`Voll ${count}`);
    else refusal = response;
    if (count % 50 === 0) await fill(String(count));
  }
  process.stdout.write(`full disk: ${confirmed.length} more writes, then ${refusal?.text}\n`);
  expect(refusal?.status).toBe(503);
  expect(refusal?.headers.get('Retry-After')).toBe('5');
  expect(refusal?.json).toMatchObject({ status: 503, title: 'Vorübergehend nicht erreichbar' });
  expect((await running.get('/healthz')).status).toBe(200);
  const ready = async () => {
    const response = await running.get('/readyz');
    return [response.status, await response.text()];
  };
  await until(async () => (await ready())[0] === 503);
  expect(await ready()).toEqual([503, 'disk full']);
  const said = running.log.filter(({ level }) => level > 30 && level !== 40);
  expect(said.map(({ msg }) => msg)).toEqual([
    'the disk of the database is full: nothing can be written',
  ]);
  expect(running.log.filter(({ msg }) => msg === 'a request met an outage')).toMatchObject([
    { level: 40, code: '53100', path: '/api/member' },
  ]);

  for (const name of await readdir(DATA_DIR))
    if (name.startsWith('ballast')) await rm(join(DATA_DIR, name));
  await until(async () => (await create('Wieder Platz')).status === 200);
  // As long as a full disk is remembered.
  await until(async () => (await ready())[0] === 200);
  expect(running.running).toBe(true);
  const rows = await db.selectFrom('members').select('last_name').execute();
  const found = new Set(rows.map((row) => row.last_name));
  expect(confirmed.filter((name) => !found.has(name))).toEqual([]);
  await db.destroy();
  await embedded.stop();
  expect(await running.stop()).toBe(0);
});
