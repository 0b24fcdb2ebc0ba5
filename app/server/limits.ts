import { createHash } from 'node:crypto';
import type pg from 'pg';
import { onBehalfOf } from '#db/bounded-pool';
import { type Budget, LIMITS, type Limit } from '~/kernel/limits.server';
import { tooMany } from '~/kernel/problem';
import type { Attempt, Limits, ServedKey } from '~/kernel/services.server';
import { type Most, remaining, spend } from './budgets';
import { FairQueue, NoTurn } from './fair-queue';
import { createUserBudget, READS, WRITES } from './user-budget';

/** How long a network is remembered as the owner's after a log-in. */
const TRUST_SECONDS = 90 * 24 * 3600;

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
  const lists = new Map<string, FairQueue>();
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
    enterList(user) {
      const line = lists.get(user) ?? new FairQueue(1, LISTS_WAITING, LISTS_PATIENCE_MS);
      lists.set(user, line);
      return new Promise((begin, refuse) => {
        line
          .run(user, () => new Promise<void>((end) => begin(end)))
          .catch((error) => refuse(error instanceof NoTurn ? tooMany(LISTS_RETRY) : error))
          .finally(() => line.isIdle && lists.delete(user));
      });
    },
  };
}

/** How many long lists of one user may wait while another is read, and how long. */
const LISTS_WAITING = 20;
const LISTS_PATIENCE_MS = 10_000;
/** Seconds after which to ask again if that was too many or too long. */
const LISTS_RETRY = 5;

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
