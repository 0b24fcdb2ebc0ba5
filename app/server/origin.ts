import type { Handler } from 'express';
import type { Config } from '~/config.server';

/**
 * Turns Origin into Sec-Fetch-Site, unless the browser sent that, so that authenticate() alone
 * judges cross-site requests. Remix would answer 500 to a form whose Origin is not the Host, even
 * to our own behind a proxy that changes the Host.
 */
export function settleOrigin({ origin: own }: Config): Handler {
  return (request, _response, next) => {
    const { headers } = request;
    if (headers.origin !== undefined) {
      const same =
        headers.origin === own || headers.origin === `${request.protocol}://${headers.host}`;
      headers['sec-fetch-site'] ??= same ? 'same-origin' : 'cross-site';
      delete headers.origin;
    }
    next();
  };
}
