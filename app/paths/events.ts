import { keptQuery } from '~/ui/kept-query';
import { homePath } from './shell';

/** The URLs of the events' screens. A dialog keeps the page of the list. */

/** The list. @param search the query of the present URL, or the one to show */
export function eventsPath(search = ''): `/app/events${string}` {
  return `/app/events${listSearch(search)}`;
}

/** The list, as the session's choice from now on. */
export const listChoicePath = '/app/events?view=list';

/** A month of the calendar. @param month 'YYYY-MM'; the present one without it */
export function monthPath(month?: string | null): string {
  return withQuery('/app/events/calendar', { month });
}

/** A month with one of the days in its weeks in full, for little room. @param day 'YYYY-MM-DD' */
export const monthDayPath = (month: string, day: string) =>
  withQuery('/app/events/calendar', { month, day });

/** The id that comes before every event of its day. */
export const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The list from a day on. @param date 'YYYY-MM-DD' */
export const eventsFromPath = (date: string) => `/app/events?after=${date}_${BEFORE_ALL}`;

/** The list with all dates of the series that an event belongs to (U5). @param search of the list */
export const unfoldedPath = (event: string, search: string) => {
  const query = new URLSearchParams(keptQuery(search, ['after', 'before']));
  query.set('unfolded', event);
  return `/app/events?${query}`;
};

/** The current screen, with all events or the user's own from now on (U5). @param path with its query */
export const whoseOptions = (path: string, chosen: 'all' | 'mine') =>
  (
    [
      ['all', 'Alle'],
      ['mine', 'Meine'],
    ] as const
  ).map(([whose, label]) => ({
    to: withQuery(path, { whose }),
    label,
    chosen: whose === chosen,
  }));

/** The list behind the dialog of this request: where its form leads. */
export function eventsBehind({ request }: { request: Request }): string {
  return eventsPath(new URL(request.url).search);
}

/** @param like the event that the new one is a copy of */
export function newEventPath(search: string, like?: string): string {
  return withQuery(`/app/events/new${listSearch(search)}`, { like });
}

/** Where the form for a new event gets its dates from. */
export const newDatesPath = '/app/events/new/dates';

/** The event's own page, to which links in chats and mails lead. */
export function eventPagePath(event: string): `/app/events/${string}` {
  return `/app/events/${event}`;
}

/** The event's page, opened in a month: it leads back there. @param month 'YYYY-MM'; null for none */
export const eventInMonthPath = (event: string, month: string | null) =>
  withQuery(eventPagePath(event), { month });

/** The event's page, opened on the list. @param search of the list, or of what is open over the page */
export const eventInListPath = (event: string, search: string) =>
  `${eventPagePath(event)}${keptQuery(search, OF_PAGE)}`;

/** The month that an event's page was opened in. @param search of the page, or of its answers */
export const monthBehind = (search: string) => new URLSearchParams(search).get('month');

/** The screen that an event's page was opened on. @param search of the page */
export function behindEventPage(search: string): string {
  const month = monthBehind(search);
  return month && /^\d{4}-\d\d$/.test(month) ? monthPath(month) : eventsPath(search);
}

/** All answers to an event, for event editors (J8). */
export function answersPath(event: string, query: Record<string, string | null | undefined> = {}) {
  return withQuery(`${eventPagePath(event)}/answers`, query);
}

interface Address {
  readonly pathname: string;
  readonly search: string;
}

/**
 * The screens that a dialog about an event may open over, by the segment in its address
 * (app/routes.ts): the list, the event's page, and its answers.
 */
export type Over = '' | '/page' | '/answers';

/** The screen that a dialog is open over. */
export const openedOver = ({ pathname }: Address) =>
  (/^\/app\/events\/[^/]+(\/page|\/answers)\//i.exec(pathname)?.[1] ?? '') as Over;

/** The query of a dialog that the board opened over an event's page, to lead back to the board. */
export const FROM_BOARD = '?board';

/** The page behind a dialog about an event. @param dialog its address */
export function pageBehind(event: string, dialog: Address): string {
  switch (openedOver(dialog)) {
    case '/page':
      return new URLSearchParams(dialog.search).has('board')
        ? homePath
        : eventInListPath(event, dialog.search);
    case '/answers':
      return `${answersPath(event)}${keptQuery(dialog.search, OF_ANSWERS)}`;
    default:
      return eventsPath(dialog.search);
  }
}

/** What a dialog keeps of the query of the screen that it was opened on. */
export const behindDialog = (search: string) => keptQuery(search, OF_ANSWERS);

/**
 * A dialog about one event.
 * @param search of the screen that it is opened on, or of the dialog that leads to it
 * @param over that screen
 */
export function eventPath(
  event: string,
  dialog:
    | 'edit'
    | 'delete'
    | 'registration'
    | 'registration/withdrawal'
    | 'cancellation'
    | 'cancellation/withdrawal'
    | 'decline'
    | 'participants'
    | 'participants/print',
  search: string,
  over: Over = '',
): string {
  // The dialogs about participants use the same names in their query.
  const isOfMembers = dialog.startsWith('participants');
  const kept = isOfMembers ? keptQuery(search, OF_PAGE) : behindDialog(search);
  return `${eventPagePath(event)}${over}/${dialog}${kept}`;
}

/** A part of the members, where the club has too many for one list. */
interface MembersPart {
  q?: string;
  membersAfter?: string | null;
  membersBefore?: string | null;
}

/** The participants' dialog, over the same screen as before. @param at the dialog's address */
export function participantsPath(event: string, at: Address, part: MembersPart = {}): string {
  return withQuery(eventPath(event, 'participants', at.search, openedOver(at)), { ...part });
}

/** The participants on paper. @param at the dialog's address, or this one's; @param of whom it has */
export function attendanceSheetPath(
  event: string,
  at: Address,
  of: 'registered' | 'all',
  part: MembersPart = {},
): string {
  const path = eventPath(event, 'participants/print', at.search, openedOver(at));
  return withQuery(path, { of, ...part });
}

function withQuery(path: string, fields: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value) query.append(name, value);
  return query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

const LIST = ['after', 'before', 'unfolded'] as const;
/** What an event's page was opened on. */
const OF_PAGE = ['month', ...LIST] as const;
/** The section of an event's answers that is shown. */
const OF_ANSWERS = ['of', 'q', ...OF_PAGE] as const;

const listSearch = (search: string) => keptQuery(search, LIST);
