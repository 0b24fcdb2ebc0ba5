import type { AppLoadContext } from '@remix-run/node';
import { parse as parseCookies, serialize as serializeCookie } from 'cookie';
import { Authenticator } from 'remix-auth';
import { Strategy } from 'remix-auth/strategy';
import type { Database } from '#db/connection';
import type { Config } from '~/config.server';
import type { Actor } from '~/kernel/actor';
import { actorByToken } from '~/kernel/actor.server';
import type { Asking, SessionChange } from '~/kernel/operation.server';
import { forbidden, noRoom, tooLarge } from '~/kernel/problem';

/** The one way to say who asks: remix-auth runs this strategy for every screen, form and call. */
class SessionStrategy extends Strategy<Actor | null, { token: string }> {
  name = 'session';

  constructor(
    private readonly config: Config,
    db: Database,
  ) {
    super(({ token }) => actorByToken(db, token));
  }

  override async authenticate(request: Request): Promise<Actor | null> {
    const token = bearerToken(request) ?? cookieToken(request, this.config);
    return token ? this.verify({ token }) : null;
  }
}

/**
 * Who sends this request, from the browser's cookie or `Authorization: Bearer {sessionId}` (G3).
 * @throws Problem 403 for a write with a cookie or form that a foreign site sent; 413 or 503 for
 *   one whose body was not read
 */
export async function authenticate(request: Request, context: AppLoadContext): Promise<Asking> {
  const { services } = context;
  if (
    !isSafe(request.method) &&
    bearerToken(request) === null &&
    isForeign(request, services.config)
  ) {
    throw forbidden('Die Anfrage kommt von einer fremden Seite.');
  }
  // The loaders that show the answer ask by GET.
  if (context.unread && !isSafe(request.method))
    throw context.unread === 'too large' ? tooLarge() : noRoom();
  context.actor ??= new Authenticator<Actor | null>()
    .use(new SessionStrategy(services.config, services.db))
    .authenticate('session', request);
  return {
    services,
    actor: await context.actor,
    ip: context.ip,
    requestId: context.requestId,
    userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 300),
  };
}

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Whether a browser says that another site made it send this (Fetch Metadata, else Origin). */
export function isForeign(request: Request, config: Pick<Config, 'origin'>): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  if (origin === null) return false;
  return origin !== config.origin && origin !== new URL(request.url).origin;
}

function bearerToken(request: Request): string | null {
  return /^Bearer ([\w-]+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
}

/** On https the name's prefix makes browsers hold the cookie to this very host (RFC 6265bis). */
function cookieName(config: Config): string {
  return config.secure ? '__Host-session' : 'session';
}

export function cookieToken(request: Request, config: Config): string | null {
  return parseCookies(request.headers.get('Cookie') ?? '')[cookieName(config)] || null;
}

/**
 * The Set-Cookie header that carries out a change of session. How long a session lives, the server
 * decides.
 */
export function sessionCookie(change: SessionChange, config: Config): string {
  return serializeCookie(cookieName(config), change === 'end' ? '' : change.start, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secure,
    maxAge: change === 'end' ? 0 : 400 * 24 * 60 * 60,
  });
}

/**
 * Makes an organisation of the actor's, or for a system administrator any that there is, the active
 * one of their session (B1). Nothing changes if it is neither.
 */
export async function selectActive(
  db: Database,
  { session }: Actor,
  organization: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ active_organization: organization })
    .where('uuid', '=', session.uuid)
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(
          selectFrom('organization_users')
            .select('organization_users.user_uuid')
            .whereRef('organization_users.user_uuid', '=', 'sessions.user_uuid')
            .where('organization_users.organization_uuid', '=', organization),
        ),
        exists(
          selectFrom('users')
            .innerJoin('organizations', (join) => join.on('organizations.uuid', '=', organization))
            .select('users.uuid')
            .whereRef('users.uuid', '=', 'sessions.user_uuid')
            .where('users.admin', '=', true),
        ),
      ]),
    )
    .execute();
}
