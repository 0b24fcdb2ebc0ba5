/** The URLs of the screens about messages to many (N11). */

/** Where the admin of a club sees what was sent, and writes to everybody. */
export const messagesPath = '/app/admin/messages';

/** The form; `event` for a message about an event, without it to the whole club. */
export const newMessagePath = (event?: string) =>
  event === undefined ? '/app/messages/new' : `/app/messages/new?event=${event}`;

/** What receivers read, which the board links to (N14). */
export const messagePath = (message: string) => `/app/messages/${message}`;
