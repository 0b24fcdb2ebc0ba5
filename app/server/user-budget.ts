interface Allowance {
  /** How many of one user may come at once. */
  readonly atOnce: number;
  /** How many per second one user may go on with. */
  readonly perSecond: number;
}

/**
 * A club's whole list of 1,000 members, and a morning's work besides; then 18,000 an hour for a
 * program.
 */
export const WRITES: Allowance = { atOnce: 1500, perSecond: 5 };
/**
 * A screen is two or three. Far more than people or well-meant programs need, a load test of some
 * minutes included; a program that goes on for hours may not keep a whole process busy (ASVS
 * V2.4.1).
 */
export const READS: Allowance = { atOnce: 100_000, perSecond: 50 };
/** What is larger counts as several, one for each begun part of this many characters. */
const CHARACTERS = 16 * 1024;
/** How many users are counted before those are forgotten whose budget is whole again. */
const SWEEP_AT = 1000;

interface Budget {
  left: number;
  /** In milliseconds of the monotonic clock. */
  at: number;
}

/**
 * Token buckets for what logged-in users write or read, by user. They keep one user from using up
 * the server for all others, and so are counted by each server process for itself, in memory: it
 * costs no round trip, and a process that starts anew has all its strength.
 * @param now milliseconds of a clock that never steps back
 */
export function createUserBudget(
  { atOnce, perSecond }: Allowance,
  now: () => number = () => performance.now(),
) {
  const budgets = new Map<string, Budget>();

  let sweepAt = SWEEP_AT;

  const refilled = ({ left, at }: Budget, time: number) =>
    Math.min(atOnce, left + ((time - at) / 1000) * perSecond);

  function forgetWhole(time: number): void {
    for (const [user, budget] of budgets)
      if (refilled(budget, time) === atOnce) budgets.delete(user);
    // Each sweep is paid for by as many newcomers.
    sweepAt = Math.max(SWEEP_AT, 2 * budgets.size);
  }

  /**
   * Takes one from a user's budget.
   * @param size of what is written, in characters; of a read nothing
   * @returns seconds to wait if there is not enough left, and then nothing is taken; else 0
   */
  return (user: string, size = 0): number => {
    const time = now();
    if (budgets.size >= sweepAt && !budgets.has(user)) forgetWhole(time);
    const left = refilled(budgets.get(user) ?? { left: atOnce, at: time }, time);
    const cost = Math.max(1, Math.ceil(size / CHARACTERS));
    if (left < cost) return Math.ceil((cost - left) / perSecond);
    budgets.set(user, { left: left - cost, at: time });
    return 0;
  };
}
