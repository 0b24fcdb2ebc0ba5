import { isIPv6 } from 'node:net';
import type { Handler, Request } from 'express';
import type { Config } from '~/config.server';
import { refuse } from './refusal';

/**
 * Characters of an encoded path; ours have three hundred at most. Remix trims paths by expressions
 * that take quadratic time for a run of slashes: fourteen thousand blocked the thread for a second.
 */
const MAX_PATH = 2000;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Resolves a request's target once, so that files, routes and Remix all see the same path. Dot
 * segments, backslashes and the absolute form are resolved as in every URL. The request's host must
 * be valid, and is then ignored in favour of ORIGIN. Ambiguous or unreadable requests are refused
 * (RFC 9112, sections 3.2 and 6.1; RFC 9110, 10.1.1).
 */
export function settleTarget({ origin }: Pick<Config, 'origin'>): Handler {
  return (request, response, next) => {
    if (request.method === 'OPTIONS' && request.url === '*') {
      response
        .status(204)
        .set('Allow', [...METHODS].join(', '))
        .end();
      return;
    }
    const url = readTarget(request, origin);
    const status = url === null || !isReadable(request) ? 400 : whyRefused(request, url);
    if (url === null || status !== null) return refuse(request, response, status ?? 400);
    request.url = spelled(url);
    request.originalUrl = request.url;
    // Remix cannot handle other methods (TRACE, PROPFIND): pass them on as one that nothing here
    // serves, for its 405.
    if (!METHODS.has(request.method)) request.method = 'PATCH';
    next();
  };
}

function readTarget({ url }: Request, origin: string): URL | null {
  if (url.startsWith('/')) return parsed(origin + url);
  const absolute = /^https?:\/\/([^/?#\\]+)([/?].*)?$/i.exec(url);
  if (!absolute) return null;
  const [, host = '', rest = '/'] = absolute;
  return isHost(host) ? parsed(origin + (rest.startsWith('/') ? rest : `/${rest}`)) : null;
}

const parsed = (url: string) => (URL.canParse(url) ? new URL(url) : null);

/** True if every reader, such as a proxy in front, agrees on the host and the end of the body. */
function isReadable(request: Request): boolean {
  const { headers, headersDistinct, httpVersion } = request;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || !/^chunked$/i.test(coding))) return false;
  const hosts = headersDistinct.host ?? [];
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) return false;
  return [...hosts, ...forwardedHosts(request)].every(isHost);
}

function whyRefused({ headers }: Request, url: URL): number | null {
  // Treated like any other unknown path.
  if (url.pathname.length > MAX_PATH) return 404;
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) return 417;
  // Remix' earlier data requests, which our pages do not make.
  return url.searchParams.has('_data') ? 404 : null;
}

/** The hosts that trusted proxies report (TRUST_PROXY). */
function forwardedHosts({ app, headers, socket }: Request): string[] {
  const given = headers['x-forwarded-host'];
  const isTrusted: (address: string | undefined, hop: number) => boolean =
    app.get('trust proxy fn');
  if (given === undefined || !isTrusted(socket.remoteAddress, 0)) return [];
  return [given].flat().flatMap((each) => each.split(',').map((host) => host.trim()));
}

/** True for host[:port], as Host must be (RFC 9110, 7.2). */
function isHost(text: string): boolean {
  const found = /^(?:\[([\da-f:.]+)\]|[\w.-]+)(?::(\d{0,5}))?$/i.exec(text);
  if (!found) return false;
  const [, literal, port] = found;
  return (literal === undefined || isIPv6(literal)) && Number(port ?? 0) <= 65_535;
}

/** The path and query to pass on. */
function spelled({ pathname, search }: URL): string {
  const segments = decoded(pathname)?.toLowerCase();
  // Invalid percent-encoding is taken literally, and then names nothing.
  if (segments === undefined) return pathname.replaceAll('%', '%25') + search;
  // Only screens have data for scripts; in a call's path it is part of a name.
  const isCall = segments.startsWith('/api/') || segments === '/api.data';
  return (isCall ? pathname.replace(/\.data$/, '%2Edata') : pathname) + search;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
