import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type Handler, type NextFunction, type Request, type Response } from 'express';
import { type Adapter, type Build, remixHandler } from '~/bridge/remix-handler';
import type { Config } from '~/config.server';
import { logFault } from '~/doors/fault.server';
import { decoded, loggablePath } from '~/doors/loggable';
import { outage } from '~/kernel/outage.server';
import type { Services } from '~/kernel/services.server';
import { LIGHT } from '~/ui/colors';
import { FairQueue } from './fair-queue';
import { securityHeaders } from './headers';
import { networkOf, withoutPorts } from './network';
import { measured, probeRoutes } from './probes';
import { refuse } from './refusal';
import type { Shortages } from './shortages';
import { settleTarget } from './target';

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

/** The Express application: headers, files, the operator's routes, and Remix for everything else. */
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
  // Before paths are resolved, so that a proxy that blocks a probe by its path cannot be bypassed
  // by another spelling.
  app.use(
    probeRoutes(services.config, probed, { isOpen, lacking: () => shortages?.lacking() ?? null }),
  );
  app.use(settleTarget(config));
  app.use(mailLinks());
  app.use(assets);
  app.use(webAppManifest(config));
  app.get(/^\/+$/, (_request, response) => response.redirect('/app/'));
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

/**
 * Forbids caching unless a response says otherwise: pages, data, redirects, calls and errors are
 * all about a person, or may be. Set when the head is written, as Remix' own redirects reach no
 * code of ours.
 */
function keepNothing(): Handler {
  return (_request, response, next) => {
    const writeHead = response.writeHead;
    response.writeHead = function (this: typeof response, ...given: unknown[]) {
      if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
      return Reflect.apply(writeHead, this, given);
    } as typeof writeHead;
    next();
  };
}

/**
 * Turns Origin into Sec-Fetch-Site, unless the browser sent that, so that authenticate() alone
 * judges cross-site requests. Remix would answer 500 to a form whose Origin is not the Host, even
 * to our own behind a proxy that changes the Host.
 */
function settleOrigin({ origin: own }: Config): Handler {
  return (request, _response, next) => {
    const { headers } = request;
    if (headers.origin !== undefined) {
      const same =
        headers.origin === own || headers.origin === `${request.protocol}://${headers.host}`;
      headers['sec-fetch-site'] ??= same ? 'same-origin' : 'cross-site';
      delete headers.origin;
    }
    next();
  };
}

/** Matches like Remix, which ignores case. */
const LINK = /^\/app\/(?:answer|unsubscribe)\//i;

/**
 * For the screens that a mail's link opens without a log-in (N7, N10): only the link counts there.
 * Session data from the browser is dropped before anything can read it, and the address, which
 * grants access, is not sent as a referrer. A browser without a cookie is probably new here, so its
 * page inlines the styles (docs/decisions/0028).
 */
function mailLinks(): Handler {
  return (request, response, next) => {
    if (LINK.test(decoded(request.path))) {
      response.locals.hasStyles = !request.headers.cookie;
      delete request.headers.cookie;
      delete request.headers.authorization;
      response.setHeader('Referrer-Policy', 'no-referrer');
    }
    next();
  };
}

/** The web app manifest, with the installation's name, for a phone's home screen. */
function webAppManifest({ appName }: Config): express.Handler {
  const manifest = JSON.stringify({
    name: appName,
    short_name: appName,
    lang: 'de',
    id: '/app/',
    start_url: '/app/',
    scope: '/app/',
    display: 'minimal-ui',
    background_color: LIGHT.paper,
    theme_color: LIGHT.card,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  });
  const router = express.Router();
  router.get('/app/manifest.webmanifest', (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(manifest);
  });
  return router;
}

/** Bytes that nearly every form and call fits in. */
const LARGE = 16 * 1024;

/**
 * Shares the thread among requests: one piece of work begins per turn of the event loop, and other
 * events are handled in between. Otherwise 250 large forms arriving at once would all be done
 * before anything that came later.
 * @returns waits for the turn of a network's request with a body of this size. Networks take turns,
 *   and so do a network's large and small requests
 */
function threadTurns(): (network: string, bytes: number) => Promise<void> {
  const queue = new FairQueue(1);
  return (network, bytes) =>
    new Promise((begin, fail) => {
      const owner = bytes > LARGE ? `${network}, large` : network;
      const held = queue.run(owner, () => {
        begin();
        return nextTurn();
      });
      held.catch(fail);
    });
}
