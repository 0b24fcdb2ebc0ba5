import { randomBytes } from 'node:crypto';
import type { ServerBuild } from '@remix-run/node';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Services } from '~/kernel/services.server';
import { keepNothing } from './caching';
import { securityHeaders } from './headers';
import { webAppManifest } from './manifest';
import { networkOf } from './network';
import { settleOrigin } from './origin';
import { measured, probeRoutes } from './probes';
import { remixHandler } from './remix';

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

/** The Express application: headers, the client's files, the operator's routes, and Remix for all else. */
export function createHttp(
  services: Services,
  { build, assets, isOpen, probed = services.db }: HttpOptions,
): express.Express {
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
  app.use(probeRoutes(services.config, probed, isOpen));
  app.use(assets);
  app.use(webAppManifest(config));
  app.get('/', (_request, response) => response.redirect('/app/'));
  app.use(refuseUnreadable);
  app.use(carriable);
  app.use(settleOrigin(config));
  // Not app.all('*'): that would decode the path, and fail where it cannot be decoded.
  app.use(
    remixHandler(build, (request, response) => ({
      services,
      requestId: response.locals.requestId,
      nonce: response.locals.nonce,
      ip: networkOf(request.ip ?? ''),
    })),
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

/** Answers what no reader should begin to read. */
function refuseUnreadable(request: Request, response: Response, next: NextFunction) {
  const refusal = whyUnreadable(request);
  if (!refusal) return next();
  const [status, title, detail] = refusal;
  response.status(status).set('Connection', 'close');
  if (!request.path.startsWith('/api/')) return response.type('text/plain').send(`${title}.`);
  return response
    .type('application/problem+json')
    .send(JSON.stringify({ type: 'about:blank', title, status, detail }));
}

function whyUnreadable({ headers, path }: Request): [status: number, title: string, detail?: string] | null {
  const coding = headers['transfer-encoding'];
  // Where such a body ends, not all readers agree on (RFC 9112, 6.3).
  if (coding !== undefined && !/^chunked$/i.test(coding)) return [400, 'Ungültige Anfrage'];
  // Nothing that people do here needs more; without this a form would be read whole into memory first.
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES)
    return [413, 'Anfrage zu groß', 'Höchstens 1 MiB je Anfrage.'];
  return coding !== undefined && !path.startsWith('/api/') ? [411, 'Länge fehlt'] : null;
}

function trustProxy(setting: string): boolean | number | string {
  if (setting === 'true' || setting === 'false') return setting === 'true';
  return /^\d+$/.test(setting) ? Number(setting) : setting;
}
