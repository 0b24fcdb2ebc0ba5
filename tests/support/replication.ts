import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findPostmaster } from '#db/embedded/postmaster';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/server';
import { afterwards } from './leftovers';
import { newFolder, until } from './server-process';

export interface ReplicatedPostgres {
  /** Connection strings; the password is the same. */
  readonly primary: string;
  readonly standby: string;
  /** Kills the primary and its children, as a power cut would. */
  killPrimary(): Promise<void>;
  /** Promotes the standby. */
  promote(): Promise<void>;
}

/**
 * Starts two embedded servers, the second a synchronous standby of the first, and stops them at the
 * end of the file. There is no pg_basebackup in the binaries, so the standby begins as a copy of
 * the stopped primary.
 */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const folder = await newFolder();
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const start = async (
    dataDir: string,
    settings: Record<string, string>,
  ): Promise<EmbeddedPostgres> => {
    const started = await startEmbeddedPostgres({ dataDir, settings });
    afterwards(() => started.stop());
    return started;
  };
  await (await start(first, {})).stop();
  // Node's cp does not preserve owners and modes.
  execFileSync('cp', ['-Rp', first, second]);
  await writeFile(join(second, 'cluster/standby.signal'), '');

  const primary = await start(first, { synchronous_standby_names: 'standby' });
  const { port, username, password } = new URL(primary.connectionString);
  const standby = await start(second, {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby`,
  });
  const ask = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };
  await until(async () => {
    const { rows } = await ask(
      primary.connectionString,
      'select sync_state from pg_stat_replication',
    );
    return rows[0]?.sync_state === 'sync';
  });
  return {
    primary: primary.connectionString,
    standby: standby.connectionString,
    async killPrimary() {
      const postmaster = findPostmaster(join(first, 'cluster'));
      if (!postmaster) throw new Error('The primary does not run');
      for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) killIfThere(pid);
      await until(() => findPostmaster(join(first, 'cluster')) === undefined);
    },
    async promote() {
      await ask(standby.connectionString, 'select pg_promote()');
    },
  };
}

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid as number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
