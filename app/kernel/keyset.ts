import { z } from 'zod';
import { day, id } from './fields';

/**
 * Keyset pagination: a cursor holds the values of the list's order for one row, not its number. The
 * next page is found in the index, however far it is, and added or deleted rows shift nothing (G7).
 * The queries are in keyset.server.ts.
 */
export type Key = readonly string[];

/** A text inside a cursor. */
const keyText = z.string().refine((value) => !value.includes('\u0000'));

/** A value of an order: its field, its column, and its form in a cursor. */
interface KeyColumn<Name extends string = string> {
  readonly field: Name;
  readonly column: string;
  readonly type: keyof typeof TYPES;
}

const TYPES = {
  text: keyText,
  uuid: id,
  date: day,
  /** A bigint, counted by the database. */
  number: z.string().regex(/^\d{1,18}$/),
  /** A time of the day; '' for none, which comes first. */
  time: z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/),
  /** A timestamp as microseconds since 1970: JavaScript's dates are too coarse. */
  microseconds: z.string().regex(/^\d{1,16}$/),
};

/** Writes and reads a cursor. */
interface Codec {
  encode(key: Key): string;
  /** Null if it is no cursor. */
  decode(text: string): unknown;
  readonly wrong: string;
}

const opaque: Codec = {
  encode(key) {
    const bytes = new TextEncoder().encode(JSON.stringify(key));
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  },
  decode(text) {
    try {
      const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
      const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      return null;
    }
  },
  wrong: 'Keine Stelle in dieser Liste.',
};

/** Human-readable cursors for addresses; for values without underscores. */
export const readable: Codec = {
  encode: (key) => key.join('_'),
  decode: (text) => text.split('_'),
  wrong: 'Kein gültiger Zeiger.',
};

/** How a list is ordered: declared once, for its cursors, conditions and pages alike. */
export interface Order<Name extends string = string> {
  readonly columns: readonly KeyColumn<Name>[];
  readonly descending: boolean;
  /** The input field for a cursor. */
  readonly cursor: z.ZodType<Key, string>;
  cursorAt(row: Readonly<Record<Name, string | number | null>>): string;
  /** The values of its order. */
  keyOf(row: Readonly<Record<Name, string | number | null>>): Key;
}

/**
 * Declares the order of a list, ascending unless said otherwise; the last value must make a row
 * unique.
 * @param columns a row's field and its type, with the column's name where that differs
 */
export function orderedBy<Name extends string>(
  columns: ReadonlyArray<Omit<KeyColumn<Name>, 'column'> & { column?: string }>,
  { codec = opaque, descending = false }: { codec?: Codec; descending?: boolean } = {},
): Order<Name> {
  const [first, ...rest] = columns.map(({ type }) => TYPES[type] as z.ZodType<string, string>);
  const key = z.tuple([first ?? keyText, ...rest]);
  const keyOf = (row: Readonly<Record<Name, string | number | null>>) =>
    columns.map(({ field }) => String(row[field] ?? ''));
  return {
    columns: columns.map((each) => ({ column: each.field, ...each })),
    descending,
    cursor: z
      .string()
      .max(2000)
      .transform((text, context): Key => {
        const parsed = key.safeParse(codec.decode(text));
        if (parsed.success) return parsed.data;
        context.addIssue({ code: 'custom', message: codec.wrong });
        return z.NEVER;
      }),
    cursorAt: (row) => codec.encode(keyOf(row)),
    keyOf,
  };
}

/** A slice of a list: after a row, before one, its end or beginning; whole without a limit. */
export interface Slice {
  readonly after?: Key;
  readonly before?: Key;
  readonly atEnd?: boolean;
  readonly limit?: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Cursors of the neighbouring pages, null where there is none. */
  readonly previous: string | null;
  readonly next: string | null;
}

export type Keyed<Name extends string> = Readonly<Record<Name, string | number | null>>;

/**
 * Cuts a page out of what was read.
 * @param rows in the list's order; more than the limit if the list goes on
 */
export function pageOf<Name extends string, Row extends Keyed<Name>>(
  order: Order<Name>,
  rows: readonly Row[],
  { after, before, limit = rows.length }: Slice,
): Page<Row> {
  const more = rows.length > limit;
  const shown = before ? rows.slice(-limit) : rows.slice(0, limit);
  return between(order, shown, {
    hasPrevious: before ? more : after !== undefined,
    hasNext: before !== undefined || more,
  });
}

/** How a page lies around a key. */
export interface Around {
  /** The direction of travel. */
  readonly towards: 'earlier' | 'later';
  readonly size: number;
  /** Maximum of rows before the key, if there is any after it. */
  readonly lead?: number;
}

/**
 * Cuts a page out of the rows around a key. Going back, it ends with the row before the key; going on,
 * it is filled up with earlier rows, so that without a lead it is only short if the whole list is.
 * @param earlier rows before the key, nearest first; up to one more than the page needs
 * @param later rows after it, nearest first; up to one more too
 */
export function pageAround<Name extends string, Row extends Keyed<Name>>(
  order: Order<Name>,
  { earlier, later }: { earlier: readonly Row[]; later: readonly Row[] },
  { towards, size, lead = size }: Around,
): Page<Row> {
  const led = lead < size && later.length > 0;
  const before = Math.min(led ? lead : size, earlier.length);
  const after = Math.min(led ? size - before : size, later.length);
  const taken =
    towards === 'later'
      ? { before: Math.min(before, size - after), after }
      : { before, after: before > 0 ? 0 : after };
  return between(
    order,
    [...earlier.slice(0, taken.before).reverse(), ...later.slice(0, taken.after)],
    { hasPrevious: earlier.length > taken.before, hasNext: later.length > taken.after },
  );
}

function between<Name extends string, Row extends Keyed<Name>>(
  { cursorAt }: Order<Name>,
  rows: readonly Row[],
  { hasPrevious, hasNext }: { hasPrevious: boolean; hasNext: boolean },
): Page<Row> {
  const [first, last] = [rows.at(0), rows.at(-1)];
  return {
    rows,
    previous: first && hasPrevious ? cursorAt(first) : null,
    next: last && hasNext ? cursorAt(last) : null,
  };
}
