import type { LoaderFunctionArgs } from '@remix-run/node';

/** Rows of a list behind a dialog; few windows are taller. */
const IN_SIGHT = 30;

/**
 * How many rows to read of a list that is behind a dialog in a document, as input of its operation.
 * @param list the path of the list
 */
export function inSight(args: LoaderFunctionArgs, list: string): { limit?: number } {
  const { searchParams } = new URL(args.request.url);
  const isBeginning = !searchParams.has('after') && !searchParams.has('before');
  return isBeginning && isBehindDialog(args, list) ? { limit: IN_SIGHT } : {};
}

/**
 * A list's data; if a document shows it behind a dialog, only the visible rows. The page fetches
 * the others once the dialog is closed (`useWholeList`).
 * @param list its path, and how it continues after a row, for visitors without scripts
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
