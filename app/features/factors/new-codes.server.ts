import { tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { newRecoveryCodes } from './recovery.server';

/**
 * Ten new recovery codes for a user, as newRecoveryCodes() makes them: hashing them is a second of
 * work, so nobody gets them as often as they like, and they wait for their turn as log-ins do.
 * @param ip the client's network
 * @throws Problem 429; 503, with nothing counted, if the turn does not come
 */
export async function madeRecoveryCodes(
  { limits, passwords }: Pick<Services, 'limits' | 'passwords'>,
  user: string,
  ip: string,
) {
  const key = `recovery codes of ${user}`;
  const wait = await limits.take('password', key);
  if (wait > 0) throw tooMany(wait);
  try {
    return await passwords.inTurn(ip, newRecoveryCodes);
  } catch (error) {
    await limits.giveBack('password', key);
    throw error;
  }
}
