import { access, constants } from 'node:fs/promises';
import { prepareFolder } from '#db/embedded/place';
import { StartError } from './start-error';

/**
 * Makes the data folder if necessary: with DATABASE_URL, too, it has the erasures and the outbox.
 * @throws StartError if this user cannot write to it
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await prepareFolder(dataDir);
    // With the dot, a file is no folder.
    await access(`${dataDir}/.`, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataFolderError(dataDir, error as NodeJS.ErrnoException);
  }
}

/** What a failure to write into the data folder means. */
export function dataFolderError(dataDir: string, cause: NodeJS.ErrnoException): StartError {
  return new StartError(sentence(dataDir, cause.code), { cause });
}

function sentence(dataDir: string, code: string | undefined): string {
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `Der Datenträger des Datenordners ${dataDir} ist voll: Schaffen Sie dort Platz oder setzen Sie DATA_DIR auf einen Ordner auf einem anderen.`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `Der Datenordner ${dataDir} ist kein Ordner: Setzen Sie DATA_DIR auf einen Ordner.`;
  return (
    `In den Datenordner ${dataDir} kann dieser Benutzer nicht schreiben (${code}): Geben Sie ihm das Recht dazu oder ` +
    'setzen Sie DATA_DIR auf einen anderen Ordner.'
  );
}
