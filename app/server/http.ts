import { randomBytes } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import { type Adapter, type Build, remixHandler } from '~/bridge/remix-handler';
import { logFault } from '~/doors/fault.server';
import { loggablePath } from '~/doors/loggable';
import { outage } from '~/kernel/outage.server';
import type { Services } from '~/kernel/services.server';
import { keepNothing } from './caching';
import { securityHeaders } from './headers';
import { mailLinks } from './mail-links';
import { webAppManifest } from './manifest';
import { networkOf, withoutPorts } from './network';
import { settleOrigin } from './origin';
import { measured, probeRoutes } from './probes';
import { refuse } from './refusal';
import type { Shortages } from './shortages';
import { settleTarget } from './target';
import { threadTurns } from './thread-turns';

interface HttpOptions {
  build: Build;
  /** Serves the client's files: from build/client in production, by Vite in development. */
  assets: express.Handler;
  /** False while the server shuts down. */
  isOpen: () => boolean;
  /** A separate connection for /readyz. */
  probed?: Services['db'];
  /** What the machine lacks. */
  shortages?: Pick<Shortages, 'lacking'>;
  /** The way to Remix; ours if absent. */
  adapter?: Adapter;
}

/** The Express application: headers, files, the operator's routes, and Remix for all else. */
export function createHttp(
  services: Services,
  { build, assets, isOpen, probed = services.db, shortages, adapter }: HttpOptions,
): express.Express {
  const { config, log } = services;
  const app = express();
  const turn = threadTurns();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy(config.trustProxy));

  app.use((request: Request, response: Response, next: NextFunction) => {
    // The listener has closed a connection with too many requests.
    if (request.socket.destroyed) return;
    response.locals.requestId = randomBytes(8).toString('hex');
    response.locals.nonce = randomBytes(16).toString('base64');
    response.setHeader('X-Request-Id', response.locals.requestId);
    const { headers } = request;
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined) headers['x-forwarded-for'] = withoutPorts(String(forwarded));
    next();
  });
  app.use(measured(log));
  app.use(securityHeaders(config));
  app.use(keepNothing());
  // Before paths are resolved: a proxy that blocks a probe by its path must not be circumvented by
  // another spelling.
  app.use(
    probeRoutes(services.config, probed, { isOpen, lacking: () => shortages?.lacking() ?? null }),
  );
  app.use(settleTarget(config));
  app.use(mailLinks());
  app.use(assets);
  app.use(webAppManifest(config));
  app.get('/', (_request, response) => response.redirect('/app/'));
  app.use(settleOrigin(config));
  // Not app.all('*'), which fails for paths that cannot be decoded.
  app.use(
    remixHandler(
      build,
      config.origin,
      (request, response, received) => {
        const ip = networkOf(request.ip ?? '');
        return {
          services,
          requestId: response.locals.requestId,
          nonce: response.locals.nonce,
          hasStyles: response.locals.hasStyles,
          ip,
          submits: request.method !== 'GET' && request.method !== 'HEAD',
          turn: () => turn(ip, received),
        };
      },
      adapter,
    ),
  );
  app.use(failed(log));
  return app;
}

/** Handles errors of Express itself, such as a range that a file does not have. */
function failed(log: Services['log']): express.ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { status } = error as { status?: unknown };
    const away = outage(error);
    const isOurs = typeof status !== 'number' || status < 400 || status > 499;
    const { requestId } = response.locals;
    if (isOurs) logFault(error, away, log, { requestId, path: loggablePath(request.path) });
    if (response.headersSent) response.destroy();
    else if (away) refuse(request, response.set(away.headers ?? {}), away.status);
    else refuse(request, response, isOurs ? 500 : status);
  };
}

/**
 * Maps TRUST_PROXY to Express' setting. Express' `true` believes the first entry of
 * X-Forwarded-For, which the client wrote if the proxy appends; ours means the nearest proxy (ASVS
 * V15.3.4).
 */
function trustProxy(setting: string): false | number | string {
  if (setting === 'false') return false;
  if (setting === 'true') return 1;
  return /^\d+$/.test(setting) ? Number(setting) : setting;
}
