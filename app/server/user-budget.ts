interface Allowance {
  /** The burst allowed to one user. */
  readonly atOnce: number;
  /** The sustained rate allowed to one user. */
  readonly perSecond: number;
}

/** A list of 1,000 members and a morning's work at once; then 18,000 an hour for a program. */
export const WRITES: Allowance = { atOnce: 1500, perSecond: 5 };
/**
 * A screen takes two or three. Far more than people and well-behaved programs need, or a load test
 * of some minutes; but no program can keep a process busy for hours (ASVS V2.4.1).
 */
export const READS: Allowance = { atOnce: 100_000, perSecond: 50 };
/** Larger writes count as several, one for each 16 KiB or part thereof. */
const CHARACTERS = 16 * 1024;
/** The number of users from which those with a full budget are forgotten. */
const SWEEP_AT = 1000;

interface Budget {
  left: number;
  /** In milliseconds of the monotonic clock. */
  at: number;
}

/**
 * Token buckets by user, which keep one from using up the server for all others. Each process
 * counts separately, in memory: that costs no round trip, and protects that process.
 * @param now milliseconds of a monotonic clock
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
    // Amortised: the next sweep comes after as many new users.
    sweepAt = Math.max(SWEEP_AT, 2 * budgets.size);
  }

  /**
   * Takes one from a user's budget.
   * @param size of a write, in characters
   * @param things how many things a write is about
   * @returns 0, or the seconds to wait if there is not enough left; nothing is taken then
   */
  return (user: string, size = 0, things = 1): number => {
    const time = now();
    if (budgets.size >= sweepAt && !budgets.has(user)) forgetWhole(time);
    const left = refilled(budgets.get(user) ?? { left: atOnce, at: time }, time);
    const cost = Math.max(1, things, Math.ceil(size / CHARACTERS));
    if (left < cost) return Math.ceil((cost - left) / perSecond);
    budgets.set(user, { left: left - cost, at: time });
    return 0;
  };
}
