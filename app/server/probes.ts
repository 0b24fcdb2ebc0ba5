import { setTimeout as sleep } from 'node:timers/promises';
import { type Handler, Router } from 'express';
import type { Logger } from 'pino';
import type { Database } from '#db/connection';
import { isCurrent, isReplica } from '#db/migrate';
import type { Config } from '~/config.server';
import { loggablePath } from '~/doors/loggable';
import { duration, mayReadMetrics, metrics } from './metrics';
import { metricsOf } from './processes';

/** The operator's probes: liveness, readiness and metrics (I5). */

/** Measures and logs each request: method, path, status and milliseconds; never query or person. */
export function measured(log: Logger): Handler {
  return (request, response, next) => {
    const started = process.hrtime.bigint();
    response.once('finish', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const { method, path } = request;
      const status = response.statusCode;
      duration.observe({ method, area: area(path), status }, seconds);
      const { requestId } = response.locals;
      const line = {
        requestId,
        method,
        path: loggablePath(path),
        status,
        ms: Math.round(seconds * 1e3),
      };
      if (area(path) !== 'probe') log.info(line, 'request');
    });
    next();
  };
}

/** A label with few values; with paths, every id would be a series. */
function area(path: string): string {
  if (path.startsWith('/api/')) return 'api';
  if (path.startsWith('/app')) return 'app';
  if (path.startsWith('/assets/')) return 'assets';
  return path === '/healthz' || path === '/readyz' || path === '/metrics' ? 'probe' : 'other';
}

/**
 * Routes that come before anything else and need no session.
 * @param probed a separate connection: a busy server is still ready
 */
export function probeRoutes(
  config: Config,
  probed: Database,
  { isOpen, lacking }: { isOpen: () => boolean; lacking: () => string | null },
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const notReady = everySecond(async () => lacking() ?? (await whyNotReady(probed)));
  router.get('/healthz', (_request, response) => {
    response.type('text/plain').send('ok');
  });
  router.get('/readyz', async (_request, response) => {
    const reason = !isOpen() ? 'shutting down' : await notReady();
    response
      .status(reason ? 503 : 200)
      .type('text/plain')
      .send(reason ?? 'ready');
  });
  router.get('/metrics', async (request, response) => {
    if (!mayReadMetrics(request, config)) {
      response.status(404).type('text/plain').send('Not found');
      return;
    }
    response.type(metrics.contentType).send(await metricsOf(metrics));
  });
  return router;
}

/** Shares one result for a second: the probe is open to everybody. */
function everySecond<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    known ??= ask().finally(() => setTimeout(() => (known = undefined), 1000).unref());
    return known;
  };
}

/** A database that takes longer counts as unreachable. */
const PATIENCE_MS = 5000;

async function whyNotReady(db: Database): Promise<string | null> {
  const giveUp = new AbortController();
  const late = sleep(PATIENCE_MS, 'database unreachable', { signal: giveUp.signal });
  late.catch(() => {});
  const found = lookAt(db).catch(() => 'database unreachable');
  return Promise.race([found, late]).finally(() => giveUp.abort());
}

async function lookAt(db: Database): Promise<string | null> {
  // A balancer should avoid a server whose database is read-only, such as after a failover.
  if (await isReplica(db)) return 'database read-only';
  return (await isCurrent(db)) ? null : 'migrations pending';
}
