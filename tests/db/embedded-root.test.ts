import { chmod, cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isRoot, unprivilegedAccount } from '#db/embedded/account';
import { binariesFor, platformBinaries } from '#db/embedded/binaries';
import { ask, embeddedFolder } from '../support/embedded-folder';

const here = embeddedFolder();

it.runIf(isRoot())('Postgres started by root runs as another user (I1)', async () => {
  await here.start();
  const status = await readFile(`/proc/${here.pidOfServer()}/status`, 'utf8');
  expect(status).toMatch(new RegExp(`^Uid:\\s+${unprivilegedAccount().uid}\\s`, 'm'));
});

it.runIf(isRoot())(
  'data meant for a folder that only root can enter go elsewhere, and the log says where (I1)',
  async () => {
    await chmod(here.folder, 0o700);
    const messages: string[] = [];
    const first = await here.start(here.dataDir, (message) => messages.push(message));
    const place = (await readFile(join(here.dataDir, 'location'), 'utf8')).trim();
    try {
      expect(messages[0]).toContain(`The database lies in ${place}`);
      await ask(first, 'create table kept as select 42 as value');
      await first.stop();
      const second = await here.start();
      expect(await ask(second, 'select value from kept')).toEqual([[42]]);
      await second.stop();
      await rm(join(place, 'cluster'), { recursive: true });
    } finally {
      await rm(place, { recursive: true, force: true });
    }
    expect((await here.refusal()).message).toMatch(
      /fehlt oder ist diesem Benutzer verschlossen: Stellen Sie ihn wieder her/,
    );
  },
);

it.runIf(isRoot())('binaries that only root can reach are copied (I1)', async () => {
  const given = await platformBinaries();
  await chmod(here.folder, 0o700);
  const closed = join(here.folder, 'native');
  await cp(given.folder, closed, { recursive: true, verbatimSymlinks: true });
  const version = `test-${process.pid}`;
  const postgres = join(closed, 'bin', 'postgres');
  const unreachable = {
    version,
    folder: closed,
    postgres,
    initdb: join(closed, 'bin', 'initdb'),
  };
  const account = unprivilegedAccount();
  const [copy, again] = await Promise.all([
    binariesFor(account, unreachable),
    binariesFor(account, unreachable),
  ]);
  try {
    expect(copy.folder).not.toBe(closed);
    expect(again).toEqual(copy);
    // Used in place only if the account can run it.
    expect(await binariesFor(account, { ...copy, version: 'other' })).toMatchObject({
      folder: copy.folder,
    });
  } finally {
    await rm(copy.folder, { recursive: true });
    for (const name of await readdir('/var/lib')) {
      if (name.startsWith(`vereinsheim-postgres-${version}-`)) await rm(join('/var/lib', name));
    }
  }
});
