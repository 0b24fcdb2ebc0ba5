import { z } from 'zod';
import type { Config } from '~/config.server';
import { id } from '~/kernel/fields';
import { sealedValues } from '~/kernel/seal.server';
import type { Notice, Undo } from '~/ui/notices';
import { readCookie, setCookie } from './cookie.server';

/** The text of a notification; an error's title is shown after 'Error: ' (B6). */
export interface Message {
  readonly title: string;
  readonly message?: string;
  /** Takes back what was done. */
  readonly undo?: Undo;
  /** The id of the thing it is about, if the page can show the message there. */
  readonly about?: string;
}

export function success({ title, message, undo, about }: Message): Notice {
  return { id: crypto.randomUUID(), kind: 'success', title, message, undo, about };
}

export function failure({ title, message }: Message): Notice {
  return { id: crypto.randomUUID(), kind: 'error', title, message };
}

const MAX_AGE_SECONDS = 60;

/**
 * What a cookie may hold. The seal proves that it is ours; the shape, that an undo is a form of
 * this app with one field.
 */
const shape = z.strictObject({
  id,
  kind: z.enum(['success', 'error']),
  title: z.string(),
  message: z.string().optional(),
  about: id.optional(),
  undo: z
    .strictObject({
      action: z.string().regex(/^\/app\/[\w/-]*(\?[\w&=%+.*-]+)?$/),
      field: z.string().regex(/^\w+$/),
      // An id, or something sealed.
      value: z.string().regex(/^[\w-]+$/),
    })
    .optional(),
});
const notices = sealedValues('notices', shape);

/**
 * The Set-Cookie header that takes a notification past a redirect, sealed, as it may name a person:
 * no state on the server, and the same with and without JavaScript.
 */
export function noticeCookie(notice: Notice, config: Config): string {
  return setCookie('notice', notices.seal(notice, config), MAX_AGE_SECONDS, config);
}

/** The notice that came with this request, and the header that takes it away again. */
export function takeNotice(
  request: Request,
  config: Config,
): { notice: Notice; clear: string } | null {
  const cookie = readCookie(request, 'notice', config);
  const notice = cookie && notices.open(cookie, config);
  return notice ? { notice, clear: setCookie('notice', '', 0, config) } : null;
}
