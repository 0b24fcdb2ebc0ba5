/**
 * Addresses of the member list and of the dialogs over it. A dialog keeps the search and the page
 * of the list.
 */

const KEPT = ['q', 'after', 'before'];

/** The part of a query string that says what the list shows: '' or with its question mark. */
export function listSearch(search: string): string {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of KEPT) {
    const value = given.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** The list that the address of one of its dialogs stands over. */
export function listBehind({ url }: { url: string }): string {
  return `/app/members${listSearch(new URL(url).search)}`;
}

/**
 * A member's dialog.
 * @param dialog '' for the details
 * @param search of the list below, from listSearch()
 */
export function memberDialog(
  member: string,
  dialog: '' | 'edit' | 'delete' | 'invitation' | 'invitation/mail' | 'invitation/revocation',
  search: string,
): string {
  return `/app/members/${member}${dialog && `/${dialog}`}${search}`;
}
