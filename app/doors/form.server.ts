import type { Submission as ConformSubmission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node';
import type { z } from 'zod';
import type { Asking, Operation, Performed } from '~/kernel/operation.server';
import { malformed, methodNotAllowed, notFound, Problem, unauthenticated } from '~/kernel/problem';
import { lostRace } from '~/kernel/transaction.server';
import { Outdated } from '~/kernel/version.server';
import { FORM_KEY, FORM_VERSION } from '~/ui/form-context';
import type { Notice } from '~/ui/notices';
import { echoed } from './echo';
import { fault } from './fault.server';
import { formReader } from './form-data.server';
import { failure, type Message, noticeCookie, success } from './notice.server';
import { addressed, because, follow, lacking, leave, noteRetry } from './page.server';
import { authenticate, sessionCookie } from './session.server';

/**
 * What the screen of a refused form gets: the fields' errors, what was typed, and the notification
 * to show.
 */
export interface FormAnswer<Output = never> {
  readonly result: SubmissionResult<string[]>;
  readonly notice?: Notice;
  /** What the form goes out from when it is sent again. */
  readonly version?: number;
  /** What came of it, where the form does not redirect. */
  readonly output?: Output;
}

interface FormOptions<Output> {
  /**
   * The form's fields where it asks for more than the operation does (a repeated password); the
   * rest is dropped.
   */
  fields?: z.ZodObject;

  /** The notification after success; none where the next screen says it itself. */
  success?: Message;
  /** The notification when the operation is refused or fails. */
  failure: Message;
  /**
   * Where to go after success; given the output, the form's own address and its fields. 'show'
   * redirects nowhere: the answer itself shows the output, and it alone, for what may be seen only
   * once (D4).
   */
  next:
    | 'show'
    | `/${string}`
    | ((output: Output, args: ActionFunctionArgs, fields: Record<string, unknown>) => string);
  /**
   * Where to go when what the form is about is gone; 'here' says so on the form. Without it: the
   * not-found screen.
   */
  gone?: 'here' | `/${string}` | ((args: ActionFunctionArgs) => string);
}

// What must never be sent back to the browser, though all else that was typed is.
const SECRET = /passwor[dt]/i;

/**
 * The door of a form: an action that parses what was posted, performs the operation and redirects
 * (303) with a notification, or answers 422 (or what else the Problem says) with the fields' errors
 * and what was typed. The same with and without JavaScript.
 */
export function form<Input extends z.ZodObject, Output>(
  operation: Operation<Input, Output>,
  options: FormOptions<Output>,
) {
  const schema = options.fields ?? operation.input;
  const read = formReader(schema);
  const submit = async (args: ActionFunctionArgs) => {
    const asking = await admitted(operation, args);
    const posted = await readForm(read, operation, args, asking);
    const again = async <Answered>(answered: Answered): Promise<Answered> => {
      await remain(operation, posted, asking, args);
      return answered;
    };
    const key = posted.get(FORM_KEY);
    const version = versionIn(posted);
    posted.delete(FORM_KEY);
    posted.delete(FORM_VERSION);
    const submission = parse(posted, schema);
    // A malformed id in the path names nothing that exists.
    const misaddressed =
      submission.status === 'error' &&
      Object.keys(submission.error ?? {}).some((name) => Object.hasOwn(args.params, name));
    if (submission.status !== 'success' && !misaddressed) {
      const reply = submission.reply({ hideFields: secrets(submission.payload) });
      if (submission.status === 'error') return again(answer(reply, 422, { version }));
      // A list got one row more or less (conform's intents): nothing was submitted yet, so nothing
      // is wrong yet.
      return again(answer({ ...reply, error: undefined }, 200, { version }));
    }
    let performed: Performed<Output>;
    try {
      if (submission.status !== 'success') throw notFound();
      const value = options.fields ? only(operation.input, submission.value) : submission.value;
      performed = await operation.perform(
        { ...asking, key: typeof key === 'string' ? key.slice(0, 200) : undefined, version },
        value as z.output<Input>,
      );
    } catch (error) {
      const problem = error instanceof Problem ? error : (lostRace(error) ?? fault(error, args));
      noteRetry(problem, args.context);
      if (problem.status === 404 && options.gone === 'here') {
        return again(refusal(submission, new Problem(404, problem.title), options.failure));
      }
      if (problem.status === 404 && options.gone) {
        const to = typeof options.gone === 'string' ? options.gone : options.gone(args);
        throw redirect(to, {
          headers: await noted(failure(because(options.failure, problem)), asking),
        });
      }
      if ([401, 403, 404].includes(problem.status) && !problem.errors) {
        throw await lacking(problem, options.failure, args);
      }
      return again(refusal(submission, problem, options.failure, version));
    }
    await follow(performed.organization, asking);
    const { next } = options;
    if (next === 'show') {
      const notice = options.success && success(options.success);
      return answer<Output>(submission.reply(), 200, { notice, output: performed.output });
    }
    const to = typeof next === 'string' ? next : next(performed.output, args, submission.value);
    const headers = options.success ? await noted(success(options.success), asking) : new Headers();
    if (performed.session) {
      headers.append('Set-Cookie', sessionCookie(performed.session, asking.services.config));
    }
    throw redirect(to, { status: 303, headers });
  };
  return async (args: ActionFunctionArgs) => {
    try {
      // Remix takes PUT, PATCH and DELETE for submissions, too.
      if (args.request.method !== 'POST') throw methodNotAllowed('GET, HEAD, POST');
      return await submit(args);
    } catch (error) {
      throw leave(error, args);
    }
  };
}

/**
 * The screen is shown again with what was typed, in the frame of the organisation that its form is
 * about: another tab may have chosen another one since.
 */
async function remain(
  operation: Operation,
  posted: FormData,
  asking: Asking,
  { context }: Pick<ActionFunctionArgs, 'context'>,
): Promise<void> {
  const { actor } = asking;
  if (!actor || (actor.organizations.length < 2 && !actor.systemAdmin)) return;
  const organization = await operation.locate(asking, Object.fromEntries(posted));
  // The loaders of this very request ask anew who is here.
  if (await follow(organization, asking)) context.actor = undefined;
}

/**
 * Who posts, if they may post at all: a foreign site's form is refused, nobody is sent to the
 * log-in.
 */
async function admitted(operation: Operation, args: ActionFunctionArgs): Promise<Asking> {
  try {
    const asking = await authenticate(args.request, args.context);
    if (!operation.open && !asking.actor) throw unauthenticated();
    return asking;
  } catch (error) {
    throw leave(error, args);
  }
}

/**
 * The same screen again with what the operation objected to: at its fields, or above the form and
 * as a notification.
 */
function refusal(submission: Submission, problem: Problem, message: Message, version?: number) {
  const { status, detail, errors, headers } = problem;
  const hideFields = secrets(submission.payload);
  const fieldErrors = errors as Record<string, string[]> | undefined;
  if (fieldErrors && !(problem instanceof Outdated)) {
    return answer(submission.reply({ fieldErrors, hideFields }), status, { version }, headers);
  }
  // The notification says what failed; above the form stands why, as that is needed for longer than
  // 4 seconds.
  const formErrors = [detail ?? message.message ?? message.title];
  const said = {
    notice: failure(message),
    version: problem instanceof Outdated ? problem.version : version,
  };
  return answer(submission.reply({ formErrors, fieldErrors, hideFields }), status, said, headers);
}

/** What was posted, checked. conform throws at an intent that it cannot read or carry out. */
function parse(posted: FormData, schema: z.ZodObject) {
  try {
    return parseWithZod(posted, { schema });
  } catch {
    throw malformed('Das Formular ist nicht lesbar.');
  }
}

function only(schema: z.ZodObject, value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => Object.hasOwn(schema.shape, name)),
  );
}

