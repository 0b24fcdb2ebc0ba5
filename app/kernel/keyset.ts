import { z } from 'zod';

/**
 * Pages of a list by position, not by number: a cursor holds one row's values of the list's order.
 * An index finds the next page however far it is, and added or removed rows shift nothing (G7).
 */
export type Key = readonly string[];

/** The position of a row as an opaque text. */
export function cursorOf(key: Key): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** The input field for a cursor. @param key the values that it holds */
export function cursorOn<Values extends z.ZodType<Key>>(key: Values) {
  return z
    .string()
    .max(2000)
    .transform((text, context): z.output<Values> => {
      const parsed = key.safeParse(decoded(text));
      if (parsed.success) return parsed.data;
      context.addIssue({ code: 'custom', message: 'Keine Stelle in dieser Liste.' });
      return z.NEVER;
    });
}

/** A text inside a cursor. */
export const keyText = z.string().refine((value) => !value.includes('\u0000'));

function decoded(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/**
 * One page of a list for the API.
 * @param rows one more than `limit` if there are that many
 * @param limit maximum of rows; all if left out
 */
export function limited<Row>(
  rows: readonly Row[],
  limit: number | undefined,
  keyOf: (row: Row) => Key,
) {
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: last && rows.length > shown.length ? cursorOf(keyOf(last)) : null };
}

/**
 * One page of a screen's list, with the cursors of its neighbours.
 * @param rows in the list's order; one more than `size` in reading direction if there are that many
 * @param from where reading began: after a row, before one, or at the start of the list
 */
export function screenful<Row>(
  rows: readonly Row[],
  size: number,
  from: { after?: Key; before?: Key },
  keyOf: (row: Row) => Key,
) {
  const more = rows.length > size;
  const shown = from.before ? rows.slice(-size) : rows.slice(0, size);
  const [first, last] = [shown.at(0), shown.at(-1)];
  const hasPrevious = from.before ? more : from.after !== undefined;
  const hasNext = from.before !== undefined || more;
  return {
    rows: shown,
    previous: first && hasPrevious ? cursorOf(keyOf(first)) : null,
    next: last && hasNext ? cursorOf(keyOf(last)) : null,
  };
}
