import { createHash } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { wholeAnswer } from '~/bridge/whole-answer.server';
import { isRecord } from '~/kernel/json';
import type { Operation, Performed } from '~/kernel/operation.server';
import { invalid, methodNotAllowed, notFound, Problem, unauthenticated } from '~/kernel/problem';
import { lostRace } from '~/kernel/transaction.server';
import { Outdated } from '~/kernel/version.server';
import { abridged, withoutExcess } from './abridged';
import { allowed, type Find, type Match, router } from './api-router';
import { boundedErrors } from './bounded-errors';
import { fault } from './fault.server';
import { readJson } from './json-body.server';
import { authenticate, sessionCookie } from './session.server';
import { inOurSpelling, inTheirSpelling, refuseOurNames, type Spelling } from './spelling';

/** One call of the API: an operation, and how its input and output are spelled on the wire. */
export interface Call {
  readonly operation: Operation;
  /** Turns the JSON body into the operation's fields, where they are spelled otherwise (G2). */
  readonly body?: (json: unknown) => unknown;
  /** Where a field's name on the wire is another one. */
  readonly spelling?: Spelling;
  /**
   * The body as the documentation describes it, where it is not the operation's input; null for
   * none.
   */
  readonly accepts?: z.ZodType | null;
  /** What the call answers; null for 204. */
  readonly answers: z.ZodType | null;
  readonly from: (output: never) => unknown;
  readonly refused?: (errors: Record<string, readonly string[]>) => unknown;
  /**
   * Statuses of problems that the documentation cannot tell from the declaration: 401 of a log-in,
   * 409, 429.
   */
  readonly problems?: readonly number[];
}

interface Wire<Output, Answer extends z.ZodType | null> {
  body?: (json: unknown) => unknown;
  spelling?: Spelling;
  accepts?: z.ZodType | null;
  answers: Answer;
  /** Turns the output into the answer; without it the output is the answer. */
  from?: (output: Output) => Answer extends z.ZodType ? z.input<Answer> : null;
  /** The answer (200) when fields are invalid, where it is not a problem document (G5). */
  refused?: (
    errors: Record<string, readonly string[]>,
  ) => Answer extends z.ZodType ? z.input<Answer> : null;
  problems?: readonly number[];
}

/** Offers an operation as a call. */
export function call<Input extends z.ZodObject, Output, Answer extends z.ZodType | null>(
  operation: Operation<Input, Output>,
  { from = (output) => output as never, ...wire }: Wire<Output, Answer>,
): Call {
  return { ...wire, operation: operation as unknown as Operation, from: from as Call['from'] };
}

/**
 * Method and path below /api, parameters as :name, to the call: 'PUT /event/poll/:poll/:option'.
 */
export type Api = Readonly<Record<string, Call>>;

/**
 * The API's door: finds the call for a request, performs its operation, answers JSON or a problem
 * document (G1 to G4).
 */
export function dispatcher(api: Api): (args: ActionFunctionArgs) => Promise<Response> {
  const find = router(api);
  return async (args) => {
    try {
      return await handle(find, args);
    } catch (error) {
      return problemDocument(error, args);
    }
  };
}

async function handle(
  find: Find<Call>,
  { request, context }: ActionFunctionArgs,
): Promise<Response> {
  const url = new URL(request.url);
  const methods = find(url.pathname.replace(/^\/api/, ''));
  if (!methods) throw notFound();
  const allow = allowed(methods);
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { Allow: allow } });
  const match = methods.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (!match) throw methodNotAllowed(allow);
  const call = match.value;
  const { operation } = call;

  const asking = await authenticate(request, context);
  if (!operation.open && !asking.actor) throw unauthenticated();
  const version = expectedVersion(request, operation);
  const { json: sent, beyond } = withoutExcess(await readJson(request));
  const { spelling = {} } = call;
  refuseOurNames(sent, spelling);
  let performed: Performed<unknown>;
  try {
    performed = await operation.perform(
      { ...asking, version },
      inputOf({ json: sent, beyond }, url, match),
    );
  } catch (error) {
    if (!(error instanceof Problem && error.errors)) throw error;
    if (!call.refused || error.status !== 422) throw inTheirSpelling(error, sent, spelling);
    return json(call.refused(error.errors), request, new Headers());
  }
  const { output, session } = performed;
  const headers = new Headers();
  if (session) headers.append('Set-Cookie', sessionCookie(session, asking.services.config));
  if (!call.answers) return new Response(null, { status: 204, headers });
  const next = nextCursor(output);
  if (next) {
    url.searchParams.set('cursor', next);
    headers.set('Link', `<${url.pathname}${url.search}>; rel="next"`);
  }
  return json(call.from(output as never), request, headers, versionOf(output));
}

