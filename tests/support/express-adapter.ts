import { Readable } from 'node:stream';
import { createRequestHandler } from '@remix-run/express';
import type express from 'express';
import { dropRest } from '~/bridge/body';
import type { Adapter } from '~/bridge/remix-handler';

/** Remix's own adapter, with every route, in place of ours. */
export const expressAdapter: Adapter = (build, origin) => {
  const handle = createRequestHandler({
    build,
    getLoadContext: (_request, response) => response.locals.loadContext,
  });
  return async ({ request, response, body, context, next }) => {
    response.locals.loadContext = context;
    if (!request.complete) await dropRest(request);
    await handle(replayed(request, body, origin), response, next);
  };
};

/**
 * As @remix-run/express reads it: with a body that was read before, at the server's own address.
 */
function replayed(
  { method, headers, originalUrl }: express.Request,
  body: Uint8Array | null,
  origin: string,
): express.Request {
  const { protocol, hostname, port } = new URL(origin);
  return Object.assign(Readable.from(body ? [body] : []), {
    ...{ method, headers, originalUrl, hostname, protocol: protocol.slice(0, -1) },
    get: (name: string) => (name.toLowerCase() === 'host' ? `${hostname}:${port}` : undefined),
  }) as unknown as express.Request;
}
