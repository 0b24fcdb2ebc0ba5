import { z } from 'zod';
import { nothing } from '~/kernel/fields';
import { publicOperation } from '~/kernel/operation.server';
import { CONFIRM, type ProblemType, SECOND_FACTOR } from '~/kernel/problem';
import type { Api, Call } from './api.server';

/** The general part of the document. */
export interface About {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Groups of calls by path prefix; the longest match counts. */
  readonly groups: Readonly<Record<string, { name: string; description: string }>>;
}

type Json = Record<string, unknown>;

const PROBLEM = 'application/problem+json';

/** The meaning of each problem status (G4), for the document. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'The body is not JSON in UTF-8.',
  401: 'Nobody is logged in; at a log-in, e-mail, password or code is wrong or missing.',
  403: 'The permission is missing, or another site sent a write that carries the cookie; or the user has to confirm again who they are (`type`).',
  404: 'It does not exist, or this user must not know that it does.',
  409: 'The present state forbids it: full, closed, already answered, the last administrator, no linked member.',
  412: 'Someone else has changed it since the answer whose ETag If-Match names (`errors` says to what); or If-Match cannot be used here.',
  413: 'The body is larger than 1 MiB (a table to import: 8 MiB), or without a log-in than 64 KiB.',
  415: 'The body is something else than application/json, or compressed.',
  422: 'A field is missing, unknown or invalid; `errors` says which.',
  429: 'Too many tries; Retry-After says in how many seconds to come back.',
  503: 'The database is away or full, or too many people log in; Retry-After says in how many seconds to come back.',
};

/** The part of an OpenAPI document that its own schema needs. */
export const openApi = z.looseObject({ openapi: z.string(), paths: z.looseObject({}) });

/**
 * The operation that reads an API's document. `api` is a function, as it includes this operation.
 */
export function describing(api: () => Api, about: About) {
  let document: Json | undefined;
  return publicOperation({
    summary: 'This document',
    input: nothing,
    read() {
      document ??= openApiDocument(api(), about);
      return document;
    },
  });
}

