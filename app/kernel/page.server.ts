import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import { failure, type Message, noticeCookie } from './notice.server';
import type { Asking, Operation } from './operation.server';
import { notFound, Problem, unauthenticated } from './problem';
import { authenticate } from './session.server';

export interface PageOptions {
  /** Where to go, with which message, when what a dialog is about is gone (E5). Without it: the not-found screen. */
  gone?: { to: string; message: Message };
}

/**
 * The door of a screen: a loader that gives the operation's output to it. Input comes from the route's parameters, the
 * query and the active organisation.
 */
export function page<Input extends z.ZodObject, Output>(
  operation: Operation<Input, Output>,
  options: PageOptions = {},
) {
  return async (args: LoaderFunctionArgs): Promise<Output> => {
    const asking = await authenticate(args.request, args.context);
    try {
      if (!operation.open && !asking.actor) throw unauthenticated();
      const query = Object.fromEntries(new URL(args.request.url).searchParams);
      const input = operation.input.safeParse(addressed(operation, query, args, asking));
      if (!input.success) {
        // Whoever belongs to no organisation is told so in place of every screen that is about one (B4).
        const nowhere = 'organization' in operation.input.shape && !asking.actor?.activeOrganization;
        if (nowhere) throw new Response('Keine Organisationen verfügbar.', { status: 200 });
        // Whatever else is wrong in an address, there is nothing there.
        throw notFound();
      }
      const { output } = await operation.perform(asking, input.data);
      return output;
    } catch (error) {
      if (options.gone && error instanceof Problem && error.status === 404) {
        throw redirect(options.gone.to, {
          headers: {
            'Set-Cookie': await noticeCookie(failure(options.gone.message), asking.services.config),
          },
        });
      }
      throw leave(error, args.request);
    }
  };
}

/**
 * What the operation asks for, out of `given` and the address: a route's parameters win over what was sent, and the
 * active organisation stands in where the address names none.
 */
export function addressed(
  operation: Operation,
  given: Record<string, unknown>,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
  { actor }: Pick<Asking, 'actor'>,
): Record<string, unknown> {
  const from: Record<string, unknown> = { organization: actor?.activeOrganization ?? undefined, ...params };
  const input: Record<string, unknown> = {};
  for (const name of Object.keys(operation.input.shape)) {
    const value = from[name] ?? given[name];
    if (value !== undefined) input[name] = value;
  }
  return input;
}

/** How a screen leaves on a Problem: to the log-in (B2), home (B7), or to the error screen with its status. */
export function leave(error: unknown, request: Request): unknown {
  if (!(error instanceof Problem)) return error;
  if (error.status === 401) return redirect(loginPath(request));
  if (error.status === 403) return redirect('/app/');
  return errorScreen(error);
}

/** What the error boundary shows, with the right status. The title is said there: a status line is ASCII. */
export function errorScreen({ status, detail, title, headers }: Problem): Response {
  return new Response(detail ?? title, { status, headers });
}

/** The log-in, keeping where the person wanted to go (B2). */
export function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  const wanted = pathname.replace(/\.data$/, '').replace(/^\/app\/_root$/, '/app/');
  const kept = new URLSearchParams(search);
  kept.delete('_routes');
  const path = kept.size > 0 ? `${wanted}?${kept}` : wanted;
  return path === '/app/' || path === '/app'
    ? '/app/login'
    : `/app/login?redirect=${encodeURIComponent(path)}`;
}
