import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { z } from 'zod';
import { pageHtml } from '~/bridge/page-html.server';
import { fault } from '~/doors/fault.server';
import { wholeResponse } from '~/doors/response-bodies.server';
import { issueText } from '~/kernel/issue-text';
import { NonceContext, StylesContext } from './rendering';
import css from './styles.css?inline';
import styles from './styles.css?url';

z.config({ localeError: issueText });

/** Sends a page in one piece (docs/decisions/0028). */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const page = (
    <NonceContext.Provider value={context.nonce}>
      <StylesContext.Provider value={context.hasStyles ? css : undefined}>
        <RemixServer context={remix} url={request.url} nonce={context.nonce} />
      </StylesContext.Provider>
    </NonceContext.Provider>
  );
  await context.turn();
  const html = await pageHtml(page, remix);
  if (context.retryAfter) headers.set('Retry-After', context.retryAfter);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  // Slow browsers request it before they have the page; scripts would only delay it.
  if (!context.hasStyles) headers.set('Link', `<${styles}>; rel=preload; as=style`);
  return wholeResponse(html, { status, headers });
}

/** Adds Retry-After to a screen's data: Remix drops a loader's own headers. */
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
  // An unknown address is not an error, and the request is already in the log.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  fault(error, { request, context });
}
