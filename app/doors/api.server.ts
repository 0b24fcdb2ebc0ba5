import { createHash, type Hash } from 'node:crypto';
import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { Database } from '#db/connection';
import type { Actor } from '~/kernel/actor';
import type { Caller, Context, Operation, Performed } from '~/kernel/operation';
import type { InPieces, Pieces } from '~/kernel/pieces.server';
import { invalid, methodNotAllowed, notFound, Problem, unauthenticated } from '~/kernel/problem';
import { Outdated } from '~/kernel/version.server';
import { allowed, type Find, type Match, router } from './api-router';
import { abridged, errorsByField, withoutExcess } from './bounds';
import { knownTags } from './conditional';
import { problemOf } from './fault.server';
import { readJson } from './json-body.server';
import { isInPieces, jsonInPieces } from './json-pieces.server';
import { longResponse } from './long-response.server';
import { wholeResponse } from './response-bodies.server';
import { authenticateCall, changeSession, turnToRead } from './session.server';
import {
  inOurSpelling,
  inTheirSpelling,
  isRecord,
  only,
  refuseOurNames,
  type Spelling,
} from './wire';

type FieldErrors = Readonly<Record<string, readonly string[]>>;

type Body<Schema> = Schema extends z.ZodType ? InPieces<z.input<Schema>> : null;

/** How the input and output of an operation are spelled on the wire. */
interface Wire<Output, Schema extends z.ZodType | null> {
  /**
   * Turns the JSON body into the operation's fields where their shapes differ (G2), which may
   * depend on what is stored.
   */
  readonly body?: (json: unknown, context: Context<Actor | null>) => unknown;
  /** The fields that have other names on the wire. */
  readonly spelling?: Spelling;
  /** The body to document, where it is not the operation's input; null for none. */
  readonly accepts?: z.ZodType | null;
  /** The response's body; null for 204. */
  readonly returns: Schema;
  /** True if the work is done later: 202 instead of 204. */
  readonly later?: true;
  /**
   * Turns the output into the body, which may need more data. By default the body has the fields of
   * the output, or of its rows, that `returns` names, whatever else the operation knows.
   */
  readonly from?: (output: Output, db: Database) => Body<Schema> | Promise<Body<Schema>>;
  /** The body (200) if fields are invalid, where it is not a problem document (G5). */
  readonly refused?: (errors: FieldErrors) => Body<Schema>;
  /** Fields of a write that may also be in its address, as many programs send no body with a DELETE. */
  readonly inAddress?: readonly string[];
  /** True if the body never changes while the server runs: it is made once. */
  readonly constant?: boolean;
  /** Statuses to document that the declaration does not imply: 401 of a log-in, 409, 429. */
  readonly problems?: readonly number[];
}

export interface Call extends Omit<Wire<never, z.ZodType | null>, 'from' | 'refused'> {
  readonly operation: Operation;
  readonly from: (output: unknown, db: Database) => unknown;
  readonly refused?: (errors: FieldErrors) => unknown;
}

export function call<Input extends z.ZodObject, Output, Schema extends z.ZodType | null>(
  operation: Operation<Input, Output>,
  { from, ...wire }: Wire<Output, Schema>,
): Call {
  return {
    ...wire,
    operation: operation as unknown as Operation,
    from: (from as Call['from'] | undefined) ?? ((output) => described(wire.returns, output)),
  };
}

/** The part of an output that a body's schema describes; all of it for one that is open to more. */
function described(returns: unknown, output: unknown): unknown {
  if (returns instanceof z.ZodArray) {
    const rows = isRecord(output) && 'rows' in output ? output.rows : output;
    return (rows as Pieces<unknown>).map((row) => described(returns.element, row));
  }
  if (!(returns instanceof z.ZodObject) || returns.def.catchall instanceof z.ZodUnknown)
    return output;
  return only(returns)(output as never);
}

/** Calls by method and path below /api: 'PUT /event/poll/:poll/:option'. */
export type Api = Readonly<Record<string, Call>>;

/**
 * The door of the API: finds the call for a request, performs its operation and responds with JSON
 * or a problem document (G1 to G4).
 */
export function dispatcher(api: Api): (args: ActionFunctionArgs) => Promise<Response> {
  const find = router(api);
  return async (args) => {
    try {
      return await dispatch(find, args);
    } catch (error) {
      return problemDocument(problemOf(error, args));
    }
  };
}

