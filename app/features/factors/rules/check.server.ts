import type { Database } from '#db/connection';
import type { Caller } from '~/kernel/operation';
import { Problem, tooMany } from '~/kernel/problem';
import { queueMail } from '~/mail/queue.server';
import { type InTurn, type Proof, spendCode } from '../factors.server';
import { countWrongCode, tryCode } from '../limits.server';

export { factorMark, type Proof } from '../factors.server';

type Checking = Pick<Caller, 'services' | 'ip' | 'requestId'> & { readonly db: Database };

/**
 * Checks a code of a user's second factor and uses it up: the only place where codes of one in force
 * are accepted; confirmFactor() takes the first one, which switches it on. Call it in `prepare`,
 * outside the transaction, after the password or session was checked. What it proves is outdated
 * once factorMark() changes.
 * @returns how it was proved; null for a wrong code, which was logged and counted
 * @throws Problem 429 after too many tries; 409 for a code of the app whose secret cannot be opened
 *   any more; 503, with nothing counted or spent, if too many wait for a recovery code to be hashed
 */
export async function checkCode(
  { db, services, ip, requestId }: Checking,
  user: string,
  code: string,
): Promise<Proof | null> {
  const { limits, log, config, passwords } = services;
  const attempt = await tryCode(limits, user, ip);
  if (attempt.wait > 0) {
    log.warn({ requestId, user, wait: attempt.wait }, 'a second factor came too early');
    throw tooMany(attempt.wait);
  }
  const inTurn: InTurn = (hashing) => passwords.inTurn(ip, hashing);
  const proof = await spendCode(db, { user, code }, config, inTurn).catch(async (error) => {
    if (!(error instanceof Problem)) throw error;
    if (error.status === 409)
      log.error({ requestId, user }, 'a second factor cannot be opened, set OLD_SESSION_SECRET');
    // Nothing was guessed, so the next attempt need not wait.
    await attempt.takeBack();
    throw error;
  });
  if (proof) {
    await attempt.succeeded();
    return proof;
  }
  log.warn({ requestId, user }, 'a second factor was wrong');
  if (await countWrongCode(limits, user)) await queueMail(db, 'codesGuessed', { user });
  return null;
}
