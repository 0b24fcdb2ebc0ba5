import type { z } from 'zod';
import { invalid } from './problem';

/**
 * A place in an ordered list, as the opaque text that leads there (G7).
 * @param place the values of the order's columns in the row that the place is after (or before)
 */
export function encodeCursor(place: readonly string[]): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The place that a cursor means, null for none.
 * @throws Problem 422 if it is not one of this kind of list
 */
export function decodeCursor<Place extends z.ZodType>(
  cursor: string | undefined,
  place: Place,
): z.output<Place> | null {
  if (cursor === undefined) return null;
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalid({ cursor: ['Das ist keine Stelle dieser Liste.'] });
  }
}
