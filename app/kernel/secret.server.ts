import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '~/config.server';

/** A way to hash secrets, identified by the first byte of its hashes. */
export interface Hash {
  /** 1 to 255, never reused for another hash. */
  readonly version: number;
  digest(secret: string): Buffer;
}

/** For a long random secret one round is enough (A11). */
export const SHA_256: Hash = {
  version: 1,
  digest: (secret) => createHash('sha256').update(secret).digest(),
};

/**
 * Hashes secrets for storage, so that another hash can take over while rows with this one still
 * exist (ASVS V11.2.2, docs/decisions/0004).
 * @param hashes the newest first
 */
export function hashing(hashes: readonly [Hash, ...Hash[]]) {
  const withVersion = ({ version, digest }: Hash, secret: string) =>
    Buffer.concat([Buffer.of(version), digest(secret)]);
  return {
    /** A secret's hash for new rows. */
    hashSecret: (secret: string): Buffer => withVersion(hashes[0], secret),

    /** All hashes that a secret's row may have, to look it up. */
    hashesOf: (secret: string): readonly Buffer[] =>
      hashes.map((hash) => withVersion(hash, secret)),
  };
}

export const { hashSecret, hashesOf } = hashing([SHA_256]);

/**
 * Makes a secret for a session, a mailed code or an invitation: 256 bits from the CSPRNG, safe in a
 * URL. Only its hash is stored (A11).
 */
export function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

/**
 * Makes a secret that repeats of one form share, as nobody knows which of the answers its browser
 * reads.
 * @param about names the form and the state it was sent in
 */
export function sharedSecret(about: string, { secret }: Pick<Secret, 'secret'>) {
  const shared = createHmac('sha256', secret).update(about).digest('base64url');
  return { secret: shared, hash: hashSecret(shared) };
}
