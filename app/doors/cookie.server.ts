import { parse, serialize } from 'cookie';
import type { Config } from '~/config.server';

type Name = 'session' | 'notice' | 'events' | 'device';

/** On https the prefix makes browsers tie the cookie to this very host (RFC 6265bis). */
const nameOf = (name: Name, { secure }: Config) => (secure ? `__Host-${name}` : name);

/** The value of a cookie of this request; null if it is missing or empty. */
export function readCookie(request: Request, name: Name, config: Config): string | null {
  return parse(request.headers.get('Cookie') ?? '')[nameOf(name, config)] || null;
}

/**
 * The Set-Cookie header for a value.
 * @param maxAge seconds; 0 deletes the cookie
 */
export function setCookie(name: Name, value: string, maxAge: number, config: Config): string {
  const { secure } = config;
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge } as const;
  return serialize(nameOf(name, config), value, attributes);
}
