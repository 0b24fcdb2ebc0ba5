import { createHash } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { loggablePath } from './loggable';
import { type Operation, type Performed, sqlState } from './operation.server';
import {
  conflict,
  invalid,
  malformed,
  methodNotAllowed,
  notFound,
  Problem,
  tooLarge,
  unauthenticated,
  unsupportedMediaType,
} from './problem';
import { authenticate, sessionCookie } from './session.server';

/** One call of the API: an operation, and how its input and output are spelled on the wire. */
export interface Call {
  readonly operation: Operation;
  /** Turns the JSON body into the operation's fields, where they are spelled otherwise (G2). */
  readonly body?: (json: unknown) => unknown;
  /** The body as the documentation describes it, where it is not the operation's input. */
  readonly accepts?: z.ZodType;
  /** What the call answers; null for 204. */
  readonly answers: z.ZodType | null;
  readonly from: (output: never) => unknown;
  readonly refused?: (errors: Record<string, readonly string[]>) => unknown;
}

interface Wire<Output, Answer extends z.ZodType | null> {
  body?: (json: unknown) => unknown;
  accepts?: z.ZodType;
  answers: Answer;
  /** Turns the output into the answer; without it the output is the answer. */
  from?: (output: Output) => Answer extends z.ZodType ? z.input<Answer> : null;
  /** The answer (200) when fields are invalid, where it is not a problem document (G5). */
  refused?: (errors: Record<string, readonly string[]>) => Answer extends z.ZodType ? z.input<Answer> : null;
}

/** Offers an operation as a call. */
export function call<Input extends z.ZodObject, Output, Answer extends z.ZodType | null>(
  operation: Operation<Input, Output>,
  { from = (output) => output as never, ...wire }: Wire<Output, Answer>,
): Call {
  return { ...wire, operation: operation as unknown as Operation, from: from as Call['from'] };
}

/** Method and path below /api, parameters as :name, to the call: 'PUT /event/poll/:poll/:option'. */
export type Api = Readonly<Record<string, Call>>;

/** The API's door: finds the call for a request, performs its operation, answers JSON or a problem document (G1 to G4). */
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

async function handle(find: Find, { request, context }: ActionFunctionArgs): Promise<Response> {
  const url = new URL(request.url);
  const found = find(url.pathname.replace(/^\/api/, ''));
  if (!found) throw notFound();
  const allow = allowed(found.calls);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: allow } });
  const match = found.calls.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (!match) throw methodNotAllowed(allow);
  const { call } = match;
  const { operation } = call;

  const asking = await authenticate(request, context);
  if (!operation.open && !asking.actor) throw unauthenticated();
  let performed: Performed<unknown>;
  try {
    performed = await operation.perform(asking, await readInput(request, url, match));
  } catch (error) {
    if (!(call.refused && error instanceof Problem && error.errors)) throw error;
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
  return json(call.from(output as never), request, headers);
}

function json(answer: unknown, request: Request, headers: Headers): Response {
  const body = JSON.stringify(answer);
  headers.set('Content-Type', 'application/json');
  if (request.method === 'GET' || request.method === 'HEAD') {
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    headers.set('ETag', etag);
    headers.set('Cache-Control', 'private, no-cache');
    headers.set('Vary', 'Cookie, Authorization');
    const known = request.headers.get('If-None-Match');
    if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)) {
      return new Response(null, { status: 304, headers });
    }
  } else {
    headers.set('Cache-Control', 'no-store');
  }
  return new Response(body, { headers });
}

/** Path parameters win over the body, and the body over the query. */
async function readInput(
  request: Request,
  url: URL,
  { call, params }: Match,
): Promise<Record<string, unknown>> {
  const { input: schema } = call.operation;
  const query = Object.fromEntries([...url.searchParams].filter(([name]) => name in schema.shape));
  const sent = await readJson(request);
  const body = sent !== undefined && call.body ? call.body(sent) : (sent ?? {});
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid({ '': ['Erwartet wird ein JSON-Objekt.'] });
  }
  const input = schema.safeParse({ ...query, ...body, ...params });
  if (input.success) return input.data;
  // A malformed id in the path names nothing that exists.
  if (input.error.issues.some(({ path }) => String(path[0]) in params)) throw notFound();
  throw invalid(errorsByField(input.error));
}

const MAX_BODY_BYTES = 1024 * 1024;

async function readJson(request: Request): Promise<unknown> {
  if (!request.body) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw unsupportedMediaType();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw malformed('Der Inhalt ist kein gültiges JSON in UTF-8.');
  }
}

/** The messages of a schema by field, in the form of a problem document's `errors`. */
export function errorsByField(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const field = path.join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  return errors;
}

function nextCursor(output: unknown): string | null {
  return typeof output === 'object' && output !== null && 'next' in output && typeof output.next === 'string'
    ? output.next
    : null;
}

function problemDocument(error: unknown, { request, context }: ActionFunctionArgs): Response {
  const problem = error instanceof Problem ? error : mapped(error);
  if (!problem) {
    const { requestId, services } = context;
    services.log.error({ err: error, requestId, path: loggablePath(request.url) }, 'a call failed');
    const detail = `Bitte versuchen Sie es erneut. Referenz: ${requestId}`;
    return problemDocument(new Problem(500, 'Fehler', detail), { request, context, params: {} });
  }
  const { status, title, detail, errors, headers } = problem;
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail, errors }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  });
}

/** What a race leaves to the database: a reference to something that has just gone, a second of what must be one. */
function mapped(error: unknown): Problem | null {
  const state = sqlState(error);
  if (state === '23503') return notFound();
  if (state === '23505') return conflict('Das gibt es schon.');
  return null;
}

interface Match {
  readonly call: Call;
  readonly params: Readonly<Record<string, string>>;
}
type Find = (path: string) => { calls: Map<string, Match> } | null;

/** A router over the table. Static segments win over parameters; a trailing slash makes no difference (G1). */
function router(api: Api): Find {
  const routes = Object.entries(api).map(([name, call]) => {
    const [method = '', path = ''] = name.split(' ');
    return { method, segments: split(path), call };
  });
  return (path) => {
    const segments = split(path);
    const fitting = routes
      .filter((route) => fits(route.segments, segments))
      .sort((a, b) => statics(b.segments) - statics(a.segments));
    const best = fitting[0];
    if (!best) return null;
    const calls = new Map<string, Match>();
    for (const route of fitting) {
      if (calls.has(route.method) || statics(route.segments) < statics(best.segments)) continue;
      const params = decode(route.segments, segments);
      if (!params) return null;
      calls.set(route.method, { call: route.call, params });
    }
    return { calls };
  };
}

const split = (path: string) => path.replace(/^\/|\/$/g, '').split('/');
const statics = (segments: string[]) => segments.filter((segment) => !segment.startsWith(':')).length;
const fits = (pattern: string[], segments: string[]) =>
  pattern.length === segments.length &&
  pattern.every((part, at) => (part.startsWith(':') ? segments[at] !== '' : part === segments[at]));

function decode(pattern: string[], segments: string[]): Record<string, string> | null {
  try {
    return Object.fromEntries(
      pattern.flatMap((part, at) =>
        part.startsWith(':') ? [[part.slice(1), decodeURIComponent(segments[at] ?? '')]] : [],
      ),
    );
  } catch {
    return null;
  }
}

function allowed(calls: Map<string, Match>): string {
  const methods = [...calls.keys()];
  if (calls.has('GET')) methods.push('HEAD');
  return [...methods, 'OPTIONS'].sort().join(', ');
}
