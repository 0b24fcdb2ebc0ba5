import type { Handler } from 'express';

/** However Remix would read the path: it takes no notice of case. */
const LINK = /^\/app\/(?:answer|unsubscribe)\//i;

/**
 * For the screens that a link in a mail opens without a log-in (N7, N10): the link is all that
 * counts there. Whatever a browser sends of a session is dropped before anything can read it, and
 * the address, which is the right, goes to nobody as a referrer. A browser without a cookie has hardly
 * been here before: its page has the styles in itself (docs/decisions/0028).
 */
export function mailLinks(): Handler {
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
