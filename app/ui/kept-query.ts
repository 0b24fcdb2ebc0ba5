/**
 * The part of a page's query that the addresses of its dialogs keep, so that closing one leads back
 * to the same page.
 * @param names of the parameters that are kept
 * @returns '' or the query with its question mark
 */
export function keptQuery(search: string, names: readonly string[]): string {
  const given = new URLSearchParams(search);
  const kept = names.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value]] : [];
  });
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : '';
}
