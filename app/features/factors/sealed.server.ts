import type { Secret } from '~/config.server';
import { openFor, sealFor } from '~/kernel/seal.server';

/**
 * How the secrets of second factors are stored: sealed, so that a copy of the database cannot make
 * codes; and bound to the user, so that nobody can replace another's with their own.
 */

/** @param secret in base32 */
export function sealSecret(secret: string, user: string, config: Secret): string {
  return sealFor(purposeOf(user), secret, config);
}

/** @returns the secret in base32; null if it was sealed by none of the installation's secrets */
export function openSecret(sealed: string, user: string, config: Secret): string | null {
  return openFor(purposeOf(user), sealed, config);
}

/** The session in which somebody sets up a second factor. */
interface SetUp {
  readonly uuid: string;
  readonly session: { readonly uuid: string };
}

/**
 * Seals a secret that is not confirmed yet, for the session that has begun to set it up: no other
 * one sees it or goes on with it. So a thief who briefly had one of the owner's sessions cannot
 * leave a secret behind for the owner to confirm.
 * @param secret in base32
 */
export function sealPending(secret: string, setUp: SetUp, config: Secret): string {
  return sealFor(pendingPurposeOf(setUp), secret, config);
}

/** @returns the secret in base32; null if another session has begun, or before another secret */
export function openPending(sealed: string, setUp: SetUp, config: Secret): string | null {
  return openFor(pendingPurposeOf(setUp), sealed, config);
}

const pendingPurposeOf = ({ uuid, session }: SetUp) =>
  `second factor to be confirmed of ${uuid} in ${session.uuid}`;

const purposeOf = (user: string) => `second factor of ${user}`;
