import type { Handler } from 'express';
import type { Config } from '~/config.server';

/**
 * Leaves the judgement on foreign requests to the one place that makes it, authenticate(): Remix
 * would answer a form whose Origin is not the Host with a 500, and also our own behind a proxy that
 * changes the Host. So what Origin says is put into Sec-Fetch-Site, where the browser has not said
 * it there itself.
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
