import { BackupError } from '#db/backup/format';
import { type Config, ConfigurationError, readConfig } from '~/config.server';
import { type OpenDatabase, type OpenOptions, openDatabase } from './database';
import { explainDatabase } from './database-error';
import { readSettings } from './environment';
import { createLog } from './log';
import { StartError } from './start-error';

/**
 * Runs an operator's command, and prints its lines. If it fails, the exit code is 1, with a sentence
 * on what to do (I4).
 */
export async function runCommand(
  work: (config: Config) => Promise<readonly string[]>,
): Promise<void> {
  try {
    const lines = await work(readConfig(readSettings(), { secretRequired: false }));
    for (const line of lines) process.stdout.write(`${line}\n`);
  } catch (error) {
    process.stderr.write(`${isSentence(error) ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}

/**
 * Opens the database for a command, which makes none unless told so: without its DATABASE_URL or
 * DATA_DIR it would work on an empty one.
 * @param options.restoring true for `npm run restore`, which may begin with nothing
 * @throws StartError if an operator can fix it
 */
export async function withDatabase<Result>(
  config: Config,
  { restoring = false, ...options }: OpenOptions & { restoring?: boolean },
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(config, createLog('warn', process.stderr), {
    max: 3,
    made: !restoring,
    ...options,
  });
  try {
    return await work(database);
  } catch (error) {
    const sentence = isSentence(error) ? null : explainDatabase(error, config, restoring);
    throw sentence ? new StartError(sentence, { cause: error }) : error;
  } finally {
    await database.disconnect();
    await database.leave();
  }
}

const isSentence = (error: unknown): error is Error =>
  [BackupError, ConfigurationError, StartError].some((kind) => error instanceof kind);
