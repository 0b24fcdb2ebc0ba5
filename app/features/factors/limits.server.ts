import type { Limits } from '~/kernel/services.server';

/**
 * Delays against guessing the codes of a second factor (T3): they grow with the attempts from one
 * network, and with those from all networks new to the owner. Only time forgets wrong codes, or a
 * guesser who knows the password would profit from each log-in of the owner (docs/decisions/0043).
 */

/** One attempt, which counts as wrong until it succeeds. */
interface Try {
  /** Seconds to wait, if it came too early: the code must not be looked at then. */
  readonly wait: number;
  /** To be called if the code was right: this attempt no longer counts. */
  succeeded(): Promise<void>;
  /** To be called if the code could not be checked: this attempt no longer counts. */
  takeBack(): Promise<void>;
}

/**
 * Counts one attempt.
 * @param ip the client's network
 */
export async function tryCode(limits: Limits, user: string, ip: string): Promise<Try> {
  const pair = `${user} ${ip}`;
  const known = await limits.trusts(pair);
  const own = await limits.take('factor', pair);
  // Refused attempts count nowhere else, so that one network cannot use up the limit of all others.
  const others = own > 0 || known ? 0 : await limits.take('factorsOf', user);
  const takeBack = async () => {
    await Promise.all([
      limits.giveBack('factor', pair),
      known ? undefined : limits.giveBack('factorsOf', user),
    ]);
  };
  return {
    wait: Math.max(own, others),
    takeBack,
    async succeeded() {
      await Promise.all([takeBack(), limits.trust(pair)]);
    },
  };
}

/**
 * Counts a wrong code.
 * @returns true if its owner should be told now: ten were wrong, and there was no mail about it
 *   today
 */
export async function countWrongCode(limits: Limits, user: string): Promise<boolean> {
  await limits.take('wrongFactors', user);
  const isEnough = (await limits.waitOf('wrongFactors', user)) > 0;
  return isEnough && (await limits.take('guessesTold', user)) === 0;
}
