import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { Caller, Operation } from '~/kernel/operation';
import { invalid, methodNotAllowed, Problem } from '~/kernel/problem';
import { problemOf } from './fault.server';
import { formReader } from './form-data.server';
import { leave, noteRetry, requestedPath } from './screen.server';
import { requireBody, turnToRead } from './session.server';

/**
 * The doors of a screen that a mail's link opens without a log-in: the token in its address grants
 * access. No session is read, so it does not matter which site or program sends a form: only
 * holders of the token can make one (docs/decisions/0040).
 */

type ByLink = z.ZodObject<{ token: z.ZodString }>;

const tokenOf = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => params.token ?? '';

/** A caller known only by the token in the address. */
export function callerByToken({ context }: Pick<LoaderFunctionArgs, 'context'>): Caller {
  const { services, ip, requestId } = context;
  return { services, ip, requestId, actor: null, userAgent: '', device: null };
}

/**
 * A loader for such a screen.
 * @returns the screen's data; null, with 404, if the link is not valid, whatever the reason
 */
export function linkPage<Output, Shown>(
  operation: Operation<ByLink, Output>,
  show: (output: Output) => Shown,
) {
  return async (args: LoaderFunctionArgs) => {
    try {
      const { output } = await operation.perform(callerByToken(args), { token: tokenOf(args) });
      return data({ shown: show(output) });
    } catch (error) {
      if (error instanceof Problem && error.status === 404)
        return data({ shown: null }, { status: 404 });
      throw leave(error, args);
    }
  };
}

/** Refusals that the screen itself explains, with what is possible now. */
const SAID = [404, 409, 413, 422, 429];

/**
 * An action for such a screen, which leads back to it (303), or says there why it was refused.
 * @returns the reason
 */
export function linkForm<Input extends ByLink>(operation: Operation<Input>) {
  const read = formReader(operation.input);
  return async (args: ActionFunctionArgs) => {
    const { request, context } = args;
    try {
      await requirePost(args);
      const fields = onlyOnce(await read(request), operation);
      const input = operation.input.safeParse({ ...fields, token: tokenOf(args) });
      if (!input.success) throw invalid({});
      await operation.perform(callerByToken(args), input.data);
    } catch (error) {
      const problem = problemOf(error, args);
      if (!SAID.includes(problem.status)) throw leave(problem, args);
      noteRetry(problem, context);
      context.refused = true;
      return data({ refusal: problem.detail ?? problem.title }, { status: problem.status });
    }
    throw redirect(requestedPath(request).split('?')[0] ?? '', 303);
  };
}

/** The fields of the operation; one that is sent twice has no value that could be meant. */
function onlyOnce(fields: FormData, { input }: Pick<Operation, 'input'>) {
  const names = Object.keys(input.shape).filter((name) => fields.getAll(name).length === 1);
  return Object.fromEntries(names.map((name) => [name, fields.get(name)]));
}

/**
 * An action that answers 200 to whatever a mail program sends (RFC 8058): form, multipart or
 * nothing, whether or not the link is valid. Only too many requests are refused.
 * @param inputOf what the screen's own form sends
 * @returns it, once it is done
 */
export function oneClick<Input extends ByLink>(
  operation: Operation<Input>,
  inputOf: (fields: FormData) => Omit<z.output<Input>, 'token'>,
) {
  const read = formReader(operation.input);
  return async (args: ActionFunctionArgs) => {
    try {
      await requirePost(args);
      const fields = await read(args.request).catch(() => new FormData());
      const given = inputOf(fields);
      const input = { ...given, token: tokenOf(args) };
      await operation.perform(callerByToken(args), input as z.output<Input>);
      return data({ refusal: null, given }, { status: 200 });
    } catch (error) {
      const problem = problemOf(error, args);
      if (problem.status === 404) return data({ refusal: null, given: null }, { status: 200 });
      const { status } = problem;
      if (status !== 413 && status !== 429) throw leave(problem, args);
      noteRetry(problem, args.context);
      return data({ refusal: problem.detail ?? problem.title, given: null }, { status });
    }
  };
}

async function requirePost({ request, context }: ActionFunctionArgs): Promise<void> {
  if (request.method !== 'POST') throw methodNotAllowed('POST');
  requireBody(context);
  await turnToRead(context, null);
}
