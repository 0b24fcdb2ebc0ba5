import { ConfigurationError } from '~/config.server';

/**
 * Loads the working directory's `.env` file; variables that are already set win (I3).
 * @throws ConfigurationError if it exists but cannot be read: half a configuration is worse than
 *   none
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
