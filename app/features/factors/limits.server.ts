import type { Limits } from '~/kernel/services.server';

/**
 * Delays against guessing the codes of a second factor (T3): they grow with the attempts from one
 * network, and with those from all networks new to the owner. Only time forgets wrong codes, or a
 * guesser who knows the password would profit from each log-in of the owner (docs/decisions/0043).
 */

/**
 * Counts one attempt, as wrong until `succeeded()` is called; the code of one that must wait is not
 * to be looked at.
 * @param ip the client's network
 */
export async function tryCode(limits: Limits, user: string, ip: string) {
  const pair = `${user} ${ip}`;
  const known = await limits.trusts(pair);
  const attempt = await limits.take(['factor', pair], !known && ['factorsOf', user]);
  return {
    ...attempt,
    async succeeded() {
      await Promise.all([attempt.takeBack(), limits.trust(pair)]);
    },
  };
}

/**
 * Counts a wrong code.
 * @returns true if its owner should be told now: ten were wrong, and there was no mail about it
 *   today
 */
export async function countWrongCode(limits: Limits, user: string): Promise<boolean> {
  await limits.take(['wrongFactors', user]);
  const isEnough = (await limits.waitOf('wrongFactors', user)) > 0;
  return isEnough && (await limits.take(['guessesTold', user])).wait === 0;
}
