import { tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { newRecoveryCodes } from './recovery.server';

type Codes = Awaited<ReturnType<typeof newRecoveryCodes>>;

/** For so long a session that asks again gets the set that was made for it. */
const DOUBLE_CLICK = 10_000;

/** The newest set of each session, in this process. */
const newest = new Map<string, Promise<Codes>>();

/**
 * Ten new recovery codes for a user, as newRecoveryCodes() makes them: hashing them is a second of
 * work, so nobody gets them as often as they like, and they wait for their turn as log-ins do. Two
 * clicks get the same ten: nobody knows which of the two answers stays on the screen, nor which is
 * stored last.
 * @param actor the user, and the session that asks
 * @param ip the client's network
 * @throws Problem 429; 503, with nothing counted, if the turn does not come
 */
export function madeRecoveryCodes(
  { limits, passwords }: Pick<Services, 'limits' | 'passwords'>,
  actor: { uuid: string; session: { uuid: string } },
  ip: string,
): Promise<Codes> {
  const { uuid: session } = actor.session;
  const before = newest.get(session);
  if (before) return before;
  const made = counted(limits, `recovery codes of ${actor.uuid}`, () =>
    passwords.inTurn(ip, newRecoveryCodes),
  );
  newest.set(session, made);
  const forget = () => newest.delete(session);
  made.then(() => setTimeout(forget, DOUBLE_CLICK).unref(), forget);
  return made;
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
