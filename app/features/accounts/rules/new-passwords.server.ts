import type { Logger } from 'pino';
import type { Config } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import { invalid } from '~/kernel/problem';
import type { Passwords } from '~/kernel/services.server';
import { isBreached } from '../breached-passwords.server';
import { isGuessable, PRODUCT_WORDS, wordsOf } from '../guessable.server';
import { KNOWN_PASSWORDS_FROM, STOLEN, TOO_WELL_KNOWN } from '../wording';

/** Checks PASSWORD_MIN_LENGTH, which the schema cannot know. @throws Problem 422 */
export function requireLength(password: string, { passwordMinLength }: Config): void {
  if ([...password].length >= passwordMinLength) return;
  throw invalid({ password: [`Das Passwort braucht mindestens ${passwordMinLength} Zeichen.`] });
}

interface Asked {
  readonly config: Config;
  readonly log: Pick<Logger, 'error'>;
  readonly passwords: Pick<Passwords, 'guesses'>;
}

/**
 * Checks that a new password is neither easy to guess, where the operator requires 8 characters or
 * more (T1), nor in their list of stolen ones. Call it wherever a password is set, before it is
 * hashed. If that list cannot be read, the password is let through and the log says so.
 * @param about what others know of its user: names, address, names of clubs
 * @param network of the client
 * @throws Problem 422; 503 if too many are waiting
 */
export async function requireUnknown(
  password: string,
  { config, log, passwords }: Asked,
  about: readonly string[],
  network?: string,
): Promise<void> {
  if (config.passwordMinLength >= KNOWN_PASSWORDS_FROM) {
    const words = wordsOf([...about, ...installationWords(config)]);
    if (await isGuessable(passwords, password, words, network))
      throw invalid({ password: [TOO_WELL_KNOWN] });
  }
  if (await isStolen(password, { config, log })) throw invalid({ password: [STOLEN] });
}

async function isStolen(password: string, { config, log }: Omit<Asked, 'passwords'>) {
  try {
    return await isBreached(password, config);
  } catch (error) {
    const file = config.breachedPasswordsFile;
    log.error({ err: error, file }, 'the list of stolen passwords cannot be read');
    return false;
  }
}

function installationWords({ appName, origin, passwordWords }: Config): string[] {
  return [...PRODUCT_WORDS, ...passwordWords, appName, new URL(origin).hostname];
}

export const knownOf = ({ firstName, lastName, email, organizations }: Actor): string[] => [
  firstName,
  lastName,
  email,
  ...organizations.map(({ name }) => name),
];
