import { answersPath, eventPagePath, eventPath, pageBehind } from '~/features/events/paths';
import { keptQuery } from '~/ui/kept-query';

/**
 * The URLs of the dialogs over the list of events that are about answers, beside those in
 * eventPath(). They keep the page of the list, and in `from` whether they were opened on the event's
 * own page, or among its answers, to which they lead back then.
 */

/** Leaving the waiting list. */
export function waitingListPath(event: string, search: string): string {
  return `${eventPagePath(event)}/waiting-list${kept(search)}`;
}

/** For who may edit events: a member of the waiting list gets a place, or is taken off. */
export function waitingMemberPath(
  { event, member }: { event: string; member: string },
  action: 'promotion' | 'removal',
  search: string,
): string {
  return `${eventPagePath(event)}/waiting-list/${member}/${action}${kept(search)}`;
}

/** For who may edit events: the places and the note of another member, or whether they stay away. */
export function memberAnswerPath(
  ids: { event: string; member: string },
  dialog: 'registration' | 'decline',
  search: string,
): string {
  const path = eventPath(ids.event, dialog, search);
  return `${path}${path.includes('?') ? '&' : '?'}member=${ids.member}`;
}

/** The page behind a dialog. @param search the query of the present URL */
export function behindAnswer(event: string, search: string): string {
  if (openedFrom(search) !== 'answers') return pageBehind(event, search);
  const part = new URLSearchParams(keptQuery(search, OF_LIST));
  return answersPath(event, Object.fromEntries(part));
}

/** The same for a form's action. */
export function behindForm({
  request,
  params,
}: {
  request: Request;
  params: { event?: string };
}): string {
  return behindAnswer(params.event ?? '', new URL(request.url).search);
}

/** The screen that a dialog was opened on: 'event', 'answers', or the list (null). */
export const openedFrom = (search: string) => new URLSearchParams(search).get('from');

/** The query of a dialog that leads back to the same part of the answers. @param search of the list */
export function fromAnswers(search: string): string {
  const query = new URLSearchParams(keptQuery(search, OF_LIST));
  query.set('from', 'answers');
  return `?${query}`;
}

/** Which part of the answers is shown; only there has the query these. */
const OF_LIST = ['of', 'q', 'after', 'before'];

const kept = (search: string) => keptQuery(search, [...OF_LIST, 'from']);
