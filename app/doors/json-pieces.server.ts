import { Pieces } from '~/kernel/pieces.server';
import { isRecord } from './wire';

/**
 * Writes a body as JSON, as JSON.stringify would, with its long lists a piece at a time.
 * @param gap between the rows of lists: lines, in a file that people may look at
 */
export async function* jsonInPieces(body: unknown, gap = ''): AsyncGenerator<string, void> {
  if (body instanceof Pieces) yield* list(body, gap);
  else if (hasPieces(body)) yield* object(body, gap);
  else yield JSON.stringify(body);
}

/** True if a part of a body is a list in pieces. */
export const isInPieces = (body: unknown): boolean => body instanceof Pieces || hasPieces(body);

const hasPieces = (body: unknown): body is Record<string, unknown> =>
  isRecord(body) && Object.values(body).some((each) => each instanceof Pieces);

async function* list(pieces: Pieces<unknown>, gap: string): AsyncGenerator<string, void> {
  let lead = `[${gap}`;
  for await (const rows of pieces.read()) {
    let text = '';
    for (const row of rows) {
      text += lead;
      lead = `,${gap}`;
      if (hasPieces(row)) {
        yield text;
        text = '';
        yield* object(row, gap);
      } else text += JSON.stringify(row);
    }
    if (text !== '') yield text;
  }
  yield lead.startsWith('[') ? '[]' : ']';
}

async function* object(record: Record<string, unknown>, gap: string): AsyncGenerator<string, void> {
  let lead = `{${gap}`;
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    yield `${lead}${JSON.stringify(name)}:`;
    lead = `,${gap}`;
    yield* jsonInPieces(value, gap);
  }
  yield '}';
}
