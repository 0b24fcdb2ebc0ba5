import { timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BoundedPool } from '#db/bounded-pool';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import { hashSecret } from '~/kernel/secret.server';
import { offerMetrics } from './processes';

/** The metrics of this process for Prometheus (I5), including Node's own. */
export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });
offerMetrics(metrics);

export const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from request to answer',
  labelNames: ['method', 'area', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [metrics],
});

/** Should stay at zero (`promoteForgotten`). */
export const forgotten = new Counter({
  name: 'waiting_list_forgotten_total',
  help: 'Entries of waiting lists that housekeeping had to promote',
  registers: [metrics],
});

/** How long a scrape waits for the database; after that it omits the queue's metrics. */
const PATIENCE_MS = 2000;

/** Adds metrics of the pool and the queue, collected at each scrape. Call it once per process. */
export function watch(pool: BoundedPool, db: Database): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to Postgres by state; waiting are requests for one',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waiting);
    },
  });
  new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in the queue by state; failed ones are not tried again',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      this.reset();
      const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
      const depth = await Promise.race([queueDepth(db).catch(() => null), late]);
      for (const [state, jobs] of Object.entries(depth ?? {})) this.set({ state }, jobs);
    },
  });
}

async function queueDepth(db: Database): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      count(*) filter (where locked_at is null and attempts < max_attempts and attempts > 0)::int as retrying,
      count(*) filter (where locked_at is null and attempts < max_attempts and attempts = 0)::int as waiting
    from graphile_worker.jobs`.execute(db);
  return rows[0] ?? {};
}

/**
 * True if the request may read the metrics: it carries METRICS_TOKEN, or, if there is none, it
 * comes directly from a program on this machine, to an address of this machine. Requests through a
 * proxy have a header that says so, or the public host. A proxy that hides both looks like a local
 * program; installations behind one should set a token (docs/operating.md).
 */
export function mayReadMetrics(
  request: Request,
  { metricsToken }: Pick<Config, 'metricsToken'>,
): boolean {
  const { headers, socket } = request;
  if (metricsToken !== null) {
    const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
    // Hashes have the same length, as timingSafeEqual requires.
    return timingSafeEqual(hashSecret(given), hashSecret(metricsToken));
  }
  const isPassedOn = Object.keys(headers).some((name) => PASSED_ON.test(name));
  return isLoopback(socket.remoteAddress ?? '') && isLocalHost(headers.host ?? '') && !isPassedOn;
}

/** Headers that proxies add. */
const PASSED_ON =
  /^(x-forwarded-.+|forwarded|via|x-real-ip|x-client-ip|x-original-.+|true-client-ip|cf-.+|cdn-loop)$/;

/** True if Host names this machine; not so after DNS rebinding. */
function isLocalHost(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(host);
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}
