import type { AppLoadContext } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import type { Config } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import { actorByToken } from '~/kernel/actor.server';
import type { Caller, SessionChange } from '~/kernel/operation';
import { forbidden, noRoom, tooLarge } from '~/kernel/problem';
import { readCookie, setCookie } from './cookie.server';

/** The browser forgets its cookie after this; the server ends the session much earlier. */
const COOKIE_SECONDS = 400 * 24 * 60 * 60;
/** As newSecret() makes them. */
const SECRET_FORM = /^[\w-]{43}$/;
const CLEARED = '"cache", "storage"';

/** A session's token, and the kind of session that it must belong to, by how it arrived. */
interface Held {
  readonly token: string;
  readonly kind: Actor['session']['kind'];
}

/** Authenticates every request of every door by its session (docs/decisions/0001). */
class SessionStrategy extends Strategy<Actor | null, Held> {
  name = 'session';

  constructor(
    private readonly held: Held | null,
    { services, ip }: Pick<AppLoadContext, 'services' | 'ip'>,
  ) {
    super((given) =>
      services.limits.serve({ session: given.token }, () => actorByToken(services.db, given, ip)),
    );
  }

  override async authenticate(): Promise<Actor | null> {
    return this.held && this.verify(this.held);
  }
}

/**
 * Authenticates a request for a screen or its form by the cookie. An app's token is not accepted,
 * however it is sent: it is for calls (section 7).
 * @throws Problem 403 for a form that another site sent; 413 or 503 for one whose body was not read
 */
export function authenticate(request: Request, context: AppLoadContext): Promise<Caller> {
  return identify(request, context, null);
}

/**
 * Authenticates a call, by `Authorization: Bearer {sessionId}` or else the cookie (G3).
 * @throws Problem as authenticate(), except that a call with a token may come from any site
 */
export function authenticateCall(request: Request, context: AppLoadContext): Promise<Caller> {
  return identify(request, context, bearerToken(request));
}

/** @param bearer an app's token, which counts instead of the cookie; null for none */
async function identify(
  request: Request,
  context: AppLoadContext,
  bearer: string | null,
): Promise<Caller> {
  const { services, ip, requestId } = context;
  if (!isSafe(request.method)) {
    if (bearer === null && isForeign(request, services.config))
      throw forbidden('Die Anfrage kommt von einer fremden Seite.');
    // Safe requests pass: the loaders that render the error screen make them.
    requireBody(context);
  }
  const cookie = readCookie(request, 'session', services.config);
  const ofBrowser: Held | null = cookie === null ? null : { token: cookie, kind: 'browser' };
  const held: Held | null = bearer === null ? ofBrowser : { token: bearer, kind: 'mobile' };
  context.actor ??= new Authenticator<Actor | null>()
    .use(new SessionStrategy(held, context))
    .authenticate('session', request);
  return {
    services,
    actor: await context.actor,
    ip,
    requestId,
    userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 300),
    device: deviceIn(request, services.config),
  };
}

/** What we set at an earlier log-in; null for anything malformed. */
function deviceIn(request: Request, config: Config): string | null {
  const device = readCookie(request, 'device', config);
  return device !== null && SECRET_FORM.test(device) ? device : null;
}

/** @throws Problem 413 or 503 if the body was not read */
export function requireBody({ unread }: Pick<AppLoadContext, 'unread'>): void {
  if (unread === 'no room') throw noRoom();
  if (unread) throw tooLarge(`Höchstens ${unread / 1024 / 1024} MiB je Anfrage.`);
}

/** In bytes. Nothing that is open to visitors needs more. */
const ANONYMOUS_BYTES = 64 * 1024;

/**
 * Call it before a body is parsed: it waits for the thread.
 * @param actor who sends it
 * @param besides further bytes that the body may have
 * @throws Problem 413 if nobody is logged in and it is over 64 KiB
 */
export async function turnToRead(
  { received = 0, turn }: Pick<AppLoadContext, 'received' | 'turn'>,
  actor: Actor | null,
  besides = 0,
): Promise<void> {
  if (actor === null && received > ANONYMOUS_BYTES + besides)
    throw tooLarge('Ohne Einloggen gehen höchstens 64 KiB auf einmal.');
  if (received > 0) await turn();
}

/** True if the browser holds a session, even one that has ended. */
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
 * Adds the headers for a change of session: the browser forgets the previous one, but keeps the
 * cookie that identifies the device.
 */
export function changeSession(
  headers: Headers,
  change: SessionChange,
  request: Request,
  config: Config,
): void {
  const set = (name: 'session' | 'device' | 'events', value: string) =>
    headers.append('Set-Cookie', setCookie(name, value, value ? COOKIE_SECONDS : 0, config));
  const { start, device, renews } =
    change === 'end' ? { start: '', device: null, renews: false } : change;
  set('session', start);
  if (device) set('device', device);
  if (!renews && readCookie(request, 'events', config) !== null) set('events', '');
  if (change === 'end') clearSite(headers);
}

/**
 * Makes the browser drop our cached pages (ASVS V14.3.1), but neither the built files, which every
 * visitor gets, nor the cookie that identifies the device (docs/decisions/0044).
 */
export function clearSite(headers: Headers): void {
  headers.set('Clear-Site-Data', CLEARED);
}
