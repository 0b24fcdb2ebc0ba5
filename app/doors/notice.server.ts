import { createCookie } from '@remix-run/node';
import type { Config } from '~/config.server';
import type { Notice } from '~/ui/notices';

/** What a notification says; an error's title is shown after 'Error: ' (B6). */
export interface Message {
  readonly title: string;
  readonly message?: string;
}

export function success({ title, message }: Message): Notice {
  return { id: crypto.randomUUID(), kind: 'success', title, message };
}

export function failure({ title, message }: Message): Notice {
  return { id: crypto.randomUUID(), kind: 'error', title, message };
}

/**
 * A notification travels to the page after a redirect in a signed cookie of a minute: no state on
 * the server, and the same with and without JavaScript.
 */
function cookie(config: Config) {
  // On https no other host of the domain can set it (RFC 6265bis).
  return createCookie(config.secure ? '__Host-notice' : 'notice', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secure,
    maxAge: 60,
    secrets: [config.secret],
  });
}

export function noticeCookie(notice: Notice, config: Config): Promise<string> {
  return cookie(config).serialize(notice);
}

/** The notice that came with this request, and the header that takes it away again. */
export async function takeNotice(
  request: Request,
  config: Config,
): Promise<{ notice: Notice; clear: string } | null> {
  const notice: Notice | null = await cookie(config).parse(request.headers.get('Cookie'));
  return notice && { notice, clear: await cookie(config).serialize('', { maxAge: 0 }) };
}
