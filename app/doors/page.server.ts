import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { Actor } from '~/kernel/actor';
import { nothing } from '~/kernel/fields';
import type { Caller, Operation } from '~/kernel/operation';
import { loggedIn, operation } from '~/kernel/operation.server';
import { isOutage } from '~/kernel/outage.server';
import { notFound, Problem } from '~/kernel/problem';
import { fault } from './fault.server';
import { failure, type Message } from './notice.server';
import {
  callerOf,
  follow,
  inputFor,
  leaveHome,
  redirectWith,
  toConfirmation,
  wholePage,
} from './screen.server';

interface PageOptions {
  /**
   * The redirect and its message if the subject of a dialog is gone or cannot be loaded (E5).
   * Without it: the not-found screen, or the error screen.
   */
  gone?: { to: string | ((args: LoaderFunctionArgs) => string); message: Message };
  /** Input that is not in the address, such as a remembered choice. */
  remembered?: (args: LoaderFunctionArgs, actor: Actor | null) => Record<string, unknown>;
}

/**
 * The door of a screen: a loader that returns the operation's output. Its input comes from the
 * route's parameters, the query and the active organisation.
 */
export function page<Input extends z.ZodObject, Output>(
  operation: Operation<Input, Output>,
  options: PageOptions = {},
) {
  return async (args: LoaderFunctionArgs): Promise<Output> => {
    try {
      const caller = await callerOf(operation, args);
      const { output, organization } = await operation.perform(
        caller,
        readInput(operation, args, caller, options.remembered?.(args, caller.actor)),
      );
      if (await follow(organization, caller)) throw wholePage(args.request);
      return output;
    } catch (error) {
      // The form that this request has refused has nothing to stand on.
      const typed = error instanceof Problem ? args.context.typed?.(error) : null;
      throw (
        typed ??
        toConfirmation(error, operation, args.request) ??
        closed(error, options, args) ??
        leaveHome(error, { title: 'Berechtigung' }, args)
      );
    }
  };
}

function readInput<Input extends z.ZodObject>(
  operation: Operation<Input>,
  args: LoaderFunctionArgs,
  caller: Caller,
  remembered: Record<string, unknown> = {},
): z.output<Input> {
  const query = { ...remembered, ...Object.fromEntries(new URL(args.request.url).searchParams) };
  const input = operation.input.safeParse(inputFor(operation, query, args, caller));
  if (input.success) return input.data;
  // Users without an organisation see that instead of every screen about one (B4).
  if ('organization' in operation.input.shape && !caller.actor?.activeOrganization)
    throw new Response('Keine Organisationen verfügbar.', { status: 200 });
  // Any other mistake in an address means not found.
  throw notFound();
}

/** The redirect that closes a dialog; null for errors it does not handle. */
function closed(error: unknown, { gone }: PageOptions, args: LoaderFunctionArgs): Response | null {
  if (!gone) return null;
  // During an outage the list behind the dialog could not be loaded either.
  const isFault = !(error instanceof Problem || error instanceof Response || isOutage(error));
  if (isFault) fault(error, args);
  else if (!(error instanceof Problem) || error.status !== 404) return null;
  const to = typeof gone.to === 'string' ? gone.to : gone.to(args);
  return redirectWith(to, failure(gone.message), args.context);
}

/** What a page reads; null if its subject is gone, for a screen that says so itself. */
export const orGone = <Output>(reading: Promise<Output>): Promise<Output | null> =>
  reading.catch((error) => {
    if (error instanceof Response && error.status === 404) return null;
    throw error;
  });

type Access<Input extends z.ZodObject, Subject> = Pick<
  Parameters<typeof operation<Input, null, Subject>>[0],
  'input' | 'subject' | 'may'
>;

/**
 * The loader of a screen without data, such as an empty form: it only turns away users who may not
 * see it.
 */
export function guard<Input extends z.ZodObject, Subject>(access: Access<Input, Subject>) {
  return page(
    operation<Input, null, Subject>({ ...access, summary: 'Open a screen', read: () => null }),
  );
}

export const guardLoggedIn = guard({ input: nothing, may: loggedIn });

/** A loader for a path that only a form of another screen posts to: opened by hand, it leads there. */
export const onlyForForms =
  (screen: (args: LoaderFunctionArgs) => string) => async (args: LoaderFunctionArgs) => {
    await guardLoggedIn(args);
    if (args.context.document && !args.context.submits) throw redirect(screen(args), 303);
    return null;
  };
