import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, Limits } from '~/kernel/services.server';

/** Tries and the seconds they are counted over. A limit slows down; it locks nobody out for good. */
const LIMITS: Record<Limit, { points: number; duration: number }> = {
  login: { points: 10, duration: 15 * 60 },
  register: { points: 20, duration: 60 * 60 },
  mail: { points: 5, duration: 60 * 60 },
  invitation: { points: 100, duration: 60 * 60 },
  code: { points: 60, duration: 60 * 60 },
};

/** Limits counted in Postgres, so that all servers share them. */
export function createLimits(pool: pg.Pool, enabled: boolean): Limits {
  if (!enabled) return { take: async () => 0, clear: async () => {} };
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, { points, duration }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration,
      }),
    ]),
  ) as Record<Limit, RateLimiterPostgres>;
  return {
    async take(limit, key) {
      try {
        await limiters[limit].consume(key);
        return 0;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw refused;
      }
    },
    async clear(limit, key) {
      await limiters[limit].delete(key);
    },
  };
}
