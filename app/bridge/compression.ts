import { availableParallelism } from 'node:os';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { Request, Response } from 'express';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Smaller bodies save less than the header takes. */
const THRESHOLD_BYTES = 512;
/**
 * With few cores, other threads compete with the one that renders, and handing over costs as much
 * as a quick compression (docs/performance.md).
 */
const FEW_CORES = 2;
const HAS_FEW_CORES = availableParallelism() <= FEW_CORES;
/** Compressing more than this in one go would hold up everybody else (ASVS V15.2.2). */
const IN_ONE_GO_BYTES = HAS_FEW_CORES ? 1024 * 1024 : 0;
/** Brotli quality for a body that is sent only once. */
const QUALITY = HAS_FEW_CORES ? 3 : 4;
/** Keeps eighty events below 12 KiB; smaller pages manage with 3. */
const LONG_BYTES = 64 * 1024;
const LONG_QUALITY = 4;
/** A third of the time of the default level, for 4 to 8 % more bytes. */
const QUICK_GZIP = { level: 3 };
const TEXT = /^text\/|\bjson\b|javascript|xml/;

/** By body and encoding, for bodies that are sent again and again. */
const kept = new WeakMap<Uint8Array, Map<string, Uint8Array | Promise<Uint8Array>>>();

/**
 * Compresses a body as the client accepts it, by Brotli, gzip or not at all, and sets the headers
 * for that. A complete body compresses faster and smaller than a stream.
 * @param body the same buffer sent again is compressed once. Null if there is none; the headers are
 *   set as if there were (HEAD, 304)
 */
export async function compressed(
  request: Request,
  response: Response,
  body: string | Uint8Array | null,
): Promise<Uint8Array | null> {
  const isText = TEXT.test(String(response.getHeader('Content-Type') ?? ''));
  if (isText) response.vary('Accept-Encoding');
  if (body === null) return null;
  const plain = typeof body === 'string' ? Buffer.from(body) : body;
  const sent = isText ? await encode(request, response, plain) : plain;
  response.setHeader('Content-Length', sent.byteLength);
  return sent;
}

async function encode(
  request: Request,
  response: Response,
  plain: Uint8Array,
): Promise<Uint8Array> {
  if (plain.byteLength < THRESHOLD_BYTES || response.hasHeader('Content-Encoding')) return plain;
  const encoding = encodingFor(request);
  if (!encoding) return plain;
  response.setHeader('Content-Encoding', encoding);
  const encodings = kept.get(plain) ?? new Map<string, Uint8Array | Promise<Uint8Array>>();
  kept.set(plain, encodings);
  const done = encodings.get(encoding) ?? encoded(plain, encoding);
  encodings.set(encoding, done);
  return done;
}

function encoded(plain: Uint8Array, encoding: string): Uint8Array | Promise<Uint8Array> {
  const inOneGo = plain.byteLength <= IN_ONE_GO_BYTES;
  if (encoding === 'gzip') return inOneGo ? gzipSync(plain, QUICK_GZIP) : gzipped(plain);
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: plain.byteLength > LONG_BYTES ? LONG_QUALITY : QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
      [constants.BROTLI_PARAM_LGWIN]: windowBits(plain.byteLength),
    },
  };
  return inOneGo ? brotliCompressSync(plain, options) : brotli(plain, options);
}

// One by one: given several, Express picks the one that browsers name first, which is gzip.
const encodingFor = (request: Request) =>
  ['br', 'gzip'].find((name) => request.acceptsEncodings(name));

/** For a stream: repetitions in a list are close together. */
const STREAM_WINDOW_BITS = 18;

/**
 * Compresses text that is sent as a stream, on another thread, and sets the headers for that.
 * @returns null if the client accepts none
 */
export function compressor(request: Request, response: Response): Transform | null {
  response.vary('Accept-Encoding');
  const encoding = encodingFor(request);
  if (!encoding) return null;
  response.setHeader('Content-Encoding', encoding);
  if (encoding === 'gzip') return createGzip(QUICK_GZIP);
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: STREAM_WINDOW_BITS,
    },
  });
}

/**
 * A window as large as the body. With Brotli's default each body over 64 KiB takes 8 MiB, which
 * makes V8 collect all garbage every twenty pages.
 */
function windowBits(bytes: number): number {
  return Math.min(constants.BROTLI_DEFAULT_WINDOW, Math.max(16, Math.ceil(Math.log2(bytes))));
}
