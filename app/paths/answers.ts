import { behindDialog, eventPagePath, eventPath, type Over } from './events';

/** The URLs of the dialogs about answers, beside those in eventPath(). */

/** Leaving the waiting list. @param over the screen that the dialog is opened on */
export function waitingListPath(event: string, search: string, over: Over): string {
  return `${eventPagePath(event)}${over}/waiting-list${behindDialog(search)}`;
}

/** For event editors: a member on the waiting list gets a place, or is taken off. */
export function waitingMemberPath(
  { event, member }: { event: string; member: string },
  action: 'promotion' | 'removal',
  search: string,
): string {
  return `${eventPagePath(event)}/answers/waiting-list/${member}/${action}${behindDialog(search)}`;
}

/** For event editors: all who have not answered are reminded (N6). */
export const reminderPath = (event: string, search: string) =>
  `${eventPagePath(event)}/answers/reminder${behindDialog(search)}`;

/** For event editors: the places and the note of another member, or their no. */
export function memberAnswerPath(
  ids: { event: string; member: string },
  dialog: 'registration' | 'decline',
  search: string,
): string {
  const path = eventPath(ids.event, dialog, search, '/answers');
  return `${path}${path.includes('?') ? '&' : '?'}member=${ids.member}`;
}
