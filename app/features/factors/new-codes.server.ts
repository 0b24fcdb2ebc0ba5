import { tooBusy, tooMany } from '~/kernel/problem';
import type { Limits } from '~/kernel/services.server';
import { newRecoveryCodes } from './recovery.server';

/** So many users, or forms of theirs, wait at most; the last one some twenty seconds. */
const MOST = 20;
/** Of one user: a double click. */
const MOST_OF_USER = 2;

/** Who waits in this process. */
const queue: string[] = [];
let last: Promise<unknown> = Promise.resolve();

/**
 * Ten new recovery codes for a user, as newRecoveryCodes() makes them: hashing them is a second of
 * work, so nobody gets them as often as they like, and one set is made after the other. Many at once
 * would take all processors from everybody else.
 * @throws Problem 429, or 503 while too many wait
 */
export async function madeRecoveryCodes(limits: Limits, user: string) {
  const wait = await limits.take('password', `recovery codes of ${user}`);
  if (wait > 0) throw tooMany(wait);
  const own = queue.filter((each) => each === user).length;
  if (queue.length >= MOST || own >= MOST_OF_USER) throw tooBusy();
  queue.push(user);
  const made = last.then(newRecoveryCodes).finally(() => queue.splice(queue.indexOf(user), 1));
  last = made.catch(() => {});
  return made;
}