async function dispatch(find: Find<Call>, args: ActionFunctionArgs): Promise<Response> {
  const { request } = args;
  const url = new URL(request.url);
  const methods = find(url.pathname.replace(/^\/api/, ''));
  if (!methods) throw notFound();
  const allow = allowed(methods);
  if (request.method === 'OPTIONS')
    return new Response(null, { status: 204, headers: { Allow: allow } });
  const match = methods.get(request.method === 'HEAD' ? 'GET' : request.method);
  if (!match) throw methodNotAllowed(allow);
  return serve(match, url, args);
}

async function serve(
  match: Match<Call>,
  url: URL,
  { request, context }: ActionFunctionArgs,
): Promise<Response> {
  const { operation, spelling = {}, ...wire } = match.value;
  const caller = await authenticateCall(request, context);
  if (!operation.open && !caller.actor) throw unauthenticated();
  await turnToRead(context, caller.actor);
  const version = expectedVersion(request, operation);
  const body = withoutExcess(await readJson(request));
  refuseOurNames(body.json, spelling);
  let performed: Performed<unknown>;
  try {
    const input = await inputOf(body, url, match, caller);
    performed = await operation.perform({ ...caller, version }, input);
  } catch (error) {
    if (!(error instanceof Problem && error.errors)) throw error;
    if (!wire.refused || error.status !== 422) throw inTheirSpelling(error, body.json, spelling);
    return json(wire.refused(error.errors), request, new Headers());
  }
  const { output, session } = performed;
  const headers = new Headers();
  if (session) changeSession(headers, session, request, caller.services.config);
  if (!wire.returns) return new Response(null, { status: wire.later ? 202 : 204, headers });
  const { next, version: current } = isRecord(output) ? output : {};
  if (typeof next === 'string') {
    url.searchParams.set('cursor', next);
    headers.set('Link', `<${url.pathname}${url.search}>; rel="next"`);
  }
  const response = await wire.from(output, caller.services.db);
  if (wire.constant) return tagged(madeOnce(match.value, response), request, headers);
  return isInPieces(response)
    ? long(() => jsonInPieces(response), request, headers, {
        ...caller,
        gone: context.gone,
        current,
      })
    : json(response, request, headers, current);
}

/** The path's parameters win over the query of a read and the body of a write. */
async function inputOf(
  { json, beyond }: ReturnType<typeof withoutExcess>,
  { searchParams }: URL,
  { value: { operation, body: fromWire, spelling = {}, inAddress = [] }, params }: Match<Call>,
  { actor, services: { db } }: Caller,
): Promise<Record<string, unknown>> {
  const { input: schema, writes } = operation;
  const addressed = [...searchParams].filter(([name]) => Object.hasOwn(schema.shape, name));
  // No body is the same as an empty one. Most of the query is then ignored: a call that names
  // another member there would otherwise take back the caller's own answer.
  if (writes && json === undefined)
    refuseInAddress(addressed.filter(([name]) => !inAddress.includes(name)));
  const offered = addressed.filter(([name]) => !writes || inAddress.includes(name));
  const inBody = json === undefined ? {} : json;
  const body = writes ? withAddressed(Object.fromEntries(offered), inBody, schema) : null;
  const given = writes
    ? ((await fromWire?.(body, { db, actor })) ?? body)
    : Object.fromEntries(offered);
  if (!isRecord(given)) throw invalid({ '': ['Erwartet wird ein JSON-Objekt.'] });
  const fields = writes ? inOurSpelling(given, spelling) : given;
  const input = schema.safeParse(abridged({ ...fields, ...params }, schema));
  if (input.success) return input.data;
  // A malformed id in the path names nothing that exists.
  if (input.error.issues.some(({ path: [field] }) => Object.hasOwn(params, String(field))))
    throw notFound();
  throw invalid(errorsByField(input.error, beyond));
}

/** @throws Problem 422 for fields of a write in its address instead of its body */
function refuseInAddress(fields: readonly (readonly [string, string])[]): void {
  if (fields.length > 0)
    throw invalid(Object.fromEntries(fields.map(([name]) => [name, ['Gehört in den Body.']])));
}

/**
 * A body with the fields that its call also takes in the address.
 * @throws Problem 422 for fields with another value there than in the body
 */
