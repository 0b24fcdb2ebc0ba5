import { createHash, randomBytes } from 'node:crypto';

/**
 * Makes a secret for a session, a mailed code or an invitation: 256 bits from the CSPRNG, safe in a
 * URL. Only its hash is stored (A11); for a long random secret one round of SHA-256 is enough.
 */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
