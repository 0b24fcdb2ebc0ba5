import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRoot, unprivilegedAccount } from '#db/embedded/account';
import { binariesFor, platformBinaries } from '#db/embedded/binaries';
import { EmbeddedPostgresError, explain } from '#db/embedded/error';
import { startOf } from '#db/embedded/lock.mjs';
import { findPostmaster } from '#db/embedded/postmaster';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/server';

let folder: string;
let dataDir: string;
const others: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'postgres');
});

afterEach(async () => {
  for (const other of others.splice(0)) await end(other, 'SIGKILL');
  for (const server of servers.splice(0)) await server.stop().catch(() => {});
  // Where a test has killed a process on purpose, a server may still run: joining and leaving it
  // ends it.
  if (await stat(join(dataDir, 'cluster')).catch(() => undefined))
    await (await start(dataDir)).stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(dir = dataDir, log?: (message: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: dir, settings: { fsync: 'off' }, log });
  servers.push(server);
  return server;
}

async function ask(
  server: Pick<EmbeddedPostgres, 'connectionString'>,
  statement: string,
): Promise<unknown[][]> {
  const client = new Client({ connectionString: server.connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

/** Starts the server, or joins it, in a process of its own. */
async function startElsewhere(
  dir = dataDir,
): Promise<{ process: ChildProcess; connectionString: string }> {
  const script = new URL('./embedded-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  others.push(child);
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() =>
      Promise.reject(new Error('The other process ended without a server')),
    ),
  ]);
  return { process: child, connectionString: String(line).trim() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

const postmaster = () => findPostmaster(join(dataDir, 'cluster'));
const pidOfServer = () => postmaster()?.pid ?? Number.NaN;

async function refusal(dir: string): Promise<Error> {
  return start(dir).then(
    () => Promise.reject(new Error('It started')),
    (error: Error) => error,
  );
}

describe('the embedded Postgres', () => {
  it('starts in an empty folder, in UTF-8 and with German collation (I1)', async () => {
    const server = await start();
    expect(await ask(server, 'show server_encoding')).toEqual([['UTF8']]);
    const names = `select name from (values ('Zett'), ('Ärger'), ('Aal')) as n(name) order by name collate "de-x-icu"`;
    expect(await ask(server, names)).toEqual([['Aal'], ['Ärger'], ['Zett']]);
    for (const extension of ['citext', 'pg_trgm', 'unaccent'])
      await ask(server, `create extension ${extension}`);
    expect(await ask(server, `select 'ÄRGER'::citext = 'ärger'`)).toEqual([[true]]);
  });

  it('keeps the data and is quicker the second time (I1)', async () => {
    const times: number[] = [];
    const timed = async () => {
      const before = performance.now();
      const server = await start();
      times.push(performance.now() - before);
      return server;
    };
    const first = await timed();
    await ask(first, 'create table kept as select 42 as value');
    await first.stop();
    const second = await timed();
    expect(await ask(second, 'select value from kept')).toEqual([[42]]);
    expect(times[1]).toBeLessThan(times[0] ?? 0);
  });

  it('asks for the password, which only its own user can read, and listens on this machine only (I3)', async () => {
    const server = await start();
    const wrong = server.connectionString.replace(/:[^:@]+@/, ':wrong@');
    await expect(ask({ connectionString: wrong }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'cluster'))).mode & 0o077).toBe(0);
    expect(await ask(server, 'show listen_addresses')).toEqual([['127.0.0.1']]);
  });

  it('really stops, however often it is asked to (I6)', async () => {
    const server = await start();
    const pid = pidOfServer();
    await Promise.all([server.stop(), server.stop()]);
    expect(startOf(pid)).toBeUndefined();
    expect(postmaster()).toBeUndefined();
    await expect(ask(server, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    await server.stop();
  });

  it('ends open sessions when it stops (I6)', async () => {
    const server = await start();
    const client = new Client({ connectionString: server.connectionString });
    const ended = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await server.stop();
    await expect(ended).resolves.toMatchObject({ message: expect.stringMatching(/terminat/) });
  });

  it('is shared by two processes, and stopped by the last of them, whoever started it (I1, I6)', async () => {
    const first = await startElsewhere();
    const second = await start();
    expect(second.connectionString).toBe(first.connectionString);
    await end(first.process, 'SIGTERM');
    expect(await ask(second, 'select 1')).toEqual([[1]]);
    await second.stop();
    expect(postmaster()).toBeUndefined();
  });

  it('is not stopped by a process that only joined it (I1, I6)', async () => {
    const first = await start();
    const second = await startElsewhere();
    expect(second.connectionString).toBe(first.connectionString);
    await end(second.process, 'SIGTERM');
    expect(await ask(first, 'select 1')).toEqual([[1]]);
  });

  it('starts once when several ask for the same new folder at once (I1)', async () => {
    const [here, again, elsewhere] = await Promise.all([start(), start(), startElsewhere()]);
    expect(again.connectionString).toBe(here.connectionString);
    expect(elsewhere.connectionString).toBe(here.connectionString);
    expect(await ask(here, 'select 1')).toEqual([[1]]);
  });

  it('recovers what was committed when Postgres was killed (I6)', async () => {
    const before = await start();
    await ask(before, 'create table kept as select 42 as value');
    const killed = pidOfServer();
    process.kill(killed, 'SIGKILL');
    const after = await start();
    expect(pidOfServer()).not.toBe(killed);
    expect(await ask(after, 'select value from kept')).toEqual([[42]]);
  });

  it('adopts the server whose Node process was killed, and stops it in its place (I6)', async () => {
    const orphan = await startElsewhere();
    const pid = pidOfServer();
    await end(orphan.process, 'SIGKILL');
    expect(pidOfServer()).toBe(pid);
    const adopter = await start();
    expect(adopter.connectionString).toBe(orphan.connectionString);
    await adopter.stop();
    expect(startOf(pid)).toBeUndefined();
  });

  it('starts after Node and Postgres were killed together (I6)', async () => {
    const other = await startElsewhere();
    const pid = pidOfServer();
    await end(other.process, 'SIGKILL');
    process.kill(pid, 'SIGKILL');
    expect(await ask(await start(), 'select 1')).toEqual([[1]]);
  });

  it.each([50, 250, 450, 800])(
    'starts after Node was killed %i ms into the first start (I6)',
    async (delay) => {
      const script = new URL('./embedded-process.ts', import.meta.url).pathname;
      const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
        stdio: 'ignore',
      });
      others.push(child);
      // Counted from its first trace, since Node itself takes its time to start.
      while (!(await stat(dataDir).catch(() => undefined)))
        await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, delay));
      await end(child, 'SIGKILL');
      expect(await ask(await start(), 'select 1')).toEqual([[1]]);
    },
  );

  it('starts though the number of the killed server belongs to another process now (I6)', async () => {
    await (await start()).stop();
    const innocent = spawn('sleep', ['60'], isRoot() ? unprivilegedAccount() : {});
    others.push(innocent);
    const pidFile = [
      innocent.pid,
      join(dataDir, 'cluster'),
      1700000000,
      5432,
      '',
      '127.0.0.1',
      '',
      'ready',
      '',
    ];
    await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), pidFile.join('\n'));
    expect(await ask(await start(), 'select 1')).toEqual([[1]]);
    expect(innocent.exitCode).toBeNull();
  });

  it('starts though a full disk or a power cut left an empty postmaster.pid (I6, issue 10)', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'cluster', 'postmaster.pid'), '');
    expect(await ask(await start(), 'select 1')).toEqual([[1]]);
  });

  it('writes nothing into its log of what people sent (issue 10)', async () => {
    const server = await start();
    await ask(server, 'create table people (email text unique)');
    await ask(server, `insert into people values ('anna@verein.example')`);
    await expect(ask(server, `insert into people values ('anna@verein.example')`)).rejects.toThrow(
      'duplicate',
    );
    await expect(ask(server, `select 'berta@verein.example'::int`)).rejects.toThrow(
      'invalid input',
    );
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('anna@');
  });

  it('starts though a killed process left its locks and half a database (I6)', async () => {
    await mkdir(join(dataDir, 'init-abc', 'cluster'), { recursive: true });
    await writeFile(
      join(dataDir, 'lock.7'),
      JSON.stringify({ pid: process.pid, started: 'before the reboot' }),
    );
    await start();
    const left = await readdir(dataDir);
    expect(left.filter((name) => name.startsWith('init-'))).toEqual([]);
    expect(left.filter((name) => name.startsWith('lock.'))).toEqual(['lock.8']);
  });

  it('does not keep Node alive (I6)', async () => {
    const script = `import(${JSON.stringify(new URL('../../db/embedded/server.ts', import.meta.url).href)})
      .then(({ startEmbeddedPostgres }) => startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }))`;
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', script], { stdio: 'inherit' });
    others.push(child);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(postmaster()).toBeDefined();
  });

  it('says what to do when the data folder is a file (I1)', async () => {
    await writeFile(dataDir, '');
    const error = await refusal(dataDir);
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(error.message).toMatch(/ist kein Ordner: Setzen Sie DATA_DIR/);
    await rm(dataDir);
  });

  it('says what to do when the data folder cannot be written (I1)', async () => {
    // /proc takes no folders from anyone, root included.
    const error = await refusal(
      process.platform === 'linux' ? '/proc/vereinsheim' : '/vereinsheim',
    );
    expect(error).toBeInstanceOf(EmbeddedPostgresError);
    expect(error.message).toMatch(
      /kann dieser Benutzer nicht schreiben: Geben Sie ihm das Recht dazu/,
    );
  });

  it('says what to do when the data folder lies behind a link that leads nowhere (I1)', async () => {
    await symlink(join(folder, 'unmounted'), join(folder, 'disk'));
    expect((await refusal(join(folder, 'disk', 'postgres'))).message).toMatch(
      /kann dieser Benutzer nicht schreiben/,
    );
  });

  it('says what to do when the data are of another version (I1)', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '15\n');
    expect((await refusal(dataDir)).message).toMatch(
      /stammt von Postgres 15, und dies ist Postgres 18: Übertragen/,
    );
    await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '18\n');
  });

  it('says what is wrong when Postgres itself refuses to start (I1)', async () => {
    const refused = startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } });
    await expect(refused).rejects.toThrow(
      /startet nicht \(.*invalid value.*shared_buffers.*\): Beheben Sie das/,
    );
  });

  it('says that the disk is full (I1)', () => {
    const output = 'initdb: error: could not write to file "pg_wal/x": No space left on device';
    expect(explain(output, '/data').message).toMatch(
      /Datenträger des Datenordners \/data ist voll: Schaffen Sie/,
    );
  });
});

