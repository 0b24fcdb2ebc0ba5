import type { Config } from '~/config.server';
import { seal, unsealed } from '~/kernel/seal.server';

/**
 * How the secrets of second factors are stored: sealed, so that a copy of the database makes no
 * codes; and each for its user, so that nobody can put their own in another's place.
 */

type Sealer = Pick<Config, 'secret'>;

/** @param secret in base32 */
export function sealSecret(secret: string, user: string, config: Sealer): string {
  return seal(secret, keyFor(user, config));
}

/** @returns the secret in base32; null if it was sealed by another installation's secret */
export function openSecret(sealed: string, user: string, config: Sealer): string | null {
  return unsealed(sealed, keyFor(user, config));
}

const keyFor = (user: string, { secret }: Sealer) => `second factor of ${user} ${secret}`;
