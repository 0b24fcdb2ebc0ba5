import { createHash } from 'node:crypto';
import type pg from 'pg';
import { onBehalfOf } from '#db/bounded-pool';
import { tooMany } from '~/kernel/problem';
import type { Attempt, Budget, Limit, Limits, ServedKey } from '~/kernel/services.server';
import { type Most, remaining, spend } from './budgets';
import { createUserBudget, READS, WRITES } from './user-budget';

interface Slowing {
  /** Attempts without a wait. */
  free: number;
  /** Seconds to wait after the last free one; each further attempt doubles it. */
  first: number;
  /** The longest wait in seconds: a limit slows down, but locks nobody out for good. */
  most: number;
  /** Seconds without another one, from the end of the wait, after which all are forgotten. */
  forget: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

const LIMITS: Record<Limit, Slowing> = {
  login: { free: 5, first: 2, most: 15 * 60, forget: DAY },
  // Many guessers together, on one account, from addresses that its owner never used.
  loginsTo: { free: 50, first: 2, most: 5 * 60, forget: DAY },
  // From one address, on any accounts. Only failures count: a whole club may share one router.
  loginsFrom: { free: 100, first: 2, most: 5 * 60, forget: HOUR },
  register: { free: 50, first: 60, most: HOUR, forget: DAY },
  // To one mailbox, from one network, for one purpose: a user who finds no mail, not even in the
  // spam, can have the next one in minutes, and about thirteen on the first day.
  mail: { free: 5, first: 5 * 60, most: 12 * HOUR, forget: DAY },
  // To one mailbox, for one purpose, from networks that its owner never logged in from. One network
  // can ask for about thirteen a day ('mail'): a stranger leaves a third of them to the owner.
  mailsTo: { free: 20, first: HOUR, most: 6 * HOUR, forget: DAY },
  // Changes of the user's own password.
  password: { free: 10, first: 60, most: HOUR, forget: DAY },
  code: { free: 60, first: 60, most: HOUR, forget: HOUR },
  // Codes of one second factor, from one network, and from all networks that its owner never used it
  // from. A guesser gets 28 attempts a day, 38 on the first; after a night without mistakes the
  // owner's are forgotten.
  factor: { free: 5, first: 2, most: HOUR, forget: 12 * HOUR },
  factorsOf: { free: 5, first: 2, most: HOUR, forget: 12 * HOUR },
  // Ten wrong ones, and then one mail a day.
  wrongFactors: { free: 10, first: DAY, most: DAY, forget: DAY },
  guessesTold: { free: 1, first: DAY, most: DAY, forget: DAY },
};

/** How long a network is remembered as the owner's after a log-in. */
const TRUST_SECONDS = 90 * DAY;

/**
 * Limits counted in Postgres, shared by all servers. A row holds the number of attempts and when
 * they are forgotten; the next one is allowed `forget` seconds before that. A refused attempt
 * neither counts nor prolongs the wait.
 */
export function createLimits(pool: pg.Pool, enabled: boolean, most: Most = {}): Limits {
  if (!enabled) {
    return {
      take: async () => ({ wait: 0, takeBack: async () => {} }),
      waitOf: async () => 0,
      spend: async () => null,
      remaining: async () => ({ left: Number.POSITIVE_INFINITY, spent: null }),
      clear: async () => {},
      trust: async () => {},
      trusts: async () => false,
      takeWrite: () => 0,
      takeRead: () => 0,
      serve: (_key, work) => work(),
      enter: () => () => {},
      enterList: async () => () => {},
    };
  }
  const underWay = new Map<string, number>();
  const lists = new Turns();
  async function ask(statement: string, limit: Limit, key: string): Promise<Counted> {
    const { free, first, most, forget } = LIMITS[limit];
    const values = [keyOf(limit, key), free, first, most, forget];
    const { rows } = await pool.query<Counted>(statement, values);
    return rows[0] ?? { wait: 0, former: null, expire: null, points: null };
  }
  return {
    async take(...counters): Promise<Attempt> {
      const counts = new Map<Limit, () => Promise<unknown>>();
      const takeBack = async (only?: Limit) => {
        for (const [limit, undo] of counts) {
          if (only !== undefined && limit !== only) continue;
          counts.delete(limit);
          await undo();
        }
      };
      for (const counter of counters) {
        if (!counter) continue;
        const [limit, key] = counter;
        const { wait, former, expire, points } = await ask(TAKE, limit, key);
        if (wait > 0) {
          await takeBack();
          return { wait, takeBack };
        }
        const values = [keyOf(limit, key), LIMITS[limit].forget, former, expire, points];
        counts.set(limit, () => pool.query(TAKE_BACK, values));
      }
      return { wait: 0, takeBack };
    },
    waitOf: async (limit, key) => (await ask(WAIT, limit, key)).wait,
    spend: (db, keys, points = 1) => spend(db, keys, points, { named: keyOf, most }),
    remaining: (db, keys) => remaining(db, keys, { named: keyOf, most }),
    async clear(limit, key) {
      await pool.query('delete from rate_limits where key = $1', [keyOf(limit, key)]);
    },
    async trust(key) {
      await pool.query(TRUST, [keyOf('known', key), TRUST_SECONDS]);
    },
    async trusts(key) {
      const { rowCount } = await pool.query(TRUSTS, [keyOf('known', key)]);
      return rowCount === 1;
    },
    takeWrite: createUserBudget(WRITES),
    takeRead: createUserBudget(READS),
    serve: (key, work) => onBehalfOf(ownerOf(key), work),
    enter(user) {
      const count = underWay.get(user) ?? 0;
      if (count >= UNDER_WAY) return null;
      underWay.set(user, count + 1);
      return () => {
        const left = (underWay.get(user) ?? 1) - 1;
        if (left === 0) underWay.delete(user);
        else underWay.set(user, left);
      };
    },
    async enterList(user) {
      const leave = await lists.enter(user);
      if (!leave) throw tooMany(LISTS_WAIT);
      return leave;
    },
  };
}

/** Seconds after which to ask for another list, if too many are waiting. */
const LISTS_WAIT = 5;

/** Simultaneous requests of one user, as each holds its body while it waits. */
const UNDER_WAY = 200;

/** Of ten connections a user holds at most three, one of them for authentication. */
const ownerOf = (key: ServedKey) =>
  'user' in key
    ? { key: `user ${key.user}`, connections: 2 }
    : { key: `session ${key.session}`, connections: 1 };

/** Hashes the key: addresses of people and machines are not stored readably. */
function keyOf(kind: Limit | Budget | 'known', key: string): string {
  return `${kind}:${createHash('sha256').update(key).digest('base64url')}`;
}

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Milliseconds to wait after so many tries. */
const wait = (tries: string) =>
  `(case when ${tries} < $2::int then 0
         else 1000 * least($4::float8, $3::float8 * power(2, least(${tries} - $2::int, 30))) end)::bigint`;

const TRIES = `case when kept.expire <= ${NOW} then 1 else kept.points + 1 end`;

/** The wait is over, or longer than possible: the clock was set back since. */
const DUE = `(kept.expire - 1000 * $5::bigint <= ${NOW}
  or kept.expire - 1000 * $5::bigint > ${NOW} + ${wait('kept.points')})`;

const REMAINING = `greatest(1, ceil((expire - ${NOW}) / 1000.0 - $5::bigint))`;

/** What a statement answers: when the row would expire before an attempt, and what it is after it. */
interface Counted {
  readonly wait: number;
  readonly former: number | null;
  readonly expire: number | null;
  readonly points: number | null;
}

// A concurrent attempt waits for the row, and then finds the other's wait in it. The insert counts
// `former` so that the row is locked first, and no other attempt comes between.
const TAKE = `
  with former as (select expire from rate_limits where key = $1 for update),
  taken as (
    insert into rate_limits as kept (key, points, expire)
    select $1, 1, ${NOW} + ${wait('1')} + 1000 * $5::bigint from (select count(*) from former) as locked
    on conflict (key) do update
      set points = ${TRIES}, expire = ${NOW} + ${wait(`(${TRIES})`)} + 1000 * $5::bigint
      where ${DUE}
    returning points, expire
  )
  select
    coalesce(
      (select 0 from taken),
      (select ${REMAINING} from rate_limits where key = $1),
      1
    )::int as wait,
    (select expire from former) as former,
    (select expire from taken) as expire,
    (select points from taken) as points`;

const WAIT = `select (${REMAINING})::int as wait from rate_limits as kept where key = $1 and not ${DUE}`;

// After a later attempt the times are that one's: a right password must not shorten the wait for a
// wrong one that came meanwhile, or in the same millisecond.
const TAKE_BACK = `
  update rate_limits
  set points = greatest(points - 1, 0),
    expire = case when expire = $4::bigint and points <= $5::int
      then least(coalesce($3::bigint, expire), ${NOW} + 1000 * $2::bigint) else expire end
  where key = $1`;

const TRUST = `
  insert into rate_limits (key, points, expire) values ($1, 1, ${NOW} + 1000 * $2::bigint)
  on conflict (key) do update set expire = excluded.expire`;

const TRUSTS = `select 1 from rate_limits where key = $1 and expire > ${NOW}`;

/** How long to wait for a turn. */
const PATIENCE_MS = 10_000;
/** Maximum waiting per key. */
const WAITING = 20;

/** Runs one thing at a time per key, in the order of arrival. */
class Turns {
  /** The waiting ones by key; the first is under way. */
  readonly #lines = new Map<string, Array<() => void>>();

  /** @returns a function that ends the turn; null if too many wait, or it did not come in time */
  enter(key: string): Promise<(() => void) | null> {
    const line = this.#lines.get(key) ?? [];
    if (line.length > WAITING) return Promise.resolve(null);
    this.#lines.set(key, line);
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(late);
        resolve(leave);
      };
      const leave = () => {
        if (line[0] !== begin) return;
        line.shift();
        if (line.length === 0) this.#lines.delete(key);
        else line[0]?.();
      };
      const late = setTimeout(() => {
        line.splice(line.indexOf(begin), 1);
        resolve(null);
      }, PATIENCE_MS).unref();
      line.push(begin);
      if (line.length === 1) begin();
    });
  }
}
