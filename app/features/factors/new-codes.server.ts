import { hashedOr } from '~/features/accounts/rules/limits.server';
import { tooMany } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { newRecoveryCodes } from './recovery.server';

type CodeServices = Pick<Services, 'limits' | 'passwords'>;
type Codes = Awaited<ReturnType<typeof newRecoveryCodes>>;

/** How long a session that asks again gets the same set. */
const DOUBLE_CLICK = 10_000;

/** The newest set of each session in this process. */
const newest = new Map<string, Promise<Codes>>();

/**
 * Ten new recovery codes for a user, as newRecoveryCodes() makes them: hashing them is a second of
 * work, so it is limited, and waits its turn like log-ins. Two clicks get the same ten, as either
 * answer may stay on the screen and either set may be stored last. Another process makes its own:
 * a set derived from the form's key, which all could make, would come back unused with an old form.
 * @param actor the user, and the session that asks
 * @param ip the client's network
 * @throws Problem 429; 503, with nothing counted, if too many are waiting
 */
export function madeRecoveryCodes(
  services: CodeServices,
  actor: { uuid: string; session: { uuid: string } },
  ip: string,
): Promise<Codes> {
  const { uuid: session } = actor.session;
  const before = newest.get(session);
  if (before) return before;
  const made = counted(services, actor.uuid, ip);
  newest.set(session, made);
  const forget = () => newest.delete(session);
  made.then(() => setTimeout(forget, DOUBLE_CLICK).unref(), forget);
  return made;
}

async function counted({ limits, passwords }: CodeServices, user: string, ip: string) {
  const key = `recovery codes of ${user}`;
  const { wait, takeBack } = await limits.take(['password', key]);
  if (wait > 0) throw tooMany(wait);
  return hashedOr(takeBack, passwords.inTurn(ip, newRecoveryCodes));
}
