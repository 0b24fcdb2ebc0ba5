import { z } from 'zod';
import { type Secret, secretsOf } from '~/config.server';
import { seal, unsealed } from '~/kernel/seal.server';

/**
 * What the first step of a log-in hands to the second one, in the page: that somebody knew the
 * password of an account. It opens nothing alone, and ends with that password, or the address
 * (docs/decisions/0043).
 */

const MAX_AGE_MS = 10 * 60 * 1000;

const proven = z.strictObject({ user: z.string(), mark: z.string(), until: z.number() });

/** @param mark of the credentials that were right (credentialsMark) */
export function newPasswordProof(user: string, mark: string, { secret }: Secret): string {
  const until = Date.now() + MAX_AGE_MS;
  return seal(JSON.stringify({ user, mark, until }), keyFor(secret));
}

/** @returns null for what was not sealed here, or more than ten minutes ago */
export function openPasswordProof(
  proof: string,
  config: Secret,
): { user: string; mark: string } | null {
  const text = unsealed(proof, secretsOf(config).map(keyFor));
  if (text === null) return null;
  const { user, mark, until } = proven.parse(JSON.parse(text));
  return until > Date.now() ? { user, mark } : null;
}

/** Another key than the mails': anyone may have anything sealed there. */
const keyFor = (secret: string) => `password proof ${secret}`;
