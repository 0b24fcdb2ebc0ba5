import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { type Allowance, BUDGETS, type Budget } from '~/kernel/limits.server';
import type { Remaining, Spending } from '~/kernel/services.server';

/** Budgets whose daily number an operator can change. */
export type Most = Partial<Record<Budget, number>>;

interface Counters {
  /** The key of a counter's row. */
  readonly named: (budget: Budget, key: string) => string;
  readonly most?: Most;
}

const allowanceOf = (budget: Budget, { most = {} }: Counters): Allowance => ({
  ...BUDGETS[budget],
  ...(most[budget] !== undefined && { most: most[budget] }),
});

/**
 * Spends of each budget in the caller's transaction: it counts if that commits, and nothing
 * counts if one is used up. Concurrent callers wait for the row; all go in the order of BUDGETS,
 * which rules out deadlocks.
 * @param points of each
 * @returns the first budget that is used up, and the seconds to wait; null if there is none
 */
export async function spend(
  db: Database,
  keys: Partial<Record<Budget, string>>,
  points: number,
  counters: Counters,
): Promise<Spending | null> {
  for (const budget of Object.keys(BUDGETS) as Budget[]) {
    const key = keys[budget];
    if (key === undefined) continue;
    const allowance = allowanceOf(budget, counters);
    const wait = await take(db, counters.named(budget, key), points, allowance);
    if (wait > 0) return { budget, wait };
  }
  return null;
}

export async function remaining(
  db: Database,
  keys: Partial<Record<Budget, string>>,
  counters: Counters,
): Promise<Remaining> {
  const owned = Object.entries(keys) as Array<[Budget, string]>;
  const names = owned.map(([budget, key]) => counters.named(budget, key));
  const { rows } = await sql<{ key: string; points: number; wait: number }>`
    select key, points, greatest(1, ceil((expire - ${now}) / 1000.0))::int as wait
    from rate_limits where key = any(${names}::text[]) and expire > ${now}`.execute(db);
  let left = Number.POSITIVE_INFINITY;
  let spent: Spending | null = null;
  owned.forEach(([budget], at) => {
    const { most, seconds } = allowanceOf(budget, counters);
    const counter = rows.find(({ key, wait }) => key === names[at] && wait <= seconds);
    const rest = most - (counter?.points ?? 0);
    if (counter && rest <= 0) spent ??= { budget, wait: counter.wait };
    left = Math.min(left, Math.max(0, rest));
  });
  return { left, spent };
}

const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

async function take(
  db: Database,
  key: string,
  points: number,
  { most, seconds }: Allowance,
): Promise<number> {
  const length = sql`1000 * ${seconds}::bigint`;
  // The period is over, or the database's clock was set back since.
  const over = sql`(kept.expire <= ${now} or kept.expire > ${now} + ${length})`;
  // At the start of a period anything is allowed, or things too large for one would never be.
  const taken = await sql`
    insert into rate_limits as kept (key, points, expire)
    values (${key}, ${points}::int, ${now} + ${length})
    on conflict (key) do update set
      points = case when ${over} then ${points}::int else kept.points + ${points}::int end,
      expire = case when ${over} then ${now} + ${length} else kept.expire end
    where kept.points + ${points}::int <= ${most} or ${over}
    returning 1`.execute(db);
  if (taken.rows.length > 0) return 0;
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil((expire - ${now}) / 1000.0))::int as wait from rate_limits where key = ${key}
  `.execute(db);
  return rows[0]?.wait ?? 1;
}
