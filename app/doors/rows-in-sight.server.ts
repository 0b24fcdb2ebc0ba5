import type { LoaderFunctionArgs } from '@remix-run/node';

/** Of a list behind a dialog; taller windows than these rows fill are rare. */
const IN_SIGHT = 30;

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
 * A list's data; in a document, where the list is behind a dialog, with the rows in sight only. The
 * page asks for the others once the dialog is closed (`useWholeList`).
 * @param list its path, and how it goes on after a row, for visitors without scripts
 */
export function partInSight<Row, Data extends { next: string | null }>(
  data: Data & { rows: readonly Row[] },
  args: LoaderFunctionArgs,
  list: { path: string; nextAfter: (row: Row) => string },
): Data & { rows: readonly Row[]; part?: boolean } {
  const { rows, next } = data;
  if (!isBehindDialog(args, list.path) || (next === null && rows.length <= IN_SIGHT)) return data;
  const shown = rows.slice(0, IN_SIGHT);
  return { ...data, rows: shown, part: true, next: list.nextAfter(shown.at(-1) as Row) };
}

const isBehindDialog = ({ request, context }: LoaderFunctionArgs, list: string) =>
  context.document && new URL(request.url).pathname !== list;
