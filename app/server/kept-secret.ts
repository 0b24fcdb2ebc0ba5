import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIN_SECRET_LENGTH } from '~/config.server';
import { newSecret } from '~/kernel/secret.server';
import { dataFolderError, prepareDataFolder } from './data-folder';
import { StartError } from './start-error';

/**
 * The secret to use without SESSION_SECRET: made once and kept in the data folder. It is written to
 * a draft and then linked, so that a server starting at the same time, or after a crash here, never
 * reads half of it.
 * @throws StartError if the data folder is not writable, or the secret too short
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  try {
    await prepareDataFolder(dataDir);
    const kept = await readIfThere(file);
    if (kept !== undefined) return longEnough(kept, file);
    const { secret } = newSecret();
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, secret, { mode: 0o600, flush: true });
    await link(draft, file).catch(unlessThere);
    await rm(draft, { force: true });
    return longEnough(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, path, syscall } = error as NodeJS.ErrnoException;
    if (path === file && syscall !== 'link')
      throw new StartError(
        `Die Datei ${file} ist nicht lesbar (${code}): Geben Sie dem Benutzer des Servers das Recht dazu.`,
        { cause: error },
      );
    throw dataFolderError(dataDir, error as NodeJS.ErrnoException);
  }
}

function longEnough(secret: string, file: string): string {
  const { length } = secret.trim();
  if (length >= MIN_SECRET_LENGTH) return secret;
  throw new StartError(
    `Das Geheimnis in der Datei ${file} ist zu kurz (${length} Zeichen, nötig sind ${MIN_SECRET_LENGTH}): Spielen Sie die Datei aus ` +
      'der Sicherung zurück. Oder löschen Sie sie: Der nächste Start legt ein neues Geheimnis an, alle bleiben eingeloggt, nur ' +
      'Einladungs-E-Mails, die noch auf den Versand warten, gehen verloren.',
  );
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
