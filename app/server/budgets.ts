import { sql } from 'kysely';
import type { Database } from '#db/connection';
import { INVITATION_MAILS } from '~/features/invitations/rules/budgets.server';
import type { Budget, Remaining, Spending } from '~/kernel/services.server';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Allowance {
  /** How many in one period. */
  most: number;
  /** The length of a period, which begins with the first one. */
  seconds: number;
}

/**
 * Enough for a club of 300 to invite all its members in one evening, by hand: with wrong addresses
 * 350 mails, one every ten seconds at most. An import sends its invitations no faster.
 */
export const BUDGETS: Record<Budget, Allowance> = {
  // Twelve a minute: twice as fast as anyone types, a twentieth of what a script would do.
  invitationsAtOnce: { most: INVITATION_MAILS.atOnce, seconds: INVITATION_MAILS.seconds },
  invitationsOfUser: { most: INVITATION_MAILS.aDay, seconds: DAY },
  invitationsOfOrganization: { most: INVITATION_MAILS.aDay, seconds: DAY },
  // Two such clubs on one evening, behind the router of their clubhouse.
  invitationsOfNetwork: { most: 700, seconds: DAY },
  // A family may share one mailbox, but strangers must not be able to fill it.
  invitationsTo: { most: 5, seconds: DAY },
  // Messages to many (N12), whatever the number of receivers.
  messagesOfUser: { most: 3, seconds: DAY },
  messagesOfOrganization: { most: 10, seconds: DAY },
  // What a user creates: no honest club reaches these limits, and an operator can change them
  // (docs/operating.md). Events and members count by their texts, too
  // (features/*/rules/budgets.server.ts).
  clubsOfUser: { most: 20, seconds: DAY },
  eventsOfUser: { most: 5000, seconds: DAY },
  membersOfUser: { most: 25_000, seconds: DAY },
  // Changes of the user's own contact data, each of which is logged.
  contactsOfUser: { most: 20, seconds: DAY },
  // Per event: nobody changes their mind 30 times an hour. In total: a year of dates, one by one.
  answersByLink: { most: 30, seconds: HOUR },
  answersByLinkOfUser: { most: 300, seconds: HOUR },
  // Per topic, on or off; a mail program's repeated request changes nothing, and does not count.
  unsubscriptions: { most: 30, seconds: HOUR },
};

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
