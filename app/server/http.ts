import { randomBytes } from 'node:crypto';
import type { ServerBuild } from '@remix-run/node';
import express, { type NextFunction, type Request, type Response } from 'express';
import { remixHandler } from '~/bridge/remix-handler';
import { loggablePath } from '~/doors/loggable';
import type { Services } from '~/kernel/services.server';
import { keepNothing } from './caching';
import { securityHeaders } from './headers';
import { webAppManifest } from './manifest';
import { networkOf } from './network';
import { settleOrigin } from './origin';
import { measured, probeRoutes } from './probes';
import { refuse } from './refusal';
import { settleTarget } from './target';

interface HttpOptions {
  /** Remix's server build, or in development a function that gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Serves the client's files: from build/client in production, Vite in development. */
  assets: express.Handler;
  /** Whether the server takes new work; false while it shuts down. */
  isOpen: () => boolean;
  /** What /readyz asks: a connection of its own. */
  probed?: Services['db'];
}

/**
 * The Express application: headers, the client's files, the operator's routes, and Remix for all
 * else.
 */
export function createHttp(
  services: Services,
  { build, assets, isOpen, probed = services.db }: HttpOptions,
): express.Express {
  const { config, log } = services;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy(config.trustProxy));

  app.use((request: Request, response: Response, next: NextFunction) => {
    // The listener has hung up on who asks for too much at once.
    if (request.socket.destroyed) return;
    response.locals.requestId = randomBytes(8).toString('hex');
    response.locals.nonce = randomBytes(16).toString('base64');
    response.setHeader('X-Request-Id', response.locals.requestId);
    next();
  });
  app.use(measured(log));
  app.use(securityHeaders(config));
  app.use(keepNothing());
  // Before paths are resolved: what a proxy keeps back by its name must not be had by another way
  // of writing it.
  app.use(probeRoutes(services.config, probed, isOpen));
  app.use(settleTarget(config));
  app.use(assets);
  app.use(webAppManifest(config));
  app.get('/', (_request, response) => response.redirect('/app/'));
  app.use(settleOrigin(config));
  // Not app.all('*'): that would decode the path, and fail where it cannot be decoded.
  app.use(
    remixHandler(build, config, (request, response) => ({
      services,
      requestId: response.locals.requestId,
      nonce: response.locals.nonce,
      ip: networkOf(request.ip ?? ''),
      submits: request.method !== 'GET' && request.method !== 'HEAD',
    })),
  );
  app.use(failed(log));
  return app;
}

/**
 * The last word on an error of Express itself, such as a range that a file does not have; Remix
 * answers its own.
 */
function failed(log: Services['log']): express.ErrorRequestHandler {
  return (error, request, response, _next) => {
    const { status } = error as { status?: unknown };
    const isOurs = typeof status !== 'number' || status < 400 || status > 499;
    const { requestId } = response.locals;
    if (isOurs)
      log.error({ err: error, requestId, path: loggablePath(request.path) }, 'a request failed');
    if (response.headersSent) response.destroy();
    else refuse(request, response, isOurs ? 500 : status);
  };
}

/**
 * What Express is to trust. Its own `true` believes whatever stands first in X-Forwarded-For, which
 * is what the visitor wrote wherever a proxy appends; ours means the nearest proxy (ASVS V15.3.4).
 */
function trustProxy(setting: string): false | number | string {
  if (setting === 'false') return false;
  if (setting === 'true') return 1;
  return /^\d+$/.test(setting) ? Number(setting) : setting;
}
