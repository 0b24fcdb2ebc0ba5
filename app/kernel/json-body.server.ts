import { malformed, tooLarge, unsupportedMediaType } from './problem';

const MAX_BODY_BYTES = 1024 * 1024;

/**
 * The JSON that a request carries, undefined if it carries nothing.
 * @throws Problem 400 for what is not JSON in UTF-8, 413 over 1 MiB, 415 for another or a compressed format
 */
export async function readJson(request: Request): Promise<unknown> {
  if (!request.body) return undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Read on, though nothing more is kept: to stop here would cut the connection before the answer.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw tooLarge();
  if (size === 0) return undefined;
  const type = request.headers.get('Content-Type') ?? '';
  const encoding = request.headers.get('Content-Encoding') ?? 'identity';
  if (!/^application\/json\s*(;|$)/i.test(type) || encoding !== 'identity') throw unsupportedMediaType();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw malformed('Der Inhalt ist kein gültiges JSON in UTF-8.');
  }
}
