import { invalid, malformed, unsupportedMediaType } from '~/kernel/problem';

/** A megabyte of participations has 42,000 values; no other body has more than a few hundred. */
const MAX_VALUES = 50_000;
/** Our bodies have three levels; ignored parts (`participatedEvents`) may have more. */
const MAX_DEPTH = 32;

/**
 * Reads a JSON body; undefined if there is none.
 * @throws Problem 400 if it is not JSON in UTF-8, 415 for another or a compressed format, 422 for
 *   more values or levels than any call has: small objects and new names cost a hundred times their
 *   bytes
 */
export async function readJson(request: Request): Promise<unknown> {
  const body = Buffer.from(await request.arrayBuffer());
  if (body.byteLength === 0) return undefined;
  const type = request.headers.get('Content-Type') ?? '';
  const encoding = request.headers.get('Content-Encoding') ?? 'identity';
  if (!/^application\/json\s*(;|$)/i.test(type) || encoding !== 'identity')
    throw unsupportedMediaType();
  if (isOvergrown(body)) {
    throw invalid({
      '': [`Höchstens ${MAX_VALUES.toLocaleString('de')} Werte, ${MAX_DEPTH} Ebenen tief.`],
    });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw malformed('Der Inhalt ist kein gültiges JSON in UTF-8.');
  }
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Counts values and levels by the punctuation alone, before anything is parsed. */
function isOvergrown(json: Uint8Array): boolean {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === COMMA) values++;
    else if (OPENING.has(byte)) {
      values++;
      depth++;
    } else if (CLOSING.has(byte)) depth--;
    if (values > MAX_VALUES || depth > MAX_DEPTH) return true;
  }
  return false;
}

function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
