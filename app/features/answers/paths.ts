import { eventPagePath, eventsPath } from '~/features/events/paths';
import { keptQuery } from '~/ui/kept-query';

/**
 * The URLs of the dialogs over the list of events that are about answers, beside those in
 * eventPath(). They keep the page of the list, and whether they were opened on the event's own page,
 * to which they lead back then.
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
  return isFromEvent(search) ? eventPagePath(event) : eventsPath(search);
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

export const isFromEvent = (search: string): boolean =>
  new URLSearchParams(search).get('from') === 'event';

const kept = (search: string) => keptQuery(search, ['after', 'before', 'from']);
