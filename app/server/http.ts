import { randomBytes } from 'node:crypto';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import compression from 'compression';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Services } from '~/kernel/services.server';
import { keepNothing } from './caching';
import { securityHeaders } from './headers';
import { webAppManifest } from './manifest';
import { networkOf } from './network';
import { settleOrigin } from './origin';
import { measured, probeRoutes } from './probes';

interface HttpOptions {
  /** Remix's server build, or in development a function that gives the newest. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Serves the client's files: from build/client in production, Vite in development. */
  assets: express.Handler;
  /** Whether the server takes new work; false while it shuts down. */
  isOpen: () => boolean;
}

/** The Express application: headers, the client's files, the operator's routes, and Remix for all else. */
export function createHttp(services: Services, { build, assets, isOpen }: HttpOptions): express.Express {
  const { config, log } = services;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy(config.trustProxy));

  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.locals.requestId = randomBytes(8).toString('hex');
    response.locals.nonce = randomBytes(16).toString('base64');
    response.setHeader('X-Request-Id', response.locals.requestId);
    next();
  });
  app.use(measured(log));
  app.use(securityHeaders(config));
  app.use(keepNothing());
  app.use(probeRoutes(services, isOpen));
  app.use(compression({ threshold: 512 }));
  app.use(assets);
  app.use(webAppManifest(config));
  app.get('/', (_request, response) => response.redirect('/app/'));
  app.use(refuseLargeBodies);
  app.use(carriable);
  app.use(settleOrigin(config));
  // Not app.all('*'): that would decode the path, and fail where it cannot be decoded.
  app.use(
    createRequestHandler({
      build,
      mode: process.env.NODE_ENV,
      getLoadContext: (request, response) => ({
        services,
        requestId: response.locals.requestId,
        nonce: response.locals.nonce,
        ip: networkOf(request.ip ?? ''),
      }),
    }),
  );
  return app;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Makes of any request one that the Fetch API and Remix can carry. A method that they do not know (TRACE, PROPFIND)
 * goes on as PATCH, which nothing here serves, and gets its 405. A path that is not percent-encoded UTF-8 is taken
 * literally, and names nothing then.
 */
function carriable(request: Request, _response: Response, next: NextFunction) {
  if (!METHODS.has(request.method)) request.method = 'PATCH';
  const [path = '', ...query] = request.originalUrl.split('?');
  try {
    decodeURIComponent(path);
  } catch {
    request.originalUrl = [path.replaceAll('%', '%25'), ...query].join('?');
  }
  next();
}

const MAX_BODY_BYTES = 1024 * 1024;

/** Nothing that people do here needs more; without this a form would be read whole into memory first. */
function refuseLargeBodies(request: Request, response: Response, next: NextFunction) {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (
    declared <= MAX_BODY_BYTES &&
    !(request.headers['transfer-encoding'] && !request.path.startsWith('/api/'))
  ) {
    return next();
  }
  const status = declared > MAX_BODY_BYTES ? 413 : 411;
  const title = status === 413 ? 'Anfrage zu groß' : 'Länge fehlt';
  response.status(status).set('Connection', 'close');
  if (!request.path.startsWith('/api/')) return response.type('text/plain').send(`${title}.`);
  const detail = 'Höchstens 1 MiB je Anfrage.';
  return response
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title, status, detail }));
}

function trustProxy(setting: string): boolean | number | string {
  if (setting === 'true' || setting === 'false') return setting === 'true';
  return /^\d+$/.test(setting) ? Number(setting) : setting;
}
