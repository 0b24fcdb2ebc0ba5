/** Maximum characters of a value, as each row's addresses repeat it; the rest is ignored. */
const MAX_VALUE = 200;
/** Cursors are not cut: the list refuses a long one. */
const CURSORS = new Set(['after', 'before', 'cursor']);

/** The last result for each list of names, as the links of a hundred rows ask for the same. */
const last = new WeakMap<readonly string[], { search: string; kept: string }>();

/**
 * The part of a page's query that its dialogs' addresses keep, so that closing one leads back to
 * the same page.
 * @param names of the parameters that are kept
 * @returns '' or the query with its question mark
 */
export function keptQuery(search: string, names: readonly string[]): string {
  if (search === '') return '';
  const known = last.get(names);
  if (known?.search === search) return known.kept;
  const kept = keptOf(new URLSearchParams(search), names);
  last.set(names, { search, kept });
  return kept;
}

function keptOf(given: URLSearchParams, names: readonly string[]): string {
  const kept = names.flatMap((name) => {
    const all = given.get(name);
    const value = CURSORS.has(name) ? all : all?.slice(0, MAX_VALUE);
    return value ? [[name, value]] : [];
  });
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}
