import { keptQuery } from '~/ui/kept-query';

/** The URLs of the members' screens. A dialog keeps the search and the page of the list. */

const KEPT = ['q', 'group', 'status', 'year', 'access', 'after', 'before', 'from'] as const;

/** The part of a query that selects what the list shows. */
export function listSearch(search: string): string {
  return keptQuery(search, KEPT);
}

/** The list. @param search the query of the present URL, or the one to show */
export function membersPath(search = ''): string {
  return `/app/members${listSearch(search)}`;
}

/** The list behind the dialog of this request: where its form leads. */
export function membersBehind({ request }: { request: Request }): string {
  return membersPath(new URL(request.url).search);
}

export function newMemberPath(search: string): string {
  return `/app/members/new${listSearch(search)}`;
}

/** A dialog about one member. @param dialog '' for the details */
export function memberPath(
  member: string,
  dialog:
    | ''
    | 'edit'
    | 'delete'
    | 'leaving'
    | 'erasure'
    | 'merge'
    | 'invitation'
    | 'invitation/mail'
    | 'invitation/revocation',
  search: string,
): string {
  return `/app/members/${member}${dialog && `/${dialog}`}${listSearch(search)}`;
}

/** Who sees what of the members' records. */
export const visibilityPath = '/app/admin/members';

/** The user's own contact data. @param member in the intended club; by default in the active one */
export const ownContactPath = (member?: string) =>
  `/app/account/contact${member ? `?member=${member}` : ''}`;
