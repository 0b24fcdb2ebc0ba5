/** The URLs of the screens of groups (U2). */

export const groupsPath = '/app/groups';

export const newGroupPath = `${groupsPath}/new`;

export const groupPath = (group: string) => `${groupsPath}/${group}`;

/** @param dialog what is done with the group */
export const groupDialogPath = (group: string, dialog: 'edit' | 'delete') =>
  `${groupPath(group)}/${dialog}`;

/** Who belongs to it, to be ticked. @param q words to search by, of a long list */
export const groupMembersPath = (group: string, q = '') =>
  `${groupPath(group)}/members${q && `?${new URLSearchParams({ q })}`}`;

/** @param removal takes the member out of the group, instead of saying whether they lead it */
export const groupMemberPath = (group: string, member: string, removal = false) =>
  `${groupPath(group)}/members/${member}${removal ? '/removal' : ''}`;

/** The group of this request's dialog, which anybody may have typed. */
export const groupBehind = ({ params }: { params: { group?: string } }) =>
  groupPath(encodeURIComponent(params.group ?? ''));
