import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigurationError, environment } from '~/config.server';

type Settings = Record<string, string | undefined>;

/**
 * The settings: environment variables, then files in $CREDENTIALS_DIRECTORY (systemd's LoadCredential,
 * Docker's secrets), then the working directory's `.env`; the first that has one wins (I3).
 * @throws ConfigurationError if a file exists but cannot be read: half a configuration is worse than
 *   none
 */
export function readSettings(): Settings {
  const given = present(process.env);
  loadEnvironmentFile();
  const files = credentials(process.env.CREDENTIALS_DIRECTORY);
  return { ...process.env, ...present(files), ...given };
}

/** Empty values count as absent and hide no others: `SESSION_SECRET: ${SESSION_SECRET:-}`. */
const present = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));

/**
 * What files named like settings hold, without the line break at their end. They do not become
 * environment variables, which every child process would see.
 */
function credentials(folder: string | undefined): Settings {
  if (!folder) return {};
  const names = reading('CREDENTIALS_DIRECTORY', folder, (path) => readdirSync(path));
  return Object.fromEntries(
    names
      .filter((name) => Object.hasOwn(environment.shape, name))
      .map((name) => [name, reading(name, join(folder, name), contentOf).replace(/\r?\n$/, '')]),
  );
}

/** Windows' editors begin a file with a mark that would become part of its first name or value. */
const contentOf = (file: string) => readFileSync(file, 'utf8').replace(/^\ufeff/, '');

/** @param name of the setting; its value is in no message */
function reading<Result>(name: string, path: string, read: (path: string) => Result): Result {
  try {
    return read(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const must = code === 'EISDIR' ? 'eine Datei sein' : 'diesem Benutzer offen sein';
    throw new ConfigurationError([`${name} ist nicht lesbar (${code}): ${path} muss ${must}`]);
  }
}

function loadEnvironmentFile(): void {
  // Node's loader would leave them as they are, whatever the file says.
  for (const name of [...Object.keys(environment.shape), 'CREDENTIALS_DIRECTORY'])
    if (process.env[name] === '') delete process.env[name];
  try {
    for (const [name, value] of Object.entries(parseEnv(contentOf('.env'))))
      process.env[name] ??= value;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new ConfigurationError([
      `.env ist nicht lesbar (${code}): Die Datei muss diesem Benutzer offen sein`,
    ]);
  }
}