async function readForm(
  read: ReturnType<typeof formReader>,
  operation: Operation,
  args: ActionFunctionArgs,
  asking: Asking,
): Promise<FormData> {
  let posted: FormData;
  try {
    posted = await read(args.request);
  } catch (error) {
    throw error instanceof Problem ? error : malformed('Das Formular ist nicht lesbar.');
  }
  for (const [name, value] of Object.entries(addressed(operation, {}, args, asking))) {
    // The route's parameters win over the form; the active organisation only stands in where the
    // form names none.
    if (Object.hasOwn(args.params, name) || !posted.has(name)) posted.set(name, String(value));
  }
  return posted;
}

/** What the form goes out from; 0, which nothing has, where that cannot be read. */
function versionIn(posted: FormData): number | undefined {
  const version = posted.get(FORM_VERSION);
  if (version === null) return undefined;
  return typeof version === 'string' && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

function secrets(payload: Record<string, unknown>): string[] {
  return Object.keys(payload).filter((name) => SECRET.test(name));
}

function answer<Output = never>(
  result: SubmissionResult<string[]>,
  status: number,
  said: Omit<FormAnswer<Output>, 'result'>,
  headers?: Problem['headers'],
) {
  return data<FormAnswer<Output>>(
    { result: echoed(result), ...said },
    { status, headers: { ...headers } },
  );
}

async function noted(notice: Notice, { services }: Asking): Promise<Headers> {
  return new Headers({ 'Set-Cookie': await noticeCookie(notice, services.config) });
}

type Submission = ConformSubmission<unknown>;