describe.runIf(isRoot())('the embedded Postgres of root', () => {
  it('runs as another user (I1)', async () => {
    await start();
    const status = await readFile(`/proc/${pidOfServer()}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\s+${unprivilegedAccount().uid}\\s`, 'm'));
  });

  it('keeps the data of a folder that only root can enter in another place, and says where (I1)', async () => {
    await chmod(folder, 0o700);
    const messages: string[] = [];
    const first = await start(dataDir, (message) => messages.push(message));
    const place = (await readFile(join(dataDir, 'location'), 'utf8')).trim();
    try {
      expect(messages[0]).toContain(`The database lies in ${place}`);
      await ask(first, 'create table kept as select 42 as value');
      await first.stop();
      const second = await start();
      expect(await ask(second, 'select value from kept')).toEqual([[42]]);
      await second.stop();
      await rm(join(place, 'cluster'), { recursive: true });
    } finally {
      await rm(place, { recursive: true, force: true });
    }
    expect((await refusal(dataDir)).message).toMatch(
      /fehlt oder ist diesem Benutzer verschlossen: Stellen Sie ihn wieder her/,
    );
  });

  it('copies binaries that only root can reach (I1)', async () => {
    const given = await platformBinaries();
    await chmod(folder, 0o700);
    const closed = join(folder, 'native');
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
      // Taken as it is only where the account can really run it.
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
});
