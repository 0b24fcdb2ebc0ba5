import { type Secret, secretsOf } from '~/config.server';
import { seal, unsealed } from '~/kernel/seal.server';

/**
 * How the secrets of second factors are stored: sealed, so that a copy of the database makes no
 * codes; and each for its user, so that nobody can put their own in another's place.
 */

/** @param secret in base32 */
export function sealSecret(secret: string, user: string, config: Secret): string {
  return seal(secret, keyFor(user, config.secret));
}

/** @returns the secret in base32; null if it was sealed by none of the installation's secrets */
export function openSecret(sealed: string, user: string, config: Secret): string | null {
  const keys = secretsOf(config).map((each) => keyFor(user, each));
  return unsealed(sealed, keys);
}

const keyFor = (user: string, secret: string) => `second factor of ${user} ${secret}`;
