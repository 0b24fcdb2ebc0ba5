/** The addresses of calendars, the screens about them, and what links to them say. */

export const FEEDS = 'Kalender-Abos';

/** In 'Mein Konto'. */
export const feedsPath = '/app/account/calendars';
export const newFeedPath = `${feedsPath}/new`;
/** The dialog that ends a feed. */
export const feedPath = (feed: string) => `${feedsPath}/${feed}`;

/** The file with one event, which follows no changes (M6). */
export const eventFilePath = (event: string) => `/app/events/${event}/calendar.ics`;

/** The whole address of a feed. Knowing it is enough to read the feed. */
export const feedAddress = ({ origin }: { origin: string }, token: string) =>
  `${origin}/app/calendar/${token}.ics`;

/** An address at which a phone's calendar offers to subscribe. */
export const webcalAddress = (address: string) => address.replace(/^https?:/, 'webcal:');
