import type { Permission } from '~/kernel/actor';

/** What a permission is called. */
export const permissionLabels: Record<Permission, string> = {
  ORGANIZATION_ADMIN: 'Administration',
  EDIT_EVENTS: 'Veranstaltungen bearbeiten',
  EDIT_MEMBERS: 'Mitglieder bearbeiten',
};

/** A user as the audit log names one. */
export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `Benutzer „${firstName} ${lastName}“`;

const list = '/app/admin/permissions';

/**
 * The list's query, out of an address of the list or of a dialog over it: its search and its page.
 */
function listQuery(search: string): URLSearchParams {
  const given = new URLSearchParams(search);
  return new URLSearchParams(
    ['q', 'after', 'before'].flatMap((name) => {
      const value = given.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

const address = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query}` : path;

/** The list as it was, for closing a dialog over it. @param search of the dialog's address */
export function listPath(search: string): string {
  return address(list, listQuery(search));
}

/** Another screen of the same list. @param place the cursor, or null for none there */
export function neighbourPath(
  search: string,
  direction: 'after' | 'before',
  place: string | null,
): string | null {
  if (place === null) return null;
  const query = listQuery(search);
  query.delete('after');
  query.delete('before');
  query.set(direction, place);
  return address(list, query);
}

/**
 * A dialog over the list, keeping its search and page. @param dialog '' for the permissions, or
 * what follows the id
 */
export function userPath(user: string, search: string, dialog: '' | '/remove' = ''): string {
  return address(`${list}/${user}${dialog}`, listQuery(search));
}

/** The confirmation of ending one's own administration. */
export function resignPath(search: string): string {
  return address(`${list}/resign`, listQuery(search));
}
