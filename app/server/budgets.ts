import { sql } from 'kysely';
import type { Database } from '#db/connection';
import type { Budget, Spending } from '~/kernel/services.server';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

interface Allowance {
  /** How many, from the first one on. */
  most: number;
  /** Seconds after the first one in which they must last. */
  seconds: number;
}

/**
 * A club of 300 invites all its members in one evening, by hand: with wrong addresses 350 mails,
 * one every ten seconds at the quickest. Programs cannot send invitations by mail, so nobody else
 * needs more.
 */
export const BUDGETS: Record<Budget, Allowance> = {
  // Twelve a minute: twice as fast as anyone types, a twentieth of what a script would do.
  invitationsAtOnce: { most: 60, seconds: 5 * MINUTE },
  invitationsOfUser: { most: 350, seconds: DAY },
  invitationsOfOrganization: { most: 350, seconds: DAY },
  // Two such clubs on one evening behind the router of their club-house.
  invitationsOfNetwork: { most: 700, seconds: DAY },
  // A family may share one letter-box; a stranger must not find it full.
  invitationsTo: { most: 5, seconds: DAY },
};

/**
 * Takes one out of each budget, in the transaction of what is paid for: it counts if that commits,
 * and nothing counts if one of them is used up. Whoever comes at the same moment waits for the row;
 * all take theirs in the order of BUDGETS, so that nobody waits in a circle.
 * @param named makes the key of a counter's row
 * @returns the first budget that is used up, and for how many seconds; null if all had one left
 */
export async function spend(
  db: Database,
  keys: Partial<Record<Budget, string>>,
  named: (budget: Budget, key: string) => string,
): Promise<Spending | null> {
  for (const budget of Object.keys(BUDGETS) as Budget[]) {
    const key = keys[budget];
    if (key === undefined) continue;
    const wait = await take(db, named(budget, key), BUDGETS[budget]);
    if (wait > 0) return { budget, wait };
  }
  return null;
}

const now = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

async function take(db: Database, key: string, { most, seconds }: Allowance): Promise<number> {
  const length = sql`1000 * ${seconds}::bigint`;
  // Over, or from before the database's clock was set back.
  const over = sql`(kept.expire <= ${now} or kept.expire > ${now} + ${length})`;
  const taken = await sql`
    insert into rate_limits as kept (key, points, expire) values (${key}, 1, ${now} + ${length})
    on conflict (key) do update set
      points = case when ${over} then 1 else kept.points + 1 end,
      expire = case when ${over} then ${now} + ${length} else kept.expire end
    where kept.points < ${most} or ${over}
    returning 1`.execute(db);
  if (taken.rows.length > 0) return 0;
  const { rows } = await sql<{ wait: number }>`
    select greatest(1, ceil((expire - ${now}) / 1000.0))::int as wait from rate_limits where key = ${key}
  `.execute(db);
  return rows[0]?.wait ?? 1;
}
