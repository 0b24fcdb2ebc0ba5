import { createHash, type Hash } from 'node:crypto';
import type { Limits } from '~/kernel/services.server';
import { streamedResponse, wholeResponse } from './response-bodies.server';

/** Characters of a body that is sent in one piece. A longer one is read again while it is sent. */
const WHOLE = 512 * 1024;

interface Asked {
  /** Aborted when its client has left. */
  readonly gone: AbortSignal | undefined;
  readonly limits: Limits;
  /** For whom it is read. */
  readonly user: string;
}

/**
 * A response with a body of any length, in bounded memory (docs/decisions/0017): one at a time for
 * each user.
 * @param read starts over, and yields the body piece by piece
 * @param isKnown given for a body with a tag, which is first read to its end for it. True if the
 *   client has it already
 * @throws Problem 429 if too many of the user's requests are waiting
 */
export async function longResponse(
  read: () => AsyncIterable<string>,
  { gone, limits, user }: Asked,
  headers: Headers,
  isKnown?: (hash: Hash) => boolean,
): Promise<Response> {
  const leave = await limits.enterList(user);
  // Not the request's own signal: Remix passes on copies that may be garbage-collected, and may
  // drop a response whose client has left.
  gone?.addEventListener('abort', leave);
  let streams = false;
  try {
    const hash = createHash('sha256');
    let text = '';
    let isWhole = true;
    for await (const piece of served(read(), limits, user)) {
      gone?.throwIfAborted();
      hash.update(piece);
      isWhole &&= text.length + piece.length <= WHOLE;
      text = isWhole ? text + piece : '';
      if (!isWhole && !isKnown) break;
    }
    if (isKnown?.(hash)) return new Response(null, { status: 304, headers });
    if (isWhole) return wholeResponse(text, { headers });
    streams = true;
    return streamedResponse({ pieces: served(read(), limits, user), close: leave }, { headers });
  } finally {
    if (!streams) leave();
  }
}

/** Reads each piece with its user's share of the database's connections. */
function served(
  pieces: AsyncIterable<string>,
  limits: Limits,
  user: string,
): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const each = pieces[Symbol.asyncIterator]();
      return {
        next: () => limits.serve({ user }, () => each.next()),
        return: async () => (await each.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
