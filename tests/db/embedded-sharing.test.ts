import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { startOf } from '#db/embedded/lock.mjs';
import { ask, embeddedFolder, end } from '../support/embedded-folder';

const here = embeddedFolder({ initialized: true });

it('stopping Postgres ends its process and may be repeated (I6)', async () => {
  const server = await here.start();
  const pid = here.pidOfServer();
  await Promise.all([server.stop(), server.stop()]);
  expect(startOf(pid)).toBeUndefined();
  expect(here.postmaster()).toBeUndefined();
  await expect(ask(server, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  await server.stop();
});

it('stopping Postgres ends open sessions (I6)', async () => {
  const server = await here.start();
  const client = new Client({ connectionString: server.connectionString });
  const ended = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await server.stop();
  await expect(ended).resolves.toMatchObject({ message: expect.stringMatching(/terminat/) });
});

it('processes share one Postgres, and the last one to leave stops it, no matter which started it (I1, I6)', async () => {
  const first = await here.startElsewhere();
  const second = await here.start();
  expect(second.connectionString).toBe(first.connectionString);
  await end(first.process, 'SIGTERM');
  expect(await ask(second, 'select 1')).toEqual([[1]]);
  await second.stop();
  expect(here.postmaster()).toBeUndefined();
});

it('a process that only joined Postgres does not stop it (I1, I6)', async () => {
  const first = await here.start();
  const second = await here.startElsewhere();
  expect(second.connectionString).toBe(first.connectionString);
  await end(second.process, 'SIGTERM');
  expect(await ask(first, 'select 1')).toEqual([[1]]);
});

it('a running Postgres does not keep Node alive (I6)', async () => {
  const script = `import(${JSON.stringify(new URL('../../db/embedded/server.ts', import.meta.url).href)})
    .then(({ startEmbeddedPostgres }) => startEmbeddedPostgres({ dataDir: ${JSON.stringify(here.dataDir)} }))`;
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', script], { stdio: 'inherit' });
  here.killAtTheEnd(child);
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(here.postmaster()).toBeDefined();
});

it('the log of Postgres holds no values from statements (issue 10)', async () => {
  const server = await here.start();
  await ask(server, 'create table people (email text unique)');
  await ask(server, `insert into people values ('anna@verein.example')`);
  await expect(ask(server, `insert into people values ('anna@verein.example')`)).rejects.toThrow(
    'duplicate',
  );
  await expect(ask(server, `select 'berta@verein.example'::int`)).rejects.toThrow('invalid input');
  const log = await readFile(join(here.dataDir, 'postgres.log'), 'utf8');
  expect(log).toContain('duplicate key');
  expect(log).not.toContain('anna@');
});
