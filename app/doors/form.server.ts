import type { Submission as ConformSubmission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { type ActionFunctionArgs, data, redirect } from '@remix-run/node';
import type { z } from 'zod';
import { type Actor, scopeOf } from '~/kernel/actor';
import type { Caller, Operation, Performed } from '~/kernel/operation';
import { forbidden, malformed, methodNotAllowed, notFound, Problem } from '~/kernel/problem';
import { Outdated } from '~/kernel/version.server';
import type { FailureData } from '~/ui/failure';
import { FORM_ENDED, FORM_ORGANIZATION } from '~/ui/form-context';
import type { Notice } from '~/ui/notices';
import { echoed } from './echo';
import { problemOf } from './fault.server';
import { formReader } from './form-data.server';
import { type Shape, shapeOf } from './form-fields';
import {
  bodyOf,
  isTap,
  keep,
  keepWaiting,
  keyIn,
  loggedOut,
  MAX_SEALED,
  open,
  ownerIn,
  SECRET,
} from './kept-input.server';
import { failure, type Message, noticeCookie, success } from './notice.server';
import { type Posted, readPosted } from './posted-form.server';
import {
  because,
  callerOf,
  currentActor,
  follow,
  leave,
  leaveHome,
  noteRetry,
  RELOAD_DOCUMENT,
  redirectWith,
  toConfirmationWithInput,
  toLogin,
} from './screen.server';
import { changeSession, turnToRead } from './session.server';
import { only } from './wire';

/** The data of an action that does not redirect. */
interface FormResponse<Output = never> {
  /** The fields' errors, and the input. */
  readonly result: SubmissionResult<string[]>;
  readonly notice?: Notice;
  /** The version to compare when the form is sent again. */
  readonly version?: number;
  /** With `next: 'show'`. */
  readonly output?: Output;
  /** True for input from before a log-in that was not sent since. */
  readonly restored?: boolean;
  /** For the log-in and the confirmation: another form's input that they carry along. */
  readonly kept?: string | null;
  /** That input was too long to be kept. */
  readonly lost?: boolean;
  /** True for the log-in that another form led to. */
  readonly ended?: boolean;
}

interface FormOptions<Output> {
  /**
   * The form's fields if it asks for more than the operation, such as a repeated password; the
   * extra fields are dropped.
   */
  fields?: z.ZodObject;
  /**
   * The notification after success, or a function that names what changed; none if the next screen
   * shows it anyway.
   */
  success?:
    | Message
    | ((output: Output, fields: Fields, args: ActionFunctionArgs) => Message | undefined);
  /** The notification when the operation is refused or fails. */
  failure: Message;
  /**
   * The next screen after success. 'show' responds with the output instead, for secrets that are
   * shown only once (D4), or what is left to do.
   */
  next:
    | 'show'
    | `/${string}`
    | ((output: Output, args: ActionFunctionArgs, fields: Fields) => string);
  /**
   * The next screen if the form's subject is gone and no text was typed; 'here' says so on the
   * form. Otherwise: the not-found screen, with what was typed.
   */
  gone?: 'here' | `/${string}` | ((args: ActionFunctionArgs) => string);
  /**
   * The screen that the form stands on, if nothing could be sent again at its own address: where
   * users are after a log-in in between. Its input is not kept.
   */
  standsOn?: `/${string}` | ((args: ActionFunctionArgs) => string);
  /** The screen that a conflict (409) is said on, for a form that may stand elsewhere; null for its own. */
  saysConflictOn?: (args: ActionFunctionArgs, fields: Fields) => string | null;
  /**
   * False if most of the next screen stays as it is, so that sending it with the answer
   * (bridge/next-page.ts) would be more than the browser needs.
   */
  bringsNext?: boolean;
  /**
   * Only for the log-in and the confirmation, which carry another form's input to its screen: the
   * user they are for.
   */
  carriesFor?: (output: Output) => string;
}

type Fields = Record<string, unknown>;

/** A form's operation and options, with what its schema says. */
interface Door<Output> {
  readonly operation: Operation<z.ZodObject, Output>;
  readonly options: FormOptions<Output>;
  readonly schema: z.ZodObject;
  readonly read: ReturnType<typeof formReader>;
  readonly shape: Shape;
}

/**
 * The door of a form: an action that parses what was posted, performs the operation and redirects
 * (303) with a notification, or responds 422 (or the Problem's status) with the fields' errors and
 * what was typed. Works the same with and without JavaScript.
 */
export function form<Input extends z.ZodObject, Output>(
  operation: Operation<Input, Output>,
  options: FormOptions<Output>,
) {
  const schema = options.fields ?? operation.input;
  const shape = shapeOf(schema);
  const door = { operation, options, schema, read: formReader(schema), shape };
  const action = async (args: ActionFunctionArgs) => {
    try {
      // Remix takes PUT, PATCH and DELETE for submissions, too.
      if (args.request.method !== 'POST') throw methodNotAllowed('GET, HEAD, POST');
      const { data: shown, init } = await submit(door, args);
      return data({ ...shown, result: echoed(shown.result, shape) }, init ?? undefined);
    } catch (error) {
      throw leave(error, args);
    }
  };
  // For the browser, if no answer comes (bridge/route-table.ts).
  return Object.assign(action, { failure: options.failure });
}

async function submit<Output>(door: Door<Output>, args: ActionFunctionArgs) {
  const { operation, options, schema, read } = door;
  const caller = await callerOf(operation, args).catch(async (error) => {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    throw ended(door, error, keyIn(await bodyOf(args.request)), args);
  });
  const carries = options.carriesFor !== undefined;
  try {
    await turnToRead(args.context, caller.actor, carries ? MAX_SEALED : 0);
  } catch (error) {
    return unreadForm(error, options, args);
  }
  const posted = await readPosted(read, operation, args, caller, carries);
  const screen = posted.others && screenOf(options, args);
  const submission = parse(posted.fields, schema);
  if (screen) throw redirectWith(screen, failure(OTHER_USER), args.context);
  // Shown again, it would be about another club, or something that is not in that one.
  const isAboutClub = Object.hasOwn(operation.input.shape, FORM_ORGANIZATION);
  const moves = hasLeft(posted, caller) && (isAboutClub || Object.keys(args.params).length > 0);
  const again = moves ? null : unfinished(submission, posted, args);
  if (!again) return carryOut(door, submission, posted, caller, args);
  args.context.typed = (problem) => typedScreen(door, submission, problem, posted, args);
  return stay(again, posted, caller, args);
}

async function carryOut<Output>(
  door: Door<Output>,
  submission: Submission,
  posted: Posted,
  caller: Caller,
  args: ActionFunctionArgs,
) {
  const { operation, options } = door;
  const { key, single, version } = posted;
  let performed: Performed<Output>;
  try {
    if (submission.status !== 'success') throw notFound();
    const input = only(operation.input)(submission.value as never);
    performed = await operation.perform(
      { ...caller, key: isTap(key) ? undefined : key, single, version },
      input,
    );
  } catch (error) {
    const asked = toConfirmationWithInput(error, operation, args.request);
    if (asked) throw asked;
    const found = problemOf(error, args);
    const isGone = [403, 404].includes(found.status);
    const problem = isGone && hasLeft(posted, caller) ? forbidden(NO_LONGER) : found;
    // Without a log-in, it can only be about the input.
    if (problem.status === 401 && !operation.open) throw ended(door, problem, key ?? null, args);
    const isShown = options.gone !== 'here' || problem.status === 403;
    const shown = isShown ? typedScreen(door, submission, problem, posted, args) : null;
    if (shown) throw shown;
    return stay(refusal(submission, problem, options, posted, args), posted, caller, args);
  }
  await followForm(performed.organization, caller, args);
  return succeeded(submission, performed, options, posted, args);
}

const screenOf = <Output>({ standsOn }: FormOptions<Output>, args: ActionFunctionArgs) =>
  typeof standsOn === 'function' ? standsOn(args) : standsOn;

/** Where a form leads whose session has ended. @param key of the form */
function ended<Output>(
  { options, schema }: Door<Output>,
  problem: Problem,
  key: string | null,
  args: ActionFunctionArgs,
) {
  const screen = screenOf(options, args);
  return screen ? toLogin(args, screen) : loggedOut(problem, schema, key, args);
}

/**
 * The log-in's response to another form whose session had ended: the log-in, carrying the input. It
 * stores and reveals nothing.
 * @param path of that form's screen
 */
export async function keepInput(args: ActionFunctionArgs, path: string) {
  await currentActor(args);
  const input = keep(await bodyOf(args.request), path, args.context.services.config);
  return respond({}, 401, { ...input, ended: true });
}

/**
 * The confirmation's response to another form: the screen that asks, carrying the input (T2).
 * @param path of that form's screen
 */
export async function keepWaitingForm(args: ActionFunctionArgs, path: string, actor: Actor) {
  const body = await bodyOf(args.request);
  return respond({}, 401, keepWaiting(body, path, actor, args.context.services.config));
}

const NO_LONGER = 'Diesem Verein gehören Sie nicht mehr an.';

/** True for a form that was on the screen of somebody logged in. */
const wasShown = ({ key, restored }: Posted) => restored || ownerIn(key) !== null;

/** True for a form of a club to which access has ended since it was shown. */
const hasLeft = (posted: Posted, { actor }: Caller) =>
  actor !== null &&
  posted.organization !== null &&
  wasShown(posted) &&
  !scopeOf(actor, posted.organization);

/** conform throws at an intent that it cannot read or carry out. */
function parse(fields: FormData, schema: z.ZodObject) {
  try {
    return parseWithZod(fields, { schema });
  } catch {
    throw malformed('Das Formular ist nicht lesbar.');
  }
}

/** Shows again a form that was too large to be read, with what scripts still have of it. */
function unreadForm<Output>(
  error: unknown,
  { failure: message }: FormOptions<Output>,
  { context }: ActionFunctionArgs,
) {
  if (!(error instanceof Problem)) throw error;
  context.refused = true;
  const reasons = [error.detail ?? error.title];
  return respond({ status: 'error', error: { '': reasons } }, error.status, {
    notice: failure(message),
  });
}

/** The response to a form that is invalid or not submitted yet; null if it is to be carried out. */
function unfinished(submission: Submission, posted: Posted, { params }: ActionFunctionArgs) {
  const { version, kept, restored, others } = posted;
  if (submission.status === 'success') return null;
  const invalid = submission.status === 'error';
  // A malformed id in the path names nothing that exists: that is 404, and no field's error.
  const wrong = Object.keys(submission.error ?? {});
  if (invalid && wrong.some((name) => Object.hasOwn(params, name))) return null;
  const reply = submission.reply({ hideFields: secrets(submission.payload) });
  if (invalid) return respond(reply, 422, { version, kept });
  // A list got another row (conform's intent), or the form is shown again: not yet the time for
  // errors.
  const notice = others ? failure(OTHER_USER) : undefined;
  return respond({ ...reply, error: undefined }, 200, {
    version,
    notice,
    restored: restored || others,
  });
}

/**
 * Shows the screen again in the frame of its organisation, as another tab may have switched to
 * another one.
 */
async function stay<Shown extends ReturnType<typeof respond>>(
  shown: Shown,
  { organization }: Posted,
  caller: Caller,
  args: ActionFunctionArgs,
): Promise<Shown> {
  await followForm(organization, caller, args);
  args.context.refused = (shown.init?.status ?? 200) >= 400;
  return shown;
}

/** Follows a form to its organisation: the loaders of this very request then look up anew which one is active. */
async function followForm(
  organization: string | null,
  caller: Caller,
  { context }: ActionFunctionArgs,
): Promise<void> {
  if (await follow(organization, caller)) context.actor = undefined;
}

/**
 * Shows users who lost the right while writing, or whose subject was deleted, what they wrote, and
 * nothing else: the form may be about something they may no longer read.
 * @returns null for other problems, and if the form was not rendered for anybody or has no texts
 */
function typedScreen<Output>(
  { options: { failure: message }, shape }: Door<Output>,
  { payload }: Submission,
  problem: Problem,
  posted: Posted,
  { context, params }: ActionFunctionArgs,
): Response | null {
  if (![403, 404].includes(problem.status)) return null;
  if (!wasShown(posted) || shape.kind !== 'fields') return null;
  const typed = [...shape.fields].flatMap(([name, field]) => {
    const isOurs = SECRET.test(name) || Object.hasOwn(params, name);
    return isOurs ? [] : textsIn(field, payload[name]);
  });
  if (typed.length === 0) return null;
  const why = because(message, problem).message;
  const shown = { reference: context.requestId, submitted: true, why, typed: [...new Set(typed)] };
  return Response.json(shown satisfies FailureData, { status: problem.status });
}

/** What was typed into a field. */
function textsIn(shape: Shape, typed: unknown): string[] {
  if (shape.kind === 'list' && Array.isArray(typed))
    return typed.slice(0, shape.max).flatMap((entry) => textsIn(shape.element, entry));
  const isText = shape.kind === 'text' && shape.max < Infinity && typeof typed === 'string';
  return isText && typed.trim() ? [typed.slice(0, shape.max)] : [];
}

/**
 * Shows what the operation objected to: at the fields, or above the form and as a notification.
 * @throws a redirect if the screen itself is gone or forbidden
 */
function refusal<Output>(
  submission: Submission,
  problem: Problem,
  { gone, saysConflictOn, failure: message }: FormOptions<Output>,
  { version, kept }: Posted,
  args: ActionFunctionArgs,
) {
  noteRetry(problem, args.context);
  if (problem.status === 404 && gone && gone !== 'here') {
    const to = typeof gone === 'string' ? gone : gone(args);
    throw redirectWith(to, failure(because(message, problem)), args.context);
  }
  const isGone = problem.status === 404 && gone === 'here';
  if ([403, 404].includes(problem.status) && !problem.errors && !isGone)
    throw leaveHome(problem, message, args);
  const elsewhere = problem.status === 409 && saysConflictOn?.(args, submission.payload);
  if (elsewhere) {
    const response = redirectWith(elsewhere, failure(because(message, problem)), args.context);
    // As a document: nothing on it still offers what was refused.
    response.headers.set(RELOAD_DOCUMENT, 'true');
    throw response;
  }
  const { status, detail, errors, headers, values } = isGone
    ? new Problem(404, problem.title)
    : problem;
  const fieldErrors = errors as Record<string, string[]> | undefined;
  const hideFields = secrets(submission.payload);
  // Nothing was wrong, but there is one more step.
  if (status === 401 && values && !fieldErrors)
    return respond(filled(submission.reply({ hideFields }), values), 200, { version, kept });
  const outdated = problem instanceof Outdated ? problem : null;
  if (fieldErrors && !outdated)
    return respond(
      filled(submission.reply({ fieldErrors, hideFields }), values),
      status,
      { version, kept },
      headers,
    );
  // The notification is gone after 4 seconds; the reason stays above the form.
  const reason = detail ?? message.message ?? message.title;
  // The reason only says when it goes on, and the notification only what failed.
  const formErrors = [status === 429 ? `${problem.title}. ${reason}` : reason];
  const reply = filled(submission.reply({ formErrors, fieldErrors, hideFields }), values);
  // With incomplete input, as if nobody is chosen, nothing has failed.
  const notice = status === 422 ? undefined : failure(message);
  const rest = { notice, version: outdated?.version ?? version, kept };
  return respond(reply, status, rest, headers);
}

/** With the fields that the form continues with. */
function filled(result: SubmissionResult<string[]>, values: Problem['values']) {
  return { ...result, initialValue: { ...result.initialValue, ...values } };
}

function succeeded<Output>(
  submission: Submission & { status: 'success' },
  { output, session }: Performed<Output>,
  { success: message, next, bringsNext = true, carriesFor }: FormOptions<Output>,
  { kept }: Posted,
  args: ActionFunctionArgs,
) {
  const { config } = args.context.services;
  const fields = submission.value as Fields;
  const said = typeof message === 'function' ? message(output, fields, args) : message;
  let notice = said && success(said);
  const to = typeof next === 'function' ? next(output, args, fields) : next;
  const headers = new Headers();
  if (to === 'show') {
    if (session) changeSession(headers, session, args.request, config);
    return respond<Output>(submission.reply(), 200, { notice, output }, headers);
  }
  // The form's screen gets it as another form (307), and shows it or carries it out.
  const leadsBack =
    kept !== null && carriesFor && open(kept, carriesFor(output), to, config) !== null;
  if (kept !== null && !leadsBack) notice = failure(NOT_RESTORED);
  if (notice) headers.append('Set-Cookie', noticeCookie(notice, config));
  if (session) changeSession(headers, session, args.request, config);
  // The browser drops earlier screens with it.
  if (session === 'end')
    for (const name of [RELOAD_DOCUMENT, FORM_ENDED]) headers.set(name, 'true');
  else if (bringsNext && !leadsBack) args.context.leadsTo = to;
  throw redirect(to, { status: leadsBack ? 307 : 303, headers });
}

const NOT_RESTORED: Message = {
  title: 'Eingaben',
  message: 'Die Eingaben von vorhin ließen sich nicht übernehmen.',
};

const OTHER_USER: Message = {
  title: 'Eingaben',
  message:
    'Inzwischen sind Sie mit einem anderen Benutzerkonto eingeloggt. Bitte prüfen und noch einmal abschicken.',
};

/** Never sent back: secrets, and files, which have to be chosen again. */
function secrets(payload: Fields): string[] {
  return Object.keys(payload).filter((name) => SECRET.test(name) || payload[name] instanceof File);
}

function respond<Output = never>(
  result: SubmissionResult<string[]>,
  status: number,
  rest: Omit<FormResponse<Output>, 'result'>,
  headers?: HeadersInit,
) {
  return data<FormResponse<Output>>({ result, ...rest }, { status, headers });
}

type Submission = ConformSubmission<unknown>;
