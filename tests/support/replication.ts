import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findPostmaster } from '#db/embedded/postmaster';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/server';
import { afterwards } from './leftovers';
import { processesOf, signalIfThere } from './postgres-processes';
import { newDataFolder, until } from './server-process';

interface ReplicatedPostgres {
  /** Connection strings; the password is the same. */
  readonly primary: string;
  readonly standby: string;
  /** Kills the primary and its children, as a power cut would. */
  killPrimary(): Promise<void>;
  promote(): Promise<void>;
}

/**
 * Starts two embedded servers, the second a synchronous standby of the first, and stops them at the
 * end of the file. There is no pg_basebackup in the binaries, so both begin as copies of
 * one stopped server.
 */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const [first, second] = [
    join(await newDataFolder(), 'postgres'),
    join(await newDataFolder(), 'postgres'),
  ];
  const start = async (
    dataDir: string,
    settings: Record<string, string>,
  ): Promise<EmbeddedPostgres> => {
    const started = await startEmbeddedPostgres({ dataDir, settings });
    afterwards(() => started.stop());
    return started;
  };
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
      for (const pid of processesOf(first)) signalIfThere(pid, 'SIGKILL');
      await until(() => findPostmaster(join(first, 'cluster')) === undefined);
    },
    async promote() {
      await ask(standby.connectionString, 'select pg_promote()');
    },
  };
}