/** The OpenAPI 3.1 document of an API, generated from the declarations that serve it (G6). */
function openApiDocument(api: Api, about: About): Json {
  const schemas: Json = { Problem: problem };
  const paths: Record<string, Json> = {};
  const used = new Set<string>();
  for (const [name, call] of Object.entries(api)) {
    const [method = '', path = ''] = name.split(' ');
    const group = groupOf(path, about);
    used.add(group);
    const template = `/api${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[template] ??= {};
    Object.assign(paths[template], {
      [method.toLowerCase()]: {
        operationId: operationId(method, path),
        tags: [group],
        ...described(call, path, schemas),
      },
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: LOGGED_IN,
    tags: Object.values(about.groups).filter(({ name }) => used.has(name)),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(STATUSES).map(([status, description]) => [
          `Problem${status}`,
          problemResponse(Number(status), description),
        ]),
      ),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description:
            "A browser's cookie, set by POST /api/login/browser. Behind https it is called `__Host-session`.",
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The sessionId that POST /api/login/mobile answers.',
        },
      },
    },
  };
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The ETag of a read, so as to change nothing that someone else has edited since (412).',
  schema: { type: 'string' },
};

const LOGGED_IN = [{ session: [] }, { bearer: [] }];

/** Describes one call, without its name and group. */
function described(
  { operation, accepts, returns, later, problems = [], inAddress = [] }: Call,
  path: string,
  schemas: Json,
): Json {
  const { input, writes, open, guarded, about, edits, confirms } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const sent = z.strictObject(
    Object.fromEntries(Object.entries(input.shape).filter(([name]) => !inPath.includes(name))),
  );
  const takesBody =
    writes && accepts !== null && (accepts !== undefined || Object.keys(sent.shape).length > 0);
  const inQuery = writes ? inAddress : Object.keys(sent.shape);
  const fields = schemaOf(input, 'input', schemas) as { properties: Json; required?: string[] };

  const statuses = new Set([...problems, 503]);
  if (!open) for (const status of [401, 429]) statuses.add(status);
  if (writes || guarded || confirms) statuses.add(403);
  if (writes) statuses.add(412);
  if (about || inPath.length > 0) statuses.add(404);
  if (inQuery.length > 0) statuses.add(422);
  if (writes) for (const status of [400, 413, 415, 422]) statuses.add(status);

  const parameter = (where: 'path' | 'query') => (name: string) => ({
    name,
    in: where,
    required: where === 'path' || (fields.required ?? []).includes(name),
    schema: fields.properties[name] ?? {},
  });
  const parameters: Json[] = [...inPath.map(parameter('path')), ...inQuery.map(parameter('query'))];
  if (edits) parameters.push(IF_MATCH);
  return {
    summary: operation.summary,
    ...(operation.description ? { description: operation.description } : {}),
    ...(open ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(takesBody ? { requestBody: bodyOf(schemaOf(accepts ?? sent, 'input', schemas)) } : {}),
    responses: {
      ...success(returns, {
        later,
        isRead: !writes,
        isPaged: inQuery.includes('cursor'),
        schemas,
      }),
      ...Object.fromEntries(
        [...statuses]
          .sort((a, b) => a - b)
          .map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  };
}

function success(
  returns: z.ZodType | null,
  {
    later,
    isRead,
    isPaged,
    schemas,
  }: { later?: boolean; isRead: boolean; isPaged: boolean; schemas: Json },
): Json {
  if (later) return { 202: { description: 'It will be done; a read says how far it is.' } };
  if (!returns) return { 204: { description: 'Done; there is nothing to say.' } };
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  const headers = {
    ...(isRead ? { ETag: text('To be sent as If-None-Match with the next read.') } : {}),
    ...(isPaged
      ? { Link: text('With `limit`: the next page, rel="next", where there is one (RFC 8288).') }
      : {}),
  };
  return {
    200: { description: 'Done.', headers, content: json(schemaOf(returns, 'output', schemas)) },
    ...(isRead
      ? { 304: { description: 'Unchanged since the answer that If-None-Match names.' } }
      : {}),
  };
}

/** A body whose fields are all optional is optional itself. */
function bodyOf(schema: Json): Json {
  const { type, required = [] } = schema as { type?: string; required?: string[] };
  return { required: type !== 'object' || required.length > 0, content: json(schema) };
}

const json = (schema: Json) => ({ 'application/json': { schema } });

/**
 * Converts a zod schema to JSON Schema. Parts named by `.meta({ id })` become components. Dates are
 * ISO date-times on the wire.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $schema, $defs, ...own } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      delete jsonSchema.id;
    },
  });
  const hoisted = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const component = hoisted(definition);
    const taken = components[name];
    if (taken && JSON.stringify(taken) !== JSON.stringify(component)) {
      throw new Error(`Two schemas of the API call themselves ${name}`);
    }
    components[name] = component;
  }
  return hoisted(own);
}

/** The problems that have a type of their own, which says more than their status. */
const TYPES: readonly ProblemType[] = ['about:blank', CONFIRM, SECOND_FACTOR];

/** A problem document (RFC 9457); the texts are German, for people. */
const problem = {
  type: 'object',
  description:
    'A problem document (RFC 9457). Its texts are German and made for people; programs go by `status`, and by `type` where it is not about:blank.',
  properties: {
    type: {
      type: 'string',
      enum: TYPES,
      description:
        `about:blank, where \`status\` says it all. ${CONFIRM} (403): confirm who you are with POST /api/login/confirm, ` +
        `or log in anew, and repeat the call. ${SECOND_FACTOR} (401): repeat the log-in with \`code\`.`,
    },
    title: { type: 'string', description: 'What went wrong in general.' },
    status: { type: 'integer', minimum: 400, maximum: 599 },
    detail: { type: 'string', description: 'What went wrong this time, and what to do about it.' },
    errors: {
      type: 'object',
      description: 'What is wrong with which field; an empty text only marks the field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  required: ['type', 'title', 'status'],
};

function problemResponse(status: number, description: string): Json {
  const headers: Record<number, [name: string, description: string]> = {
    401: ['WWW-Authenticate', 'Always Bearer.'],
    429: ['Retry-After', 'Seconds to wait.'],
    503: ['Retry-After', 'Seconds to wait.'],
  };
  const [header, meaning] = headers[status] ?? [];
  return {
    description,
    ...(header
      ? { headers: { [header]: { description: meaning, schema: { type: 'string' } } } }
      : {}),
    content: { [PROBLEM]: { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** 'PUT /event/:event/participation' becomes putEventByEventParticipation, which is unique. */
function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith(':') ? `By-${segment.slice(1)}` : segment))
    .join('-')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return method.toLowerCase() + words.join('');
}

function groupOf(path: string, { groups }: About): string {
  const fitting = Object.keys(groups).filter((prefix) => `${path}/`.startsWith(`${prefix}/`));
  const [longest = ''] = fitting.sort((a, b) => b.length - a.length);
  const group = groups[longest];
  if (!group) throw new Error(`No group of the document holds ${path}`);
  return group.name;
}
