import { createHash, type Hash } from 'node:crypto';
import type { Limits } from '~/kernel/services.server';
import { streamedResponse } from './streamed-response.server';
import { wholeResponse } from './whole-response.server';

/** Characters of a body that is sent in one piece. A longer one is read anew as it is sent. */
const WHOLE = 512 * 1024;

interface Asked {
  /** Aborted when its client has left. */
  readonly gone: AbortSignal | undefined;
  readonly limits: Limits;
  /** For whom it is read. */
  readonly user: string;
}

/**
 * A response whose body may be of any length, in bounded memory (docs/decisions/0017): one at a time
 * of each user.
 * @param read begins anew, and gives the body a piece at a time
 * @param isKnown given for a body with a tag: it is read to its end for that first. True if the client
 *   has it already
 * @throws Problem 429 if too many of the user's wait
 */
export async function longResponse(
  read: () => AsyncIterable<string>,
  { gone, limits, user }: Asked,
  headers: Headers,
  isKnown?: (hash: Hash) => boolean,
): Promise<Response> {
  const leave = await limits.enterList(user);
  // Not by the request's own signal, of which Remix hands on copies that may be forgotten; and it may
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
