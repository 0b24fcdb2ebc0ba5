import { tooBusy, tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { newRecoveryCodes } from './recovery.server';

/** Of one user at once, in this process: a double click. */
const MOST_OF_USER = 2;

/** Sets that are being made, in this process, until they are. */
const making: Array<{ user: string; made: Promise<unknown> }> = [];

/**
 * Ten new recovery codes for a user, as newRecoveryCodes() makes them: hashing them is a second of
 * work, so nobody gets them as often as they like, and they wait for their turn as log-ins do. Those
 * of one user are made one after the other: of two clicks the later answer stays on the screen, and
 * its codes must be the ones in force.
 * @param ip the client's network
 * @throws Problem 429; 503, with nothing counted, if the turn does not come
 */
export async function madeRecoveryCodes(
  { limits, passwords }: Pick<Services, 'limits' | 'passwords'>,
  user: string,
  ip: string,
) {
  const before = making.filter((each) => each.user === user);
  if (before.length >= MOST_OF_USER) throw tooBusy();
  const made = Promise.allSettled(before.map((each) => each.made)).then(() =>
    counted(limits, `recovery codes of ${user}`, () => passwords.inTurn(ip, newRecoveryCodes)),
  );
  const entry = { user, made };
  making.push(entry);
  try {
    return await made;
  } finally {
    making.splice(making.indexOf(entry), 1);
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