function withAddressed(
  addressed: Readonly<Record<string, string>>,
  body: unknown,
  { shape }: z.ZodObject,
): unknown {
  if (!isRecord(body)) return body;
  // The address has only text: a body's true is the same as 'true' there.
  const meant = (name: string, value: unknown) => {
    const { success, data } = (shape[name] as z.ZodType).safeParse(value);
    return success ? data : value;
  };
  const differing = Object.entries(addressed).filter(
    ([name, value]) => Object.hasOwn(body, name) && meant(name, value) !== meant(name, body[name]),
  );
  if (differing.length === 0) return { ...addressed, ...body };
  throw invalid(Object.fromEntries(differing.map(([name]) => [name, [ADDRESS_DIFFERS]])));
}

const ADDRESS_DIFFERS = 'In der Adresse steht ein anderer Wert.';

/**
 * A response with a body. A read gets an ETag and answers If-None-Match (304).
 * @param version of an output that keeps one
 */
function json(body: unknown, request: Request, headers: Headers, version?: unknown): Response {
  const text = JSON.stringify(body);
  if (isRead(request)) return tagged({ body: text, hash: hashOf(text) }, request, headers, version);
  describeJson(headers);
  return wholeResponse(text, { headers });
}

/** A body as it is sent. */
interface Made {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

const constants = new WeakMap<Call, Made>();

/** A body that never changes, in one buffer, so it is compressed only once (bridge/compression.ts). */
function madeOnce(call: Call, response: unknown): Made {
  const known = constants.get(call);
  if (known) return known;
  const text = JSON.stringify(response);
  const made = { body: new TextEncoder().encode(text), hash: hashOf(text) };
  constants.set(call, made);
  return made;
}

const hashOf = (text: string) => digestOf(createHash('sha256').update(text));
const digestOf = (hash: Hash) => hash.digest('base64url').slice(0, 27);

/** Answers a body with lists of any length. @param read starts over */
function long(
  read: () => AsyncIterable<string>,
  request: Request,
  headers: Headers,
  {
    services: { limits },
    actor,
    ip,
    gone,
    current,
  }: Caller & { gone: AbortSignal | undefined; current: unknown },
): Promise<Response> {
  describeJson(headers);
  // A write has no ETag.
  const isKnownBy = isRead(request)
    ? (hash: Hash) => isKnown(digestOf(hash), request, headers, current)
    : undefined;
  return longResponse(read, { gone, limits, user: actor?.uuid ?? ip }, headers, isKnownBy);
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD';

function describeJson(headers: Headers): void {
  headers.set('Content-Type', 'application/json');
  // Keeps personal data out of browsers' caches. A program that stores the tag with its own copy
  // still gets its 304.
  headers.set('Cache-Control', 'no-store');
}

/** A read's response. */
function tagged(
  { body, hash }: Made,
  request: Request,
  headers: Headers,
  version?: unknown,
): Response {
  describeJson(headers);
  return isKnown(hash, request, headers, version)
    ? new Response(null, { status: 304, headers })
    : wholeResponse(body, { headers });
}

/** Sets a read's ETag. @returns whether the client has the body already */
function isKnown(hash: string, request: Request, headers: Headers, version?: unknown): boolean {
  const tag = typeof version === 'number' ? `"v${version}-${hash}"` : `"${hash}"`;
  // Weak, because the same body may be sent compressed or not.
  headers.set('ETag', `W/${tag}`);
  headers.set('Vary', 'Cookie, Authorization');
  return knownTags(request).some((each) => each === '*' || each === tag);
}

/**
 * The version that If-Match asks for (RFC 9110, 13.1.1). It is compared by the version in our ETags
 * alone, so a sign-up, which changes an event's ETag, does not get in an editor's way. The newest
 * of several tags counts; a foreign tag matches no version.
 * @throws Problem 412 where no version is kept: the condition could not be guaranteed
 */
function expectedVersion(request: Request, { writes, edits }: Operation): number | undefined {
  const tags = request.headers.get('If-Match')?.trim();
  if (!writes || tags === undefined || tags === '*') return undefined;
  if (!edits)
    throw new Problem(412, 'Bedingung nicht erfüllt', 'Dieser Aufruf kennt kein If-Match.');
  const versions = [...tags.matchAll(/"v(\d{1,9})-[\w-]+"/g)].map(([, version]) => Number(version));
  return Math.max(0, ...versions);
}

export function problemDocument(problem: Problem): Response {
  const { type, title, detail, errors, headers } = problem;
  const status = problem instanceof Outdated ? 412 : problem.status;
  return wholeResponse(JSON.stringify({ type, title, status, detail, errors }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      // The API's way to log in; browsers show no dialog for it (RFC 9110, 11.6.1).
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...headers,
    },
  });
}
