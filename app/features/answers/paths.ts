import { answersPath, eventPagePath, eventsPath } from '~/features/events/paths';
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

/** The page behind a dialog. @param search the query of the present URL */
export function behindAnswer(event: string, search: string): string {
  switch (openedFrom(search)) {
    case 'event':
      return eventPagePath(event);
    case 'answers':
      return answersPath(event);
    default:
      return eventsPath(search);
  }
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

const kept = (search: string) => keptQuery(search, ['after', 'before', 'from']);
