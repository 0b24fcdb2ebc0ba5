import type { AppLoadContext, RequestHandler } from '@remix-run/node';
import { wholeResponse } from '~/doors/response-bodies.server';
import { FORM_PAGE } from '~/ui/form-context';

/**
 * If a form answers with a redirect, adds the data of the page it leads to, for scripts that ask
 * for it: on a phone a second request takes as long as the first, however little it fetches
 * (docs/decisions/0028). `connection.ts` takes the two apart.
 * @param handle Remix's handler, which reads the page as if it had been requested next
 */
export async function withNextPage(
  answer: Response,
  request: Request,
  context: AppLoadContext,
  handle: RequestHandler,
): Promise<Response> {
  const { leadsTo } = context;
  if (!leadsTo || !request.headers.has(FORM_PAGE)) return answer;
  const address = dataAddress(new URL(leadsTo, request.url));
  const next = new Request(address, {
    headers: headersAfter(request, answer),
    signal: request.signal,
  });
  const page = await handle(next, { ...context, submits: false, leadsTo: '', actor: undefined });
  // Not for another redirect or an error: the browser finds out by itself.
  if (page.status !== 200) return answer;
  const parts = await Promise.all([answer.arrayBuffer(), page.arrayBuffer()]);
  const headers = new Headers(answer.headers);
  headers.set(FORM_PAGE, `${parts[0].byteLength} ${address.pathname}${address.search}`);
  for (const cookie of page.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
  const whole = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return wholeResponse(new Uint8Array(whole), { status: answer.status, headers });
}

/** Where Remix asks for a page's data. */
function dataAddress(page: URL): URL {
  const address = new URL(page);
  address.pathname = `${page.pathname.replace(/\/$/, '')}.data`;
  // Spelled as in connection.ts, which compares the two.
  address.search = page.searchParams.toString();
  address.hash = '';
  return address;
}

/** A request's headers, with the cookies as the answer has left them. */
function headersAfter(request: Request, answer: Response): Headers {
  const sent = request.headers.get('Cookie')?.split('; ') ?? [];
  const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const cookies = new Map([...sent, ...set].map((cookie) => [cookie.split('=')[0], cookie]));
  const headers = new Headers(request.headers);
  for (const name of ['Content-Type', 'Content-Length', FORM_PAGE]) headers.delete(name);
  headers.set('Cookie', [...cookies.values()].join('; '));
  return headers;
}
