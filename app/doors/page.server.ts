import { type AppLoadContext, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import { type Actor, scopeOf } from '~/kernel/actor';
import type { Asking, Operation } from '~/kernel/operation.server';
import { isOutage } from '~/kernel/outage.server';
import { notFound, Problem, unauthenticated } from '~/kernel/problem';
import { lostRace } from '~/kernel/transaction.server';
import type { FailureData } from '~/ui/failure';
import { fault } from './fault.server';
import { failure, type Message, noticeCookie } from './notice.server';
import { authenticate, selectActive } from './session.server';

export interface PageOptions {
  /**
   * Where to go, with which message, when what a dialog is about is gone or cannot be loaded (E5).
   * Without it: the not-found screen, or the error screen.
   */
  gone?: { to: string | ((args: LoaderFunctionArgs) => string); message: Message };
}

/**
 * The door of a screen: a loader that gives the operation's output to it. Input comes from the
 * route's parameters, the query and the active organisation.
 */
export function page<Input extends z.ZodObject, Output>(
  operation: Operation<Input, Output>,
  options: PageOptions = {},
) {
  return async (args: LoaderFunctionArgs): Promise<Output> => {
    try {
      const asking = await authenticate(args.request, args.context);
      if (!operation.open && !asking.actor) throw unauthenticated();
      const query = Object.fromEntries(new URL(args.request.url).searchParams);
      const input = operation.input.safeParse(addressed(operation, query, args, asking));
      if (!input.success) {
        // Whoever belongs to no organisation is told so in place of every screen that is about one
        // (B4).
        const nowhere =
          'organization' in operation.input.shape && !asking.actor?.activeOrganization;
        if (nowhere) throw new Response('Keine Organisationen verfügbar.', { status: 200 });
        // Whatever else is wrong in an address, there is nothing there.
        throw notFound();
      }
      const { output, organization } = await operation.perform(asking, input.data);
      if (await follow(organization, asking)) throw redirect(requestedPath(args.request));
      return output;
    } catch (error) {
      // Where the database is away the list behind the dialog cannot be loaded either.
      const isFault = !(error instanceof Problem || error instanceof Response || isOutage(error));
      if (options.gone && (isFault || (error instanceof Problem && error.status === 404))) {
        if (isFault) fault(error, args);
        const { to } = options.gone;
        throw redirect(typeof to === 'string' ? to : to(args), {
          headers: {
            'Set-Cookie': await noticeCookie(
              failure(options.gone.message),
              args.context.services.config,
            ),
          },
        });
      }
      throw await lacking(error, NOT_ALLOWED, args);
    }
  };
}

const NOT_ALLOWED: Message = { title: 'Berechtigung' };

/**
 * Leads home whoever may not see a screen or send its form (B7), and says so there: a permission
 * may have been withdrawn since the page that they come from was shown. Anything else leaves as
 * `leave` says.
 */
export async function lacking(
  error: unknown,
  message: Message,
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): Promise<unknown> {
  if (!(error instanceof Problem) || error.status !== 403) return leave(error, args);
  const said = failure(because(message, error));
  return redirect('/app/', {
    headers: { 'Set-Cookie': await noticeCookie(said, args.context.services.config) },
  });
}

/** The message of a failure, and then why: for a notification that stands alone. */
export function because({ title, message }: Message, { detail }: Problem): Message {
  return { title, message: [message, detail].filter(Boolean).join(' ') };
}

/**
 * What the operation asks for, out of `given` and the address: a route's parameters win over what
 * was sent, and the active organisation stands in where neither names one.
 */
export function addressed(
  operation: Operation,
  given: Record<string, unknown>,
  { params }: Pick<LoaderFunctionArgs, 'params'>,
  { actor }: Pick<Asking, 'actor'>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const name of Object.keys(operation.input.shape)) {
    const active = name === 'organization' ? actor?.activeOrganization : undefined;
    const value = params[name] ?? given[name] ?? active ?? undefined;
    if (value !== undefined) input[name] = value;
  }
  return input;
}

/**
 * A link may lead to something of another organisation that the user may see, and so may a form of
 * a page from before another became the active one. It becomes the active one then, so that the
 * frame around the screen is about the same organisation as the screen (B1).
 * @returns whether it has changed
 */
export async function follow(
  organization: string | null,
  { actor, services }: Pick<Asking, 'actor' | 'services'>,
): Promise<boolean> {
  const elsewhere =
    organization !== null && actor !== null && organization !== actor.activeOrganization;
  if (!elsewhere || !scopeOf(actor, organization)) return false;
  try {
    await selectActive(services.db, actor, organization);
  } catch (error) {
    // It was deleted at this very moment, and the other one stays.
    if (lostRace(error)) return false;
    throw error;
  }
  return true;
}

/** Who asks, for a loader that performs no operation. */
export async function whoAsks(args: LoaderFunctionArgs): Promise<Actor | null> {
  try {
    return (await authenticate(args.request, args.context)).actor;
  } catch (error) {
    throw leave(error, args);
  }
}

/**
 * How a screen leaves on a Problem: to the log-in (B2), or to the error screen with its status. An
 * outage of the database is one too, and so is a fault of ours. What is thrown as an answer (a
 * redirect) stays what it is.
 */
export function leave(
  error: unknown,
  args: Pick<LoaderFunctionArgs, 'request' | 'context'>,
): unknown {
  if (error instanceof Response) return error;
  if (!(error instanceof Problem)) return errorScreen(fault(error, args), args.context);
  if (error.status === 401) return redirect(loginPath(args.request));
  return errorScreen(error, args.context);
}

/**
 * What the error boundary shows, with the right status and the reference of this very request (B7).
 */
export function errorScreen(problem: Problem, context: AppLoadContext): Response {
  noteRetry(problem, context);
  const { requestId: reference, submits: submitted } = context;
  return Response.json({ reference, submitted } satisfies FailureData, { status: problem.status });
}

/** Remembers for the answer when it pays to come back. */
export function noteRetry({ headers }: Problem, context: AppLoadContext): void {
  context.retryAfter = headers?.['Retry-After'] ?? context.retryAfter;
}

/**
 * Characters of an address that the log-in keeps: more would not fit into the head of the next
 * request.
 */
const MAX_KEPT = 2000;

/** The log-in, keeping where the person wanted to go (B2). */
export function loginPath(request: Request): string {
  const path = requestedPath(request);
  return ['/app/', '/app', '/app/logout'].includes(path) || path.length > MAX_KEPT
    ? '/app/login'
    : `/app/login?redirect=${encodeURIComponent(path)}`;
}

/** The screen's path and query, also where Remix asks for its data only. */
export function requestedPath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete('_routes');
  const path = pathname
    .replace(/\/_root\.data$/, '/')
    .replace(/\.data$/, '')
    .replace(/^\/app$/, '/app/');
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}
