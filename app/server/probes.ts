import { setTimeout as sleep } from 'node:timers/promises';
import { type Handler, Router } from 'express';
import type { Logger } from 'pino';
import { isCurrent } from '#db/migrate';
import { loggablePath } from '~/kernel/loggable';
import type { Services } from '~/kernel/services.server';
import { duration, mayReadMetrics, metrics } from './metrics';
import { metricsOf } from './processes';

/** What an operator asks a server: whether it lives, whether it is ready, and its figures (I5). */

/** Measures each request, and logs it: method, path, status and milliseconds, never query, body or person. */
export function measured(log: Logger): Handler {
  return (request, response, next) => {
    const started = process.hrtime.bigint();
    response.once('finish', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const { method, path } = request;
      const status = response.statusCode;
      duration.observe({ method, area: area(path), status }, seconds);
      const { requestId } = response.locals;
      const line = { requestId, method, path: loggablePath(path), status, ms: Math.round(seconds * 1e3) };
      if (area(path) !== 'probe') log.info(line, 'request');
    });
    next();
  };
}

/** A label of few values; a path would make a series of every id. */
function area(path: string): string {
  if (path.startsWith('/api/')) return 'api';
  if (path.startsWith('/app')) return 'app';
  if (path.startsWith('/assets/')) return 'assets';
  return path === '/healthz' || path === '/readyz' || path === '/metrics' ? 'probe' : 'other';
}

/** Routes that answer before anything else, and without a session. */
export function probeRoutes({ db, config }: Services, isOpen: () => boolean): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (_request, response) => {
    response.type('text/plain').send('ok');
  });
  router.get('/readyz', async (_request, response) => {
    const reason = !isOpen() ? 'shutting down' : await whyNotReady(db);
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

/** A database that hangs counts as one that is away. */
const PATIENCE_MS = 5000;

async function whyNotReady(db: Services['db']): Promise<string | null> {
  const giveUp = new AbortController();
  try {
    const current = isCurrent(db);
    current.catch(() => {});
    const late = sleep(PATIENCE_MS, undefined, { signal: giveUp.signal }).then(() => null);
    late.catch(() => {});
    const answer = await Promise.race([current, late]);
    if (answer === null) return 'database unreachable';
    return answer ? null : 'migrations pending';
  } catch {
    return 'database unreachable';
  } finally {
    giveUp.abort();
  }
}
