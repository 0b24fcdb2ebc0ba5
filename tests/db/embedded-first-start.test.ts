import { spawn } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ask, EMBEDDED_PROCESS, embeddedFolder, end } from '../support/embedded-folder';

const here = embeddedFolder();

it('an empty folder becomes a Postgres in UTF-8 with German collation, keeps its data and starts faster the second time (I1)', async () => {
  const times: number[] = [];
  const timed = async () => {
    const before = performance.now();
    const server = await here.start();
    times.push(performance.now() - before);
    return server;
  };
  const first = await timed();
  expect(await ask(first, 'show server_encoding')).toEqual([['UTF8']]);
  const names = `select name from (values ('Zett'), ('Ärger'), ('Aal')) as n(name) order by name collate "de-x-icu"`;
  expect(await ask(first, names)).toEqual([['Aal'], ['Ärger'], ['Zett']]);
  for (const extension of ['citext', 'pg_trgm', 'unaccent'])
    await ask(first, `create extension ${extension}`);
  expect(await ask(first, `select 'ÄRGER'::citext = 'ärger'`)).toEqual([[true]]);
  await ask(first, 'create table kept as select 42 as value');
  await first.stop();
  const second = await timed();
  expect(await ask(second, 'select value from kept')).toEqual([[42]]);
  expect(times[1]).toBeLessThan(times[0] ?? 0);
});

it('processes that ask for the same new folder start one Postgres, for this machine only, with a password that only its user can read (I1, I3)', async () => {
  const [first, again, elsewhere] = await Promise.all([
    here.start(),
    here.start(),
    here.startElsewhere(),
  ]);
  expect(again.connectionString).toBe(first.connectionString);
  expect(elsewhere.connectionString).toBe(first.connectionString);
  expect(await ask(first, 'select 1')).toEqual([[1]]);
  const wrong = first.connectionString.replace(/:[^:@]+@/, ':wrong@');
  await expect(ask({ connectionString: wrong }, 'select 1')).rejects.toThrow(
    /password authentication failed/,
  );
  expect((await stat(join(here.dataDir, 'password'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(here.dataDir, 'cluster'))).mode & 0o077).toBe(0);
  expect(await ask(first, 'show listen_addresses')).toEqual([['127.0.0.1']]);
});

it.each([50, 350, 800])(
  'Postgres starts after Node was killed %i ms into the first start (I6)',
  async (delay) => {
    const child = spawn(process.execPath, ['--import', 'tsx', EMBEDDED_PROCESS, here.dataDir], {
      stdio: 'ignore',
    });
    here.killAtTheEnd(child);
    // Counted from the first trace of Postgres, as Node itself takes time to start.
    while (!(await stat(here.dataDir).catch(() => undefined)))
      await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, delay));
    await end(child, 'SIGKILL');
    expect(await ask(await here.start(), 'select 1')).toEqual([[1]]);
  },
);

it('Postgres starts although a killed process left its locks and half a cluster (I6)', async () => {
  await mkdir(join(here.dataDir, 'init-abc', 'cluster'), { recursive: true });
  await writeFile(
    join(here.dataDir, 'lock.7'),
    JSON.stringify({ pid: process.pid, started: 'before the reboot' }),
  );
  await here.start();
  const left = await readdir(here.dataDir);
  expect(left.filter((name) => name.startsWith('init-'))).toEqual([]);
  expect(left.filter((name) => name.startsWith('lock.'))).toEqual(['lock.8']);
});