/**
 * Where a path has parameters, they win over what is sent: the query of a read, the body of a
 * write.
 */
function inputOf(
  { json, beyond }: ReturnType<typeof withoutExcess>,
  { searchParams }: URL,
  { value: { operation, body: fromWire, spelling = {} }, params }: Match<Call>,
): Record<string, unknown> {
  const { input: schema, writes } = operation;
  // No body says as much as an empty one.
  const body = json === undefined ? {} : json;
  const sent = writes
    ? (fromWire?.(body) ?? body)
    : Object.fromEntries([...searchParams].filter(([name]) => Object.hasOwn(schema.shape, name)));
  if (!isRecord(sent)) throw invalid({ '': ['Erwartet wird ein JSON-Objekt.'] });
  const fields = writes ? inOurSpelling(sent, spelling) : sent;
  const input = schema.safeParse(abridged({ ...fields, ...params }, schema));
  if (input.success) return input.data;
  // A malformed id in the path names nothing that exists.
  if (input.error.issues.some(({ path: [field] }) => Object.hasOwn(params, String(field))))
    throw notFound();
  throw invalid(errorsByField(input.error, beyond));
}

/** An answer with a body; a read can be asked for again by its ETag (304). */
function json(answer: unknown, request: Request, headers: Headers, version?: number): Response {
  const body = JSON.stringify(answer);
  headers.set('Content-Type', 'application/json');
  // A program that keeps the tag with its own copy still gets its 304; a browser keeps nothing
  // about people.
  headers.set('Cache-Control', 'no-store');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return wholeAnswer(body, { headers });
  }
  // Weak, because the same answer may go out compressed or not.
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  const tag = version === undefined ? `"${hash}"` : `"v${version}-${hash}"`;
  headers.set('ETag', `W/${tag}`);
  headers.set('Vary', 'Cookie, Authorization');
  const known = (request.headers.get('If-None-Match') ?? '').split(',').map((each) => each.trim());
  const unchanged = known.some((each) => each === '*' || each.replace(/^W\//, '') === tag);
  return unchanged ? new Response(null, { status: 304, headers }) : wholeAnswer(body, { headers });
}

/**
 * What If-Match asks for (RFC 9110, 13.1.1), by the version in our ETags: so a sign-up, which
 * changes an event's ETag, is in no editor's way. Of several tags the newest counts; one that is
 * none of ours is a version that nothing has.
 * @throws Problem 412 where no version is kept: what cannot be promised must not be done
 */
function expectedVersion(request: Request, { writes, edits }: Operation): number | undefined {
  const tags = request.headers.get('If-Match')?.trim();
  if (!writes || tags === undefined || tags === '*') return undefined;
  if (!edits)
    throw new Problem(412, 'Bedingung nicht erfüllt', 'Dieser Aufruf kennt kein If-Match.');
  const versions = [...tags.matchAll(/"v(\d{1,9})-[\w-]+"/g)].map(([, version]) => Number(version));
  return Math.max(0, ...versions);
}

function versionOf(output: unknown): number | undefined {
  return typeof output === 'object' &&
    output !== null &&
    'version' in output &&
    typeof output.version === 'number'
    ? output.version
    : undefined;
}

/**
 * The messages of a schema by field, in the form of a problem document's `errors`.
 * @param beyond how many fields were at fault that the schema has not seen
 */
function errorsByField(error: z.ZodError, beyond: number): Record<string, readonly string[]> {
  const errors = new Map<string, string[]>();
  const add = (field: string, message: string) => {
    const messages = errors.get(field);
    if (messages) messages.push(message);
    else errors.set(field, [message]);
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path.join('.'), issue.message);
    else
      for (const key of issue.keys)
        add([...issue.path, key].join('.'), 'Dieses Feld gibt es hier nicht.');
  }
  return boundedErrors(Object.fromEntries(errors), beyond);
}

function nextCursor(output: unknown): string | null {
  return typeof output === 'object' &&
    output !== null &&
    'next' in output &&
    typeof output.next === 'string'
    ? output.next
    : null;
}

function problemDocument(error: unknown, { request, context }: ActionFunctionArgs): Response {
  const problem =
    error instanceof Problem ? error : (lostRace(error) ?? fault(error, { request, context }));
  const { title, detail, errors, headers } = problem;
  const status = problem instanceof Outdated ? 412 : problem.status;
  return wholeAnswer(JSON.stringify({ type: 'about:blank', title, status, detail, errors }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      // How one logs in here otherwise; browsers know no dialog for it (RFC 9110, 11.6.1).
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...headers,
    },
  });
}
