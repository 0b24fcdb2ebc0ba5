import type { IncomingMessage, ServerResponse } from 'node:http';
import { Room } from './room';

/** Enough for everything */
export const MAX_BYTES = 1024 * 1024;
/** but uploaded tables (O5): 5 MiB, plus what base64 and the rest of the form add. */
const MAX_TABLE_BYTES = 8 * MAX_BYTES;
const TAKES_TABLES = /^\/(app\/members\/import(\.data)?|api\/member\/import\/?)$/;
/** Nearly every form and call fits in this, so large bodies cannot block a log-in. */
const FREE_BYTES = 16 * 1024;
/** Shared by everything beyond that, each body from its first byte until its response is sent. */
const room = new Room(16 * MAX_BYTES, FREE_BYTES, 'largest');

/** Bounds on how much of a refused body is read and dropped while its client still sends. */
const DROPPED_BYTES = 32 * MAX_BYTES;
const DROPPED_MS = 10_000;

/** Why a body was not read: it has more bytes than this, or there is no room for it right now. */
export type Unread = number | 'no room';

/**
 * Reads the whole body of a request, counting it as it arrives, whatever its path and encoding.
 * @returns null if there is none; 'gone' if the client hung up before its end
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Uint8Array<ArrayBuffer> | Unread | 'gone' | null> {
  const { headers, method } = request;
  const declared = Number(headers['content-length'] ?? 0);
  if (method === 'GET' || method === 'HEAD') return null;
  if (declared === 0 && headers['transfer-encoding'] === undefined) return null;
  const most = TAKES_TABLES.test(request.url?.split('?')[0] ?? '') ? MAX_TABLE_BYTES : MAX_BYTES;
  if (declared > most) return most;

  const gathered = new Gathered();
  let giveWay = () => {};
  const holder = room.enter(() => giveWay());
  const body = await new Promise<Uint8Array<ArrayBuffer> | Unread | 'gone'>((resolve) => {
    giveWay = () => resolve('no room');
    request.on('data', (chunk: Buffer) => {
      if (gathered.size + chunk.byteLength > most) return resolve(most);
      gathered.add(chunk);
      room.add(holder, chunk.byteLength);
    });
    request.once('end', () => resolve(gathered.bytes));
    for (const event of ['close', 'error']) request.once(event, () => resolve('gone'));
  });
  request.removeAllListeners('data').pause();
  if (body instanceof Uint8Array) {
    holder.yields = false;
    response.once('close', () => room.leave(holder));
  } else {
    room.leave(holder);
    gathered.forget();
  }
  return body;
}

/**
 * Gathers a body in one buffer: sent byte by byte, each chunk would cost a hundred times its
 * content.
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

  /** Frees the memory; listeners of the request may refer to this object for a while. */
  forget(): void {
    this.#buffer = new Uint8Array(0);
    this.size = 0;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.size);
  }
}

/**
 * Reads and drops the rest of a request, within bounds: hanging up at once would cut off the
 * response to a client that is still sending.
 */
export function dropRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let dropped = 0;
    const late = setTimeout(resolve, DROPPED_MS).unref();
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.byteLength;
      if (dropped > DROPPED_BYTES) done();
    });
    request.once('end', done).once('close', done).once('error', done);
    if (request.complete && request.readableEnded) done();
    else request.resume();
  });
}
