import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { z } from 'zod';
import { wholeAnswer } from '~/bridge/whole-answer.server';
import { issueText } from '~/doors/issue-text';
import { loggablePath } from '~/doors/loggable';
import { NonceContext } from './nonce';

z.config({ localeError: issueText });

/**
 * Renders a page to completion and sends it in one piece: with compression that is faster than a
 * stream, and fewer bytes (docs/decisions/0006). All of its data is there before it begins, so
 * nothing in it waits for anything.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  await readData(remix);
  const html = renderToString(
    <NonceContext.Provider value={context.nonce}>
      <RemixServer context={remix} url={request.url} nonce={context.nonce} />
    </NonceContext.Provider>,
  );
  if (context.retryAfter) headers.set('Retry-After', context.retryAfter);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  return wholeAnswer(`<!DOCTYPE html>${html}`, { status, headers });
}

/**
 * Gives Remix the data for the page's script, all of it at once, where it keeps what it has read so
 * far. Left to itself it reads the stream while it renders, and leaves an unfinished place in the
 * page for each piece.
 */
async function readData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return;
  const reader = serverHandoffStream.getReader();
  const chunks: Uint8Array[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read())
    chunks.push(read.value);
  // Remix takes a reader of its own, and asks it nothing.
  reader.releaseLock();
  const value = Buffer.concat(chunks).toString();
  renderMeta.streamCache = {
    0: Object.assign(Promise.resolve(), { result: { done: true, value } }),
  };
}

/**
 * The same for a screen's data. Remix passes a route's headers on only if its module exports a
 * function for that.
 */
export function handleDataRequest(
  response: Response,
  { context }: LoaderFunctionArgs | ActionFunctionArgs,
): Response {
  if (context.retryAfter) response.headers.set('Retry-After', context.retryAfter);
  return response;
}

export function handleError(
  error: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
): void {
  // An address that names nothing is no fault, and the request has its line already.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { requestId, services } = context;
  services.log.error(
    { err: error, requestId, path: loggablePath(request.url) },
    'a request failed',
  );
}
