import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node';
import type { Response as Answer, Request as Asked, Handler } from 'express';
import type { Config } from '~/config.server';
import { dropRest, readBody } from '~/server/body';
import { compressed } from '~/server/compression';
import { Room } from '~/server/room';
import { routedHandler } from './route-table';
import { wholeBody } from './whole-answer.server';

/**
 * Answers that their readers have not taken yet. Beyond this, who has waited longest is hung up on.
 */
const untaken = new Room(64 * 1024 * 1024, 16 * 1024, 'oldest');

/**
 * The way from Node to Remix and back: what @remix-run/express does, but a body is read before,
 * within its bounds, and an answer goes out in one piece, with its length (docs/decisions/0015,
 * 0018). Why a body was not read, the doors say: each in its own form.
 */
export function remixHandler(
  build: ServerBuild | (() => Promise<ServerBuild>),
  { origin }: Pick<Config, 'origin'>,
  contextOf: (asked: Asked, answer: Answer) => AppLoadContext,
): Handler {
  const mode = process.env.NODE_ENV;
  const handle =
    typeof build === 'function' ? createRequestHandler(build, mode) : routedHandler(build, mode);
  return async (asked, answer, next) => {
    try {
      const body = await readBody(asked, answer);
      if (body === 'gone') return;
      const unread = typeof body === 'string' ? body : undefined;
      const request = requestOf(asked, answer, origin, typeof body === 'string' ? null : body);
      await send(asked, answer, await handle(request, { ...contextOf(asked, answer), unread }));
    } catch (error) {
      next(error);
    }
  };
}

/** By the server's own address, whatever host the request names; target.ts has settled the path. */
function requestOf(asked: Asked, answer: Answer, origin: string, body: BodyInit | null): Request {
  const { method } = asked;
  const abandoned = new AbortController();
  answer.once('close', () => {
    // Loaders and actions need not go on when nobody waits any more.
    if (!answer.writableFinished) abandoned.abort();
  });
  const { signal } = abandoned;
  return new Request(origin + asked.originalUrl, {
    method,
    headers: headersOf(asked),
    signal,
    body,
  });
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
  const sent = await compressed(asked, answer, body);
  const holder = untaken.enter(() => answer.destroy());
  answer.once('finish', () => holder.leave()).once('close', () => holder.leave());
  holder.add(sent?.byteLength ?? 0);
  if (asked.complete) {
    answer.end(sent);
    return;
  }
  answer.set('Connection', 'close');
  if (sent && asked.method !== 'HEAD') answer.write(sent);
  else answer.flushHeaders();
  await dropRest(asked);
  answer.end();
}
