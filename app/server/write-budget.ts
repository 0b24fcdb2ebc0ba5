/** Writes of one user that may come at once: a club's whole list of 1,000 members, and a morning's work besides. */
const AT_ONCE = 1500;
/** Writes per second that one user may go on with: more than anyone does by hand, 18,000 an hour for a program. */
const PER_SECOND = 5;
/** A larger write counts as several, one for each begun part of this many characters. */
const CHARACTERS = 16 * 1024;
/** How many users are counted before those are forgotten whose budget is whole again. */
const SWEEP_AT = 1000;

interface Budget {
  left: number;
  /** In milliseconds of the monotonic clock. */
  at: number;
}

/**
 * Token buckets for the writes of logged-in users, by user. They keep one user from using up the server for all others,
 * and so are counted by each server process for itself, in memory: it costs no round trip, and a process that starts anew
 * has all its strength.
 * @param now milliseconds of a clock that never steps back
 */
export function createWriteBudget(now: () => number = () => performance.now()) {
  const budgets = new Map<string, Budget>();

  let sweepAt = SWEEP_AT;

  const refilled = ({ left, at }: Budget, time: number) =>
    Math.min(AT_ONCE, left + ((time - at) / 1000) * PER_SECOND);

  function forgetWhole(time: number): void {
    for (const [user, budget] of budgets) if (refilled(budget, time) === AT_ONCE) budgets.delete(user);
    // Each sweep is paid for by as many newcomers.
    sweepAt = Math.max(SWEEP_AT, 2 * budgets.size);
  }

  /**
   * Takes one write from a user's budget.
   * @param size of what is written, in characters
   * @returns seconds to wait if there is not enough left, and then nothing is taken; else 0
   */
  return (user: string, size: number): number => {
    const time = now();
    if (budgets.size >= sweepAt && !budgets.has(user)) forgetWhole(time);
    const left = refilled(budgets.get(user) ?? { left: AT_ONCE, at: time }, time);
    const cost = Math.max(1, Math.ceil(size / CHARACTERS));
    if (left < cost) return Math.ceil((cost - left) / PER_SECOND);
    budgets.set(user, { left: left - cost, at: time });
    return 0;
  };
}
