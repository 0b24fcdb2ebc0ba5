import { eventPagePath, eventsPath } from '~/features/events/paths';
import { keptQuery } from '~/ui/kept-query';

/**
 * The URLs of the answers' dialogs. They stand over the list of events and keep its page; `from`
 * says that they were opened on the event's own page, to which they lead back.
 */

/** The marker for the query of a dialog, or of a form's action, on the event's own page. */
export const FROM_EVENT = '?from=event';

type Dialog =
  | 'registration'
  | 'registration/withdrawal'
  | 'decline'
  | 'waiting-list'
  | `waiting-list/${string}/promotion`
  | `waiting-list/${string}/removal`;

/** A dialog about one's own answer, or about a member on the waiting list. */
export function answerPath(event: string, dialog: Dialog, search: string): string {
  return `/app/events/${event}/${dialog}${keptQuery(search, ['after', 'before', 'from'])}`;
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
