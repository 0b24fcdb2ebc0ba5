import type { AppLoadContext } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import type { Config } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import { actorByToken } from '~/kernel/actor.server';
import type { Caller, SessionChange } from '~/kernel/operation';
import { forbidden, noRoom, tooLarge } from '~/kernel/problem';
import type { Services } from '~/kernel/services.server';
import { readCookie, setCookie } from './cookie.server';

/** The browser forgets its cookie after this; the server ends the session much earlier. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;

/** Authenticates every request of every door by its session (docs/decisions/0029). */
class SessionStrategy extends Strategy<Actor | null, { token: string }> {
  name = 'session';

  constructor(private readonly services: Services) {
    super(({ token }) => actorByToken(services.db, token));
  }

  override async authenticate(request: Request): Promise<Actor | null> {
    const token = bearerToken(request) ?? readCookie(request, 'session', this.services.config);
    return token ? this.verify({ token }) : null;
  }
}

/**
 * Finds out who makes a request, from the cookie or `Authorization: Bearer {sessionId}` (G3).
 * @throws Problem 403 for a write with a cookie or form that another site sent; 413 or 503 for one
 *   whose body was not read
 */
export async function authenticate(request: Request, context: AppLoadContext): Promise<Caller> {
  const { services, ip, requestId } = context;
  if (!isSafe(request.method)) {
    if (bearerToken(request) === null && isForeign(request, services.config))
      throw forbidden('Die Anfrage kommt von einer fremden Seite.');
    // Safe requests pass: the loaders that render the error screen make them.
    requireBody(context);
  }
  context.actor ??= new Authenticator<Actor | null>()
    .use(new SessionStrategy(services))
    .authenticate('session', request);
  return {
    services,
    actor: await context.actor,
    ip,
    requestId,
    userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 300),
  };
}

/** @throws Problem 413 or 503 if the body was not read */
export function requireBody({ unread }: Pick<AppLoadContext, 'unread'>): void {
  if (unread) throw unread === 'too large' ? tooLarge() : noRoom();
}

/** True if the browser holds a session, be it one that has ended. */
export function hasSessionCookie({
  request,
  context,
}: {
  request: Request;
  context: AppLoadContext;
}): boolean {
  return readCookie(request, 'session', context.services.config) !== null;
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** True if the browser says that another site made it send this (Fetch Metadata, else Origin). */
function isForeign(request: Request, config: Pick<Config, 'origin'>): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  if (origin === null) return false;
  return origin !== config.origin && origin !== new URL(request.url).origin;
}

function bearerToken(request: Request): string | null {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}

/**
 * The Set-Cookie headers that carry out a change of session: what the browser remembers of the one
 * before ends with it.
 */
export function sessionCookies(change: SessionChange, request: Request, config: Config): string[] {
  const session =
    change === 'end'
      ? setCookie('session', '', 0, config)
      : setCookie('session', change.start, COOKIE_SECONDS, config);
  const remembers = readCookie(request, 'events', config) !== null;
  return remembers ? [session, setCookie('events', '', 0, config)] : [session];
}
