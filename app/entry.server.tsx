import { Writable } from 'node:stream';
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToPipeableStream } from 'react-dom/server';
import { z } from 'zod';
import { loggablePath } from '~/kernel/loggable';
import { NonceContext } from './nonce';

// The messages of schemas that say nothing more specific.
z.config(z.locales.de());

const GIVE_UP_MS = 10_000;

/**
 * Renders a page to completion and sends it in one piece: with compression that is faster than a stream, and fewer
 * bytes (docs/decisions/0006).
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={context.nonce}>
        <RemixServer context={remix} url={request.url} nonce={context.nonce} />
      </NonceContext.Provider>,
      {
        nonce: context.nonce,
        onAllReady() {
          clearTimeout(timer);
          pipe(
            collecting((html) => {
              const wait = retryAfter(remix);
              if (wait) headers.set('Retry-After', wait);
              headers.set('Content-Type', 'text/html; charset=utf-8');
              if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
              resolve(new Response(html, { status, headers }));
            }),
          );
        },
        onShellError: reject,
        onError(error) {
          context.services.log.error({ err: error, requestId: context.requestId }, 'rendering failed');
        },
      },
    );
    const timer = setTimeout(abort, GIVE_UP_MS);
  });
}

/** Where a page is written to; the whole of it is given on in the end, as the bytes that it already is. */
function collecting(done: (html: Uint8Array<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, next) {
      chunks.push(chunk);
      next();
    },
    final(end) {
      done(Buffer.concat(chunks));
      end();
    },
  });
}

/** Of a route that said 429. Remix passes a route's headers on only if its module exports a function for that. */
function retryAfter({ staticHandlerContext: { actionHeaders, loaderHeaders } }: EntryContext): string | null {
  const all = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  return all.map((headers) => headers.get('Retry-After')).find(Boolean) ?? null;
}

export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  // An address that names nothing is no fault, and the request has its line already.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { requestId, services } = context;
  services.log.error({ err: error, requestId, path: loggablePath(request.url) }, 'a request failed');
}
