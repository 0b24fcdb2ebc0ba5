import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node';
import type express from 'express';
import { type Streamed, streamedBody, wholeBody } from '~/doors/response-bodies.server';
import { dropRest, readBody } from './body';
import { compressed, compressor } from './compression';
import { withNextPage } from './next-page';
import { Room } from './room';
import { routedHandler } from './route-table';

/** Remix's server build; in development a function that returns the newest. */
export type Build = ServerBuild | (() => Promise<ServerBuild>);

interface Exchange {
  readonly request: express.Request;
  readonly response: express.Response;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly context: AppLoadContext;
  readonly next: express.NextFunction;
}

/** Lets Remix respond, as if at the server's own address. */
export type Adapter = (build: Build, origin: string) => (exchange: Exchange) => Promise<void>;

/**
 * The way from Express to Remix and back. Bodies are read first, within bounds; if one was refused,
 * the doors say why, each in its own format (docs/decisions/0017, 0028).
 * @param adapter ours, unless a test compares it with another
 */
export function remixHandler(
  build: Build,
  origin: string,
  contextOf: (
    request: express.Request,
    response: express.Response,
    received: number,
  ) => AppLoadContext,
  adapter: Adapter = ownAdapter,
): express.Handler {
  const adapt = adapter(build, origin);
  return async (request, response, next) => {
    try {
      const read = await readBody(request, response);
      if (read === 'gone') return;
      const unread = typeof read === 'object' ? undefined : read;
      const body = typeof read === 'object' ? read : null;
      const document = !request.path.endsWith('.data');
      const received = body?.byteLength ?? 0;
      const gone = untilGone(response);
      const shared = contextOf(request, response, received);
      const context = { ...shared, unread, received, document, gone };
      await context.turn();
      if (response.destroyed) return;
      await adapt({ request, response, body, context, next });
    } catch (error) {
      next(error);
    }
  };
}

/** Routes from a small table, and sends each response in one piece (docs/decisions/0028). */
function ownAdapter(build: Build, origin: string): ReturnType<Adapter> {
  const mode = process.env.NODE_ENV;
  const handle =
    typeof build === 'function' ? createRequestHandler(build, mode) : routedHandler(build, mode);
  return async ({ request, response, body, context }) => {
    const asked = fetchRequest(request, context.gone, origin, body);
    const answer = await handle(asked, context);
    await send(request, response, await withNextPage(answer, asked, context, handle));
  };
}

function untilGone(response: express.Response): AbortSignal {
  const abandoned = new AbortController();
  response.once('close', () => {
    // Loaders and actions may stop once nobody is waiting.
    if (!response.writableFinished) abandoned.abort();
  });
  return abandoned.signal;
}

/** At the server's own address, whatever host the request names; target.ts has settled the path. */
function fetchRequest(
  { method, headers, originalUrl }: express.Request,
  signal: AbortSignal | undefined,
  origin: string,
  body: BodyInit | null,
): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') copied.set(name, value);
    else for (const each of value ?? []) copied.append(name, each);
  }
  return new Request(origin + originalUrl, {
    method,
    headers: copied,
    signal,
    body,
  });
}

/** Responses that their clients have not read yet. Beyond this the oldest is cut off. */
const unsent = new Room(64 * 1024 * 1024, 16 * 1024, 'oldest');

async function send(
  request: express.Request,
  response: express.Response,
  result: Response,
): Promise<void> {
  const streamed = streamedBody(result);
  // The client has left: nothing would end what starts now.
  if (response.destroyed) return streamed?.close();
  response.statusMessage = result.statusText;
  response.status(result.status);
  for (const [name, value] of result.headers) response.append(name, value);
  if (streamed) return stream(request, response, streamed);
  const body = wholeBody(result) ?? (result.body && Buffer.from(await result.arrayBuffer()));
  const sent = await compressed(request, response, body);
  const holder = unsent.enter(() => response.destroy());
  const leave = () => unsent.leave(holder);
  response.once('finish', leave).once('close', leave);
  unsent.add(holder, sent?.byteLength ?? 0);
  if (request.complete) {
    response.end(sent);
    return;
  }
  // The client is still sending a body that was not read.
  response.set('Connection', 'close');
  if (sent && request.method !== 'HEAD') response.write(sent);
  else response.flushHeaders();
  await dropRest(request);
  response.end();
}

/** Memory of a streamed response: the piece waiting to be read, as text, as bytes and compressed. */
const STREAM_BYTES = 1024 * 1024;

/** Sends a response as its client reads it. If that fails, it is cut off without a last chunk. */
async function stream(
  request: express.Request,
  response: express.Response,
  { pieces, close }: Streamed,
): Promise<void> {
  const encoder = compressor(request, response);
  if (request.method === 'HEAD') {
    response.end();
    return close();
  }
  const holder = unsent.enter(() => response.destroy());
  unsent.add(holder, STREAM_BYTES);
  const texts = Readable.from(pieces, { objectMode: true, highWaterMark: 1 });
  try {
    // It listens seven times for the response's end, so we do not as well: Node warns of eleven.
    await (encoder ? pipeline(texts, encoder, response) : pipeline(texts, response));
  } catch (error) {
    // The client has left, and no more pieces are read.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    unsent.leave(holder);
    close();
  }
}
