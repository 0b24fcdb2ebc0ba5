import { createHash } from 'node:crypto';
import { COMMON_PASSWORDS } from './common-passwords.generated.server';

/** Bytes that are kept of the SHA-256 of each password: enough that no other is taken for one. */
export const KEPT_BYTES = 8;

/** Sorted, so that a search takes 14 steps. */
const hashes = Buffer.from(COMMON_PASSWORDS, 'base64');

/** What stands for a password in the list. @param password in lower case */
export function commonKey(password: string): Buffer {
  return createHash('sha256').update(password).digest().subarray(0, KEPT_BYTES);
}

/**
 * True if it is one of the 10,000 most common passwords of 8 characters or more (T1, ASVS V6.2.4).
 * scripts/common-passwords.ts wrote them.
 * @param password in lower case
 */
export function isCommon(password: string): boolean {
  const wanted = commonKey(password);
  let [from, to] = [0, hashes.length / KEPT_BYTES];
  while (from < to) {
    const middle = (from + to) >> 1;
    const start = middle * KEPT_BYTES;
    const order = wanted.compare(hashes, start, start + KEPT_BYTES);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}
