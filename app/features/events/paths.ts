/**
 * The addresses of the events' screens. A dialog's keeps the query of the list, so that closing it
 * leads back to its page.
 */

/**
 * The list. @param search the query of the present address, of which the page's position is kept
 */
export function listPath(search = ''): string {
  return `/app/events${positionIn(search)}`;
}

/** The dialog for a new event. */
export function newEventPath(search = ''): string {
  return `/app/events/new${positionIn(search)}`;
}

/** A dialog about one event. */
export function dialogPath(
  event: string,
  dialog: 'edit' | 'delete' | 'registration' | 'participants',
  search = '',
): string {
  return `/app/events/${event}/${dialog}${positionIn(search)}`;
}

/**
 * A part of the participants' dialog, where the club has too many members for one list: those
 * found, from a place on.
 */
export function participantsPath(
  event: string,
  search: string,
  part: { q?: string; membersAfter?: string; membersBefore?: string },
): string {
  const path = dialogPath(event, 'participants', search);
  const query = new URLSearchParams(Object.entries(part).filter(([, value]) => value));
  return query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** The list that the dialog of this request stands over: where its form leads. */
export function listBehind(_output: unknown, { request }: { request: Request }): string {
  return listPath(new URL(request.url).search);
}

function positionIn(search: string): string {
  const given = new URLSearchParams(search);
  for (const name of ['after', 'before'] as const) {
    const position = given.get(name);
    if (position) return `?${new URLSearchParams({ [name]: position })}`;
  }
  return '';
}
