import { ConfigurationError } from '~/config.server';

/**
 * Reads a `.env` file of the working directory into the environment, where variables that are set
 * already win (I3).
 * @throws ConfigurationError if there is one and it cannot be read: half a configuration is worse
 *   than none
 */
export function loadEnvironmentFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new ConfigurationError([
      `.env ist nicht lesbar (${code}): Die Datei muss diesem Benutzer offen sein`,
    ]);
  }
}
