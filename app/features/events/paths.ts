import { keptQuery } from '~/ui/kept-query';

/** The URLs of the events' screens. A dialog keeps the page of the list. */

/** The list. @param search the query of the present URL, or the one to show */
export function eventsPath(search = ''): `/app/events${string}` {
  return `/app/events${listSearch(search)}`;
}

/** The list behind the dialog of this request: where its form leads. */
export function eventsBehind({ request }: { request: Request }): string {
  return eventsPath(new URL(request.url).search);
}

export function newEventPath(search: string): string {
  return `/app/events/new${listSearch(search)}`;
}

/** A dialog about one event. */
export function eventPath(
  event: string,
  dialog: 'edit' | 'delete' | 'registration' | 'registration/withdrawal' | 'participants',
  search: string,
): string {
  return `/app/events/${event}/${dialog}${listSearch(search)}`;
}

/** The participants' dialog at a part of the members, where the club has too many for one list. */
export function participantsPath(
  event: string,
  search: string,
  part: { q?: string; membersAfter?: string; membersBefore?: string },
): string {
  const path = eventPath(event, 'participants', search);
  const query = new URLSearchParams(Object.entries(part).filter(([, value]) => value));
  return query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

const listSearch = (search: string) => keptQuery(search, ['after', 'before']);
