import type { Config } from '~/config.server';
import type { Notice } from '~/ui/notices';
import { readCookie, setCookie, signed, verified } from './cookie.server';

/** The text of a notification; an error's title is shown after 'Error: ' (B6). */
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

const MAX_AGE_SECONDS = 60;

/**
 * The Set-Cookie header that takes a notification past a redirect, signed: no state on the server,
 * and the same with and without JavaScript (docs/decisions/0003).
 */
export function noticeCookie(notice: Notice, config: Config): string {
  return setCookie('notice', signed(JSON.stringify(notice), config), MAX_AGE_SECONDS, config);
}

/** The notice that came with this request, and the header that takes it away again. */
export function takeNotice(
  request: Request,
  config: Config,
): { notice: Notice; clear: string } | null {
  const cookie = readCookie(request, 'notice', config);
  const text = cookie && verified(cookie, config);
  if (!text) return null;
  return { notice: JSON.parse(text) as Notice, clear: setCookie('notice', '', 0, config) };
}
