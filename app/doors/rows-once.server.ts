import type { LoaderFunctionArgs } from '@remix-run/node';

/** Of a list behind a dialog; taller windows than these rows fill are rare. */
const IN_SIGHT = 30;

export interface RowsOnce<Row> {
  readonly rows?: readonly Row[];
  /** Where the rows are in the HTML only: whether those are all. */
  readonly sent?: 'all' | 'part';
}

/**
 * How many rows to read of a list whose beginning is behind a dialog in a document: input of its
 * operation.
 * @param list the path of the list
 */
export function inSight(args: LoaderFunctionArgs, list: string): { limit?: number } {
  const { searchParams } = new URL(args.request.url);
  const isBeginning = !searchParams.has('after') && !searchParams.has('before');
  return isBeginning && isBehindDialog(args, list) ? { limit: IN_SIGHT } : {};
}

/**
 * A list's data with rows that a document has in its HTML only: its data script leaves them out,
 * since it takes what can be enumerated. Requests of scripts get them as data. Behind a dialog only
 * those in sight are sent; the page asks for the others when it is seen (ui/table.tsx).
 * @param list the path of one that has dialogs over it, and how it goes on after a row, for
 *   visitors without scripts; left out, all rows are sent
 */
export function rowsOnce<Row, Data extends { rows: readonly Row[]; next: string | null }>(
  data: Data & { rows: readonly Row[] },
  args: LoaderFunctionArgs,
  list?: { path: string; nextAfter: (row: Row) => string },
): Omit<Data, 'rows'> & RowsOnce<Row> {
  const { rows, next } = data;
  if (!args.context.document || rows.length === 0) return data;
  if (list && isBehindDialog(args, list.path) && (next !== null || rows.length > IN_SIGHT)) {
    const shown = rows.slice(0, IN_SIGHT);
    const last = shown.at(-1) as Row;
    return hidden({ ...data, sent: 'part' as const, next: list.nextAfter(last) }, shown);
  }
  return hidden({ ...data, sent: 'all' as const }, rows);
}

const isBehindDialog = ({ request, context }: LoaderFunctionArgs, list: string) =>
  context.document && new URL(request.url).pathname !== list;

/** With rows that rendering finds and the data script does not. */
const hidden = <Data extends object, Row>(data: Data, rows: readonly Row[]) =>
  Object.defineProperty(data, 'rows', { value: rows, enumerable: false });
