import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIN_SECRET_LENGTH, withoutLineBreak } from '~/config.server';
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
  await prepareDataFolder(dataDir);
  const kept = await readSecret(dataDir);
  if (kept !== undefined) return kept;
  const { secret } = newSecret();
  const file = fileIn(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    await writeFile(draft, secret, { mode: 0o600, flush: true });
    await link(draft, file).catch(unlessThere);
    await rm(draft, { force: true });
  } catch (error) {
    throw dataFolderError(dataDir, error as NodeJS.ErrnoException);
  }
  return (await readSecret(dataDir)) ?? secret;
}

/**
 * The secret that a server has kept there; undefined if none has.
 * @throws StartError if it cannot be read, or is too short
 */
export async function readSecret(dataDir: string): Promise<string | undefined> {
  const file = fileIn(dataDir);
  try {
    return longEnough(await readFile(file, 'utf8'), file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof StartError) throw error;
    if (code === 'ENOENT') return undefined;
    throw new StartError(
      `Die Datei ${file} ist nicht lesbar (${code}): Geben Sie dem Benutzer des Servers das Recht dazu.`,
      { cause: error },
    );
  }
}

const fileIn = (dataDir: string) => join(dataDir, 'session-secret');

function longEnough(secret: string, file: string): string {
  const { length } = secret.trim();
  if (length >= MIN_SECRET_LENGTH) return withoutLineBreak(secret);
  throw new StartError(
    `Das Geheimnis in der Datei ${file} ist zu kurz (${length} Zeichen, nötig sind ${MIN_SECRET_LENGTH}): Spielen Sie die Datei aus ` +
      'der Sicherung zurück. Oder löschen Sie sie: Der nächste Start legt ein neues Geheimnis an, und alle bleiben eingeloggt, aber ' +
      'Handy-Codes aus Apps und Links in früheren E-Mails gelten nicht mehr; Wiederherstellungscodes schon.',
  );
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
