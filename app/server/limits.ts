import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Budget, Limit, Limits } from '~/kernel/services.server';
import { spend } from './budgets';
import { createUserBudget, READS, WRITES } from './user-budget';

interface Slowing {
  /** Tries that nobody has to wait for. */
  free: number;
  /** Seconds to wait after the last of them; each further try doubles it. */
  first: number;
  /** Seconds to wait at most: a limit slows down, it locks nobody out for good. */
  most: number;
  /** Seconds without a try after which all are forgotten, counted from the end of the wait. */
  forget: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

const LIMITS: Record<Limit, Slowing> = {
  login: { free: 5, first: 2, most: 15 * 60, forget: DAY },
  // Of one account, from whatever addresses it has never been entered from: many guessers together.
  loginsTo: { free: 50, first: 2, most: 5 * 60, forget: DAY },
  // Of one address, for whatever accounts; only failures count, as a whole club sits behind one
  // router.
  loginsFrom: { free: 100, first: 2, most: 5 * 60, forget: HOUR },
  register: { free: 50, first: 60, most: HOUR, forget: DAY },
  // To one address from one network, for one purpose.
  mail: { free: 5, first: HOUR, most: 6 * HOUR, forget: DAY },
  // To one address, for one purpose, from whatever networks its owner has never logged in from. One
  // network alone can ask for about ten a day ('mail'), so a stranger leaves its owner half of
  // them.
  mailsTo: { free: 20, first: HOUR, most: 6 * HOUR, forget: DAY },
  // Changes of the own password, which needs no more.
  password: { free: 10, first: 60, most: HOUR, forget: DAY },
  code: { free: 60, first: 60, most: HOUR, forget: HOUR },
};

/** For this long an address that an account was entered from is known to be its owner's. */
const TRUST_SECONDS = 90 * DAY;

/**
 * Limits counted in Postgres, so that all servers share them. A row says how many tries there were
 * and when they are forgotten; the next try is allowed `forget` seconds before that. A refused try
 * neither counts nor prolongs the wait.
 */
export function createLimits(pool: pg.Pool, enabled: boolean): Limits {
  if (!enabled) {
    return {
      take: async () => 0,
      waitOf: async () => 0,
      spend: async () => null,
      clear: async () => {},
      giveBack: async () => {},
      trust: async () => {},
      trusts: async () => false,
      takeWrite: () => 0,
      takeRead: () => 0,
    };
  }
  async function ask(statement: string, limit: Limit, key: string): Promise<number> {
    const { free, first, most, forget } = LIMITS[limit];
    const values = [named(limit, key), free, first, most, forget];
    const { rows } = await pool.query<{ wait: number }>(statement, values);
    return rows[0]?.wait ?? 0;
  }
  return {
    take: (limit, key) => ask(TAKE, limit, key),
    waitOf: (limit, key) => ask(WAIT, limit, key),
    spend: (db, keys) => spend(db, keys, named),
    async clear(limit, key) {
      await pool.query('delete from rate_limits where key = $1', [named(limit, key)]);
    },
    async giveBack(limit, key) {
      await pool.query(GIVE_BACK, [named(limit, key), LIMITS[limit].forget]);
    },
    async trust(key) {
      await pool.query(TRUST, [named('known', key), TRUST_SECONDS]);
    },
    async trusts(key) {
      const { rowCount } = await pool.query(TRUSTS, [named('known', key)]);
      return rowCount === 1;
    },
    takeWrite: createUserBudget(WRITES),
    takeRead: createUserBudget(READS),
  };
}

/** Addresses of people and machines are not kept readable, and are of one length. */
function named(kind: Limit | Budget | 'known', key: string): string {
  return `${kind}:${createHash('sha256').update(key).digest('base64url')}`;
}

const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Milliseconds to wait after so many tries. */
const wait = (tries: string) =>
  `(case when ${tries} < $2::int then 0
         else 1000 * least($4::float8, $3::float8 * power(2, least(${tries} - $2::int, 30))) end)::bigint`;

const TRIES = `case when kept.expire <= ${NOW} then 1 else kept.points + 1 end`;

/**
 * The wait may be over, or so long that it was measured by a clock that has been set back since: by
 * its own limit it could not be. It would be refused until that time comes again.
 */
const DUE = `(kept.expire - 1000 * $5::bigint <= ${NOW}
  or kept.expire - 1000 * $5::bigint > ${NOW} + ${wait('kept.points')})`;

const REMAINING = `greatest(1, ceil((expire - ${NOW}) / 1000.0 - $5::bigint))`;

// Whoever comes at the same moment waits for the row, and then finds the other's wait in it.
const TAKE = `
  with taken as (
    insert into rate_limits as kept (key, points, expire)
    values ($1, 1, ${NOW} + ${wait('1')} + 1000 * $5::bigint)
    on conflict (key) do update
      set points = ${TRIES}, expire = ${NOW} + ${wait(`(${TRIES})`)} + 1000 * $5::bigint
      where ${DUE}
    returning points
  )
  select coalesce(
    (select 0 from taken),
    (select ${REMAINING} from rate_limits where key = $1),
    1
  )::int as wait`;

const WAIT = `select (${REMAINING})::int as wait from rate_limits as kept where key = $1 and not ${DUE}`;

const GIVE_BACK = `
  update rate_limits
  set points = greatest(points - 1, 0), expire = least(expire, ${NOW} + 1000 * $2::bigint)
  where key = $1`;

const TRUST = `
  insert into rate_limits (key, points, expire) values ($1, 1, ${NOW} + 1000 * $2::bigint)
  on conflict (key) do update set expire = excluded.expire`;

const TRUSTS = `select 1 from rate_limits where key = $1 and expire > ${NOW}`;
