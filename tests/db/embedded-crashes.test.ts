import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isRoot, unprivilegedAccount } from '#db/embedded/account';
import { startOf } from '#db/embedded/lock.mjs';
import { ask, embeddedFolder, end } from '../support/embedded-folder';

const here = embeddedFolder({ initialized: true });

it('committed data survive a killed Postgres (I6)', async () => {
  const before = await here.start();
  await ask(before, 'create table kept as select 42 as value');
  const killed = here.pidOfServer();
  process.kill(killed, 'SIGKILL');
  const after = await here.start();
  expect(here.pidOfServer()).not.toBe(killed);
  expect(await ask(after, 'select value from kept')).toEqual([[42]]);
});

it('a Postgres orphaned by a killed Node process is adopted and stopped (I6)', async () => {
  const orphan = await here.startElsewhere();
  const pid = here.pidOfServer();
  await end(orphan.process, 'SIGKILL');
  expect(here.pidOfServer()).toBe(pid);
  const adopter = await here.start();
  expect(adopter.connectionString).toBe(orphan.connectionString);
  await adopter.stop();
  // It removes its file a moment before it ends.
  await expect.poll(() => startOf(pid)).toBeUndefined();
});

it('Postgres starts again after it and Node were killed together (I6)', async () => {
  const other = await here.startElsewhere();
  const pid = here.pidOfServer();
  await end(other.process, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  expect(await ask(await here.start(), 'select 1')).toEqual([[1]]);
});

const cluster = () => join(here.dataDir, 'cluster');

/** Writes what a running server leaves in its folder. */
const writePidFile = (pid: number | undefined, port: number) =>
  writeFile(
    join(cluster(), 'postmaster.pid'),
    [pid, cluster(), 1700000000, port, '', '127.0.0.1', '', 'ready', ''].join('\n'),
  );

it('Postgres starts although the pid in postmaster.pid now belongs to another process (I6)', async () => {
  await (await here.start()).stop();
  const innocent = spawn('sleep', ['60'], isRoot() ? unprivilegedAccount() : {});
  here.killAtTheEnd(innocent);
  await writePidFile(innocent.pid, 5432);
  expect(await ask(await here.start(), 'select 1')).toEqual([[1]]);
  expect(innocent.exitCode).toBeNull();
});

it('Postgres starts although a full disk or a power cut left an empty postmaster.pid (I6, issue 10)', async () => {
  await (await here.start()).stop();
  await writeFile(join(here.dataDir, 'cluster', 'postmaster.pid'), '');
  expect(await ask(await here.start(), 'select 1')).toEqual([[1]]);
});

it('Postgres starts although the one before drops the connection and dies (I6)', async () => {
  await (await here.start()).stop();
  const dies = `
    const server = require('node:net').createServer((socket) => {
      socket.resetAndDestroy();
      process.exit();
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;
  const dying = spawn(process.execPath, ['-e', dies], { cwd: cluster() });
  here.killAtTheEnd(dying);
  const [port] = await once(dying.stdout, 'data');
  await writePidFile(dying.pid, Number(port));
  expect(await ask(await here.start(), 'select 1')).toEqual([[1]]);
});
