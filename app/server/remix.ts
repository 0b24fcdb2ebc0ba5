import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from '@remix-run/node';
import type { Response as Answer, Request as Asked, Handler } from 'express';
import { wholeBody } from '~/kernel/whole-answer.server';
import { compressed } from './compression';
import { routedHandler } from './route-table';

/**
 * The way from Node to Remix and back: what @remix-run/express does, but an answer goes out in one piece, with its length
 * (docs/decisions/0015). Nothing here is longer than a page.
 */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  contextOf: (asked: Asked, answer: Answer) => AppLoadContext,
): Handler {
  const mode = process.env.NODE_ENV;
  const handle = typeof build === 'function' ? createRequestHandler(build, mode) : routedHandler(build, mode);
  return async (asked, answer, next) => {
    const request = requestOf(asked, answer);
    try {
      const response = await handle(request, contextOf(asked, answer));
      await send(asked, answer, response);
      await readOn(request);
    } catch (error) {
      next(error);
    }
  };
}

function requestOf(asked: Asked, answer: Answer): Request {
  const { method } = asked;
  const abandoned = new AbortController();
  answer.once('close', () => {
    // Loaders and actions need not go on when nobody waits any more.
    if (!answer.writableFinished) abandoned.abort();
  });
  const bodiless = method === 'GET' || method === 'HEAD';
  return new Request(`${asked.protocol}://${hostOf(asked)}${asked.originalUrl}`, {
    method,
    headers: headersOf(asked),
    signal: abandoned.signal,
    ...(bodiless ? {} : { body: createReadableStreamFromReadable(asked), duplex: 'half' }),
  });
}

/**
 * Reads what nobody has read of a body, as after a 401: Node does that only where the body was never touched. The next
 * request on the connection, which a proxy may send for somebody else, would wait for ever behind it.
 */
async function readOn({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  await body.pipeTo(new WritableStream()).catch(() => {
    // The connection is gone, and with it what was to be freed.
  });
}

/** As `trust proxy` has it, which says nothing of ports: the one of the proxy, else the one in Host. */
function hostOf(asked: Asked): string {
  const port = [asked.get('X-Forwarded-Host'), asked.get('Host')]
    .map((host) => Number.parseInt(host?.split(':')[1] ?? '', 10))
    .find(Number.isSafeInteger);
  return port === undefined ? asked.hostname : `${asked.hostname}:${port}`;
}

function headersOf({ headers }: Asked): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') copy.set(name, value);
    else for (const each of value ?? []) copy.append(name, each);
  }
  return copy;
}

async function send(asked: Asked, answer: Answer, response: Response): Promise<void> {
  answer.statusMessage = response.statusText;
  answer.status(response.status);
  for (const [name, value] of response.headers) answer.append(name, value);
  const body = wholeBody(response) ?? (response.body && Buffer.from(await response.arrayBuffer()));
  answer.end(await compressed(asked, answer, body));
}
