import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Config } from '~/config.server';
import { runCommand, withDatabase } from './command';
import { prepareDataFolder } from './data-folder';
import { asOwner, type OpenDatabase } from './database';

type Work = (
  database: OpenDatabase,
  file: string,
  flags: ReadonlySet<string>,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
) => Promise<[done: string, rows: Readonly<Record<string, number>>]>;

/** The program's version, for the head of a backup. */
export async function version(): Promise<string> {
  const { version } = JSON.parse(
    await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return version;
}

/**
 * Runs an operator's command on a file and the database, without migrating it. Prints one line; the
 * exit code is 1 with a sentence on what to do, and 2 with the usage if it was called wrongly.
 */
export async function backupCommand(
  usage: string,
  { flags, writes }: { flags: readonly string[]; writes: boolean },
  work: Work,
): Promise<void> {
  let called: { file: string; flags: Set<string> };
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new Error(usage);
    called = { file, flags: new Set(Object.keys(values)) };
  } catch {
    process.stderr.write(`${usage}\n`);
    process.exitCode = 2;
    return;
  }
  await runCommand(async (given) => {
    const config = writes ? asOwner(given) : given;
    if (writes) await prepareDataFolder(config.dataDir);
    const options = { migrated: false, limited: false, restoring: writes };
    const [done, rows] = await withDatabase(config, options, (database) =>
      work(database, called.file, called.flags, config),
    );
    const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
    return [`${count} Zeilen aus ${Object.keys(rows).length} Tabellen ${done} ${called.file}.`];
  });
}
