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
 * @param path of the list
 * @param nextAfter how the list goes on after a row, for who has no scripts to ask
 */
export function rowsOnce<Row, Data extends { rows: readonly Row[]; next: string | null }>(
  data: Data & { rows: readonly Row[] },
  { request, context }: LoaderFunctionArgs,
  { path, nextAfter }: { path: string; nextAfter: (row: Row) => string },
): Omit<Data, 'rows'> & RowsOnce<Row> {
  const { rows } = data;
  if (!context.document || rows.length === 0) return data;
  const last = new URL(request.url).pathname === path ? undefined : rows[IN_SIGHT - 1];
  const isPart = last !== undefined && rows.length > IN_SIGHT;
  const once = isPart
    ? { ...data, sent: 'part' as const, next: nextAfter(last) }
    : { ...data, sent: 'all' as const };
  return Object.defineProperty(once, 'rows', {
    value: isPart ? rows.slice(0, IN_SIGHT) : rows,
    enumerable: false,
  });
}
