import { tooLarge } from './problem';

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The body of a request, empty if it has none.
 * @throws Problem 413 over 1 MiB
 */
export async function readBody(request: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Read on, though nothing more is kept: to stop here would cut the connection before the answer.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}
