/** The URLs of the screens about messages to many (N11), and what links to them say. */

export const WRITE_MESSAGE = 'Nachricht schreiben';

/** Where the admin of a club sees what was sent, and writes to everybody. */
export const messagesPath = '/app/admin/messages';

/** A page of them. */
export const sentPath = (place: { after?: string; before?: string }) =>
  `${messagesPath}?${new URLSearchParams(place)}`;

const about = (event?: string | null) => (event ? `?event=${event}` : '');

/**
 * The form; `event` for a message about an event, without it to the whole club.
 * @param to the group whom it is meant for at first, or 'nobody'; without it those who come
 */
export const newMessagePath = (event?: string | null, to?: string) =>
  `/app/messages/new${about(event)}${to ? `&to=${to}` : ''}`;

/** Where the form goes that sends it. */
export const sendingPath = (event?: string | null) => `/app/messages/new/sending${about(event)}`;

/** Whom it would not reach, on paper. @param to the groups */
export function unreachedPath(
  event: string | null,
  to: readonly string[],
  place: { after?: string; before?: string } = {},
): string {
  const query = new URLSearchParams({
    ...(event && { event, to: to.join(',') }),
    ...place,
  });
  return `/app/messages/unreached${query.size > 0 ? `?${query}` : ''}`;
}

/** What receivers read, which the board links to (N14). */
export const messagePath = (message: string) => `/app/messages/${message}`;
