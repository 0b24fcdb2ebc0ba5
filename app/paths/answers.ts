import { behindDialog, eventPagePath, eventPath } from './events';

/**
 * The URLs of the dialogs over the list of events that are about answers, beside those in
 * eventPath(). As these they keep what leads back to the screen that they were opened on.
 */

/** Leaving the waiting list. */
export function waitingListPath(event: string, search: string): string {
  return `${eventPagePath(event)}/waiting-list${behindDialog(search)}`;
}

/** For who may edit events: a member of the waiting list gets a place, or is taken off. */
export function waitingMemberPath(
  { event, member }: { event: string; member: string },
  action: 'promotion' | 'removal',
  search: string,
): string {
  return `${eventPagePath(event)}/waiting-list/${member}/${action}${behindDialog(search)}`;
}

/** For who may edit events: all who have not answered are asked to (N6). */
export const reminderPath = (event: string, search: string) =>
  `${eventPagePath(event)}/answers/reminder${behindDialog(search)}`;

/** For who may edit events: the places and the note of another member, or whether they stay away. */
export function memberAnswerPath(
  ids: { event: string; member: string },
  dialog: 'registration' | 'decline',
  search: string,
): string {
  const path = eventPath(ids.event, dialog, search);
  return `${path}${path.includes('?') ? '&' : '?'}member=${ids.member}`;
}
