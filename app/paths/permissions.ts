import { keptQuery } from '~/ui/kept-query';

/** The URLs of the users' screens. A dialog keeps the search and the page of the list. */

const list = '/app/admin/permissions';
const listSearch = (search: string) => keptQuery(search, ['q', 'after', 'before']);

/** The list. @param search the query of the present URL, or the one to show */
export function usersPath(search = ''): string {
  return list + listSearch(search);
}

/** The list behind the dialog of this request: where its form leads. */
export function usersBehind({ request }: { request: Request }): string {
  return usersPath(new URL(request.url).search);
}

/** Another page of the list with the same search; null without a cursor. */
export function usersPagePath(
  search: string,
  direction: 'after' | 'before',
  cursor: string | null,
): string | null {
  if (cursor === null) return null;
  const query = new URLSearchParams(keptQuery(search, ['q']));
  query.set(direction, cursor);
  return `${list}?${query}`;
}

/** A dialog about one user. @param dialog '' for the permissions */
export function userPath(user: string, dialog: '' | 'remove', search: string): string {
  return `${list}/${user}${dialog && `/${dialog}`}${listSearch(search)}`;
}

/** Asks before users give up their own administration. */
export function resignationPath(search: string): string {
  return `${list}/resign${listSearch(search)}`;
}

/** The dialog about the rule that admins need a second factor (T6). */
export function factorRulePath(search: string): string {
  return `${list}/second-factor${listSearch(search)}`;
}
