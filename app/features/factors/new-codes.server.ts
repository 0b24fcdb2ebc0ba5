import { tooMany } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';
import { newRecoveryCodes } from './recovery.server';

/**
 * Ten new recovery codes for a user, as newRecoveryCodes() makes them: hashing them is a second of
 * work, so nobody gets them as often as they like.
 * @throws Problem 429
 */
export async function madeRecoveryCodes(limits: Limits, user: string) {
  const wait = await limits.take('password', `recovery codes of ${user}`);
  if (wait > 0) throw tooMany(wait);
  return newRecoveryCodes();
}
