/** The URLs of the screens about messages to many (N11), and what links to them say. */

export const WRITE_MESSAGE = 'Rundmail';

/** Where a club's admin sees sent messages, and writes to everybody. */
export const messagesPath = '/app/admin/messages';

/** A page of them. */
export const sentPath = (slice: { after?: string; before?: string }) =>
  `${messagesPath}?${new URLSearchParams(slice)}`;

/** What a message is about, or whom it goes to; by default the whole club. */
interface Subject {
  readonly event?: string | null;
  readonly group?: string | null;
}

const queryOf = ({ event, group }: Subject) =>
  event ? `?event=${event}` : group ? `?group=${group}` : '';

/**
 * The form for a message.
 * @param to the answers to an event that it initially goes to, or 'nobody'; by default those who
 *   come
 */
export const newMessagePath = (subject: Subject = {}, to?: string) =>
  `/app/messages/new${queryOf(subject)}${to ? `&to=${to}` : ''}`;

/** The target of the form that sends it. */
export const sendingPath = (subject: Subject) => `/app/messages/new/sending${queryOf(subject)}`;

/** Whom it would not reach, on paper. @param to the answers to an event */
export function unreachedPath(
  { event, group }: Subject,
  to: readonly string[],
  slice: { after?: string; before?: string } = {},
): string {
  const query = new URLSearchParams({
    ...(event ? { event, to: to.join(',') } : group && { group }),
    ...slice,
  });
  return `/app/messages/unreached${query.size > 0 ? `?${query}` : ''}`;
}

/** What receivers read, which the board links to (N14). */
export const messagePath = (message: string) => `/app/messages/${message}`;
