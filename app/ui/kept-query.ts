/** Characters of a value, of which the rest is ignored: each row's addresses repeat it. */
const MAX_VALUE = 200;
/** A cursor is whole, or none: the list refuses a long one. */
const CURSORS = new Set(['after', 'before', 'cursor']);

/**
 * The part of a page's query that the addresses of its dialogs keep, so that closing one leads back
 * to the same page.
 * @param names of the parameters that are kept
 * @returns '' or the query with its question mark
 */
export function keptQuery(search: string, names: readonly string[]): string {
  // A list of a hundred rows asks for each link.
  if (search === '') return '';
  const given = new URLSearchParams(search);
  const kept = names.flatMap((name) => {
    const all = given.get(name);
    const value = CURSORS.has(name) ? all : all?.slice(0, MAX_VALUE);
    return value ? [[name, value]] : [];
  });
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}
