import { tooBusy, tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { newRecoveryCodes } from './recovery.server';

/** Of one user at once, in this process: a double click. */
const MOST_OF_USER = 2;

/** Who waits for theirs. */
const waiting: string[] = [];

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
  if (waiting.filter((each) => each === user).length >= MOST_OF_USER) throw tooBusy();
  waiting.push(user);
  try {
    return await counted(limits, `recovery codes of ${user}`, () =>
      passwords.inTurn(ip, newRecoveryCodes),
    );
  } finally {
    waiting.splice(waiting.indexOf(user), 1);
  }
}

async function counted<Made>(
  limits: Services['limits'],
  key: string,
  make: () => Promise<Made>,
): Promise<Made> {
  const wait = await limits.take('password', key);
  if (wait > 0) throw tooMany(wait);
  try {
    return await make();
  } catch (error) {
    await limits.giveBack('password', key);
    throw error;
  }
}
