import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Holder, Room } from './room';

/** Nothing that people do here needs more. */
export const MAX_BYTES = 1024 * 1024;
/**
 * What nearly every form and call fits into; so nobody who sends large bodies is in the way of a
 * log-in.
 */
const FREE_BYTES = 16 * 1024;
/** Of the large ones so many at once, each from its first byte until its answer. */
const room = new Room(16 * MAX_BYTES, FREE_BYTES, 'largest');

/**
 * Of what is refused, so much more is read and dropped, since who is still sending does not read
 * the answer yet.
 */
const DROPPED_BYTES = 32 * MAX_BYTES;
const DROPPED_MS = 10_000;

/** Why a body is not read: it is over 1 MiB, or there is no room for it now. */
export type Unread = 'too large' | 'no room';

/**
 * The whole body of a request, counted as it arrives, whatever its path and however it is sent.
 * @returns null where there is none; 'gone' when the client has hung up before its end
 */
export async function readBody(
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<Uint8Array<ArrayBuffer> | Unread | 'gone' | null> {
  const { headers, method } = asked;
  const declared = Number(headers['content-length'] ?? 0);
  if (method === 'GET' || method === 'HEAD') return null;
  if (declared === 0 && headers['transfer-encoding'] === undefined) return null;
  if (declared > MAX_BYTES) return 'too large';

  const gathered = new Gathered();
  let holder: Holder | undefined;
  const body = await new Promise<Uint8Array<ArrayBuffer> | Unread | 'gone'>((resolve) => {
    holder = room.enter(() => resolve('no room'));
    asked.on('data', (chunk: Buffer) => {
      if (gathered.size + chunk.byteLength > MAX_BYTES) return resolve('too large');
      gathered.add(chunk);
      holder?.add(chunk.byteLength);
    });
    asked.once('end', () => resolve(gathered.bytes));
    for (const event of ['close', 'error']) asked.once(event, () => resolve('gone'));
  });
  asked.removeAllListeners('data').pause();
  if (body instanceof Uint8Array) {
    if (holder) holder.yields = false;
    answer.once('close', () => holder?.leave());
  } else {
    holder?.leave();
    gathered.forget();
  }
  return body;
}

/**
 * What has arrived so far, in one piece: of a body that comes byte by byte each chunk would weigh a
 * hundred times what it carries.
 */
class Gathered {
  #buffer = new Uint8Array(1024);
  size = 0;

  add(chunk: Buffer): void {
    const size = this.size + chunk.byteLength;
    if (size > this.#buffer.byteLength) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#buffer.byteLength));
      larger.set(this.#buffer.subarray(0, this.size));
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.size);
    this.size = size;
  }

  /** The listeners of the request, which may go on for a while, still know this object. */
  forget(): void {
    this.#buffer = new Uint8Array(0);
    this.size = 0;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.size);
  }
}

/**
 * Reads and drops what is still to come of a request that is answered already, within bounds: to
 * hang up at once would tear the answer away from who is still sending.
 */
export function dropRest(asked: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let dropped = 0;
    const late = setTimeout(resolve, DROPPED_MS).unref();
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    asked.on('data', (chunk: Buffer) => {
      dropped += chunk.byteLength;
      if (dropped > DROPPED_BYTES) done();
    });
    asked.once('end', done).once('close', done).once('error', done);
    if (asked.complete && asked.readableEnded) done();
    else asked.resume();
  });
}
