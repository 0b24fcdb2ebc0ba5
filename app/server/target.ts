import { isIPv6 } from 'node:net';
import type { Handler, Request } from 'express';
import type { Config } from '~/config.server';
import { refuse } from './refusal';

/**
 * Characters of a path, encoded. Ours have three hundred at most. Remix compares and trims a path
 * by expressions that take time by the square of a run of slashes: fourteen thousand of them held
 * the thread for a second.
 */
const MAX_PATH = 2000;

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Reads once what a request is for, so that everything behind it decides on the same path: the
 * files, the operator's routes and Remix. Dot segments, backslashes and the absolute form are
 * resolved as in every URL; the host that a request names has to be one, and then counts for
 * nothing, since the server's own address is in ORIGIN. A request that can be read in two ways, or
 * in none, is refused (RFC 9112, sections 3.2 and 6.1; RFC 9110, 10.1.1).
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
    // A method that Remix cannot carry (TRACE, PROPFIND) goes on as one that nothing here serves,
    // and gets its 405.
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

/**
 * Whether all readers of this request, such as a proxy in front, agree on its host and on where its
 * body ends.
 */
function isReadable(request: Request): boolean {
  const { headers, headersDistinct, httpVersion } = request;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || !/^chunked$/i.test(coding))) return false;
  const hosts = headersDistinct.host ?? [];
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) return false;
  return [...hosts, ...forwardedHosts(request)].every(isHost);
}

function whyRefused({ headers }: Request, url: URL): number | null {
  // It names nothing, as any other path that is none of ours.
  if (url.pathname.length > MAX_PATH) return 404;
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) return 417;
  // An address of Remix' earlier data requests, which no page of ours asks for.
  return url.searchParams.has('_data') ? 404 : null;
}

/** What the proxies say that the browser asked for, if they are to be believed (TRUST_PROXY). */
function forwardedHosts({ app, headers, socket }: Request): string[] {
  const given = headers['x-forwarded-host'];
  const isTrusted: (address: string | undefined, hop: number) => boolean =
    app.get('trust proxy fn');
  if (given === undefined || !isTrusted(socket.remoteAddress, 0)) return [];
  return [given].flat().flatMap((each) => each.split(',').map((host) => host.trim()));
}

/** Whether this is host[:port], as Host has to be (RFC 9110, 7.2). */
function isHost(text: string): boolean {
  const found = /^(?:\[([\da-f:.]+)\]|[\w.-]+)(?::(\d{0,5}))?$/i.exec(text);
  if (!found) return false;
  const [, literal, port] = found;
  return (literal === undefined || isIPv6(literal)) && Number(port ?? 0) <= 65_535;
}

/** The path and query as they go on. */
function spelled({ pathname, search }: URL): string {
  const segments = decoded(pathname)?.toLowerCase();
  // What is not percent-encoded UTF-8 is taken literally, and names nothing then.
  if (segments === undefined) return pathname.replaceAll('%', '%25') + search;
  // Only screens have data for scripts; for a call this is part of a name.
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
