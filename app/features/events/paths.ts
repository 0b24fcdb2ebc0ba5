import { keptQuery } from '~/ui/kept-query';

/** The URLs of the events' screens. A dialog keeps the page of the list. */

/** The list. @param search the query of the present URL, or the one to show */
export function eventsPath(search = ''): `/app/events${string}` {
  return `/app/events${keptQuery(search, ['after', 'before'])}`;
}

/**
 * The screen behind a dialog, to which it leads back: the list, or the event's page, if it was opened
 * there.
 */
export function behindEvent(event: string | undefined, search: string): string {
  const isFromPage = event && new URLSearchParams(search).get('from') === 'event';
  return isFromPage ? eventPagePath(event) : eventsPath(search);
}

/** The same for the dialog of this request: where its form leads. */
export function eventsBehind({ request, params }: Dialog): string {
  return behindEvent(params.event, new URL(request.url).search);
}

interface Dialog {
  readonly request: Request;
  readonly params: { readonly event?: string };
}

export function newEventPath(search: string): string {
  return `/app/events/new${dialogSearch(search)}`;
}

/** The event's own page, to which links in chats and mails lead. */
export function eventPagePath(event: string): `/app/events/${string}` {
  return `/app/events/${event}`;
}

/** All answers to an event, for who may edit events (J8). */
export function answersPath(event: string, query: Record<string, string | null | undefined> = {}) {
  return withQuery(`${eventPagePath(event)}/answers`, query);
}

/** The query of a dialog or form that was reached from the event's page and leads back there. */
export const FROM_EVENT = '?from=event';

/** A dialog about one event. */
export function eventPath(
  event: string,
  dialog:
    | 'edit'
    | 'delete'
    | 'registration'
    | 'registration/withdrawal'
    | 'decline'
    | 'participants'
    | 'participants/print',
  search: string,
): string {
  return `/app/events/${event}/${dialog}${dialogSearch(search)}`;
}

/** A part of the members, where the club has too many for one list. */
interface MembersPart {
  q?: string;
  membersAfter?: string | null;
  membersBefore?: string | null;
}

/** The participants' dialog. */
export function participantsPath(event: string, search: string, part: MembersPart = {}): string {
  return withQuery(eventPath(event, 'participants', search), { ...part });
}

/** The participants on paper. @param of whom the list has */
export function attendanceSheetPath(
  event: string,
  search: string,
  of: 'registered' | 'all',
  part: MembersPart = {},
): string {
  return withQuery(eventPath(event, 'participants/print', search), { of, ...part });
}

function withQuery(path: string, fields: Record<string, string | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value) query.append(name, value);
  return query.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
}

/** Dialogs keep the part of the list, and where they were opened. */
const dialogSearch = (search: string) => keptQuery(search, ['after', 'before', 'from', 'of', 'q']);
