import type { LoaderFunctionArgs } from '@remix-run/node';

/** Of a list behind a dialog; taller windows than these rows fill are rare. */
const IN_SIGHT = 30;

export interface RowsOnce<Row> {
  readonly rows?: readonly Row[];
  /** Where the rows are in the HTML only: whether those are all. */
  readonly sent?: 'all' | 'part';
}

/**
 * A list's data with rows that a document has in its HTML only: its data script leaves them out,
 * since it takes what can be enumerated. Requests of scripts get them as data. Behind a dialog only
 * those in sight are sent; the page asks for the others when it is seen (ui/table.tsx).
 * @param list the path of one that has dialogs over it, and how it goes on after a row, for who has
 *   no scripts to ask; left out, all rows are sent
 */
export function rowsOnce<Row, Data extends { rows: readonly Row[]; next: string | null }>(
  data: Data & { rows: readonly Row[] },
  { request, context }: LoaderFunctionArgs,
  list?: { path: string; nextAfter: (row: Row) => string },
): Omit<Data, 'rows'> & RowsOnce<Row> {
  const { rows } = data;
  if (!context.document || rows.length === 0) return data;
  const isBehind = list !== undefined && new URL(request.url).pathname !== list.path;
  const last = rows.length > IN_SIGHT ? rows[IN_SIGHT - 1] : undefined;
  if (!isBehind || last === undefined) return hidden({ ...data, sent: 'all' as const }, rows);
  const part = { ...data, sent: 'part' as const, next: list.nextAfter(last) };
  return hidden(part, rows.slice(0, IN_SIGHT));
}

/** With rows that rendering finds and the data script does not. */
const hidden = <Data extends object, Row>(data: Data, rows: readonly Row[]) =>
  Object.defineProperty(data, 'rows', { value: rows, enumerable: false });
