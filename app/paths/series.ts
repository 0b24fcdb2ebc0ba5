import { keptQuery } from '~/ui/kept-query';
import { eventPagePath, eventsPath } from './events';
import { organizationPath } from './organizations';

/** The URLs of the screens about repetitions. */

/** How an event repeats. @param query what its fields show, as repetitionQuery() gives it */
export const seriesPath = (event: string, query = '') => `${eventPagePath(event)}/series${query}`;

export const seriesCreationPath = (event: string) => `${seriesPath(event)}/creation`;

/** The target of the form that previews another rule for a series. */
export const seriesChangePath = (event: string) => `${seriesPath(event)}/change`;

/** The target of the form that carries it out. */
export const seriesSavingPath = (event: string) => `${seriesChangePath(event)}/saving`;

/** A repetition as the query of a link to its fields. @param rule as RFC 5545 writes it */
export const repetitionQuery = (
  rule: string,
  { skipHolidays, skipBreaks }: Record<'skipHolidays' | 'skipBreaks', string>,
) => `?${new URLSearchParams({ rule, skipHolidays, skipBreaks })}`;

/** What the breaks and their dialogs remember about the previous screen. */
const FROM = ['event', 'club'] as const;

/** The breaks of the club. @param search of the present URL, or that leads back to an event */
export const breaksPath = (search = '') => `/app/events/breaks${keptQuery(search, FROM)}`;

/** The breaks behind the dialog of this request: where its form leads. */
export const breaksBehind = ({ request }: { request: Request }) =>
  breaksPath(new URL(request.url).search);

/** The target of the form for the club's state. */
export const statePath = (search: string) => `/app/events/breaks/state${keptQuery(search, FROM)}`;

/** The query of the breaks when coming from the club's settings. */
export const FROM_CLUB = '?club=1';

/** The query of the breaks when coming from an event's repetition. */
export const fromRepetition = (event: string) => `?event=${event}`;

/** What the breaks lead back to. */
export const behindBreaks = (search: string) => {
  const query = new URLSearchParams(search);
  const event = query.get('event');
  if (event) return { to: seriesPath(event), label: 'Serie' };
  return query.has('club')
    ? { to: organizationPath, label: 'Meine Organisation' }
    : { to: eventsPath(), label: 'Veranstaltungen' };
};

/** The question before a break is deleted. */
export const breakDeletionPath = (uuid: string, search: string) =>
  `/app/events/breaks/${uuid}/delete${keptQuery(search, FROM)}`;

/** Where 'Das betrifft mich nicht' goes, or what takes it back; it leads back to the page of the event. */
export const optOutPath = (of: { series: string; event: string; optedOut: boolean }) =>
  `/app/events/series/${of.series}/opt-out${of.optedOut ? '/withdrawal' : ''}?event=${of.event}`;

/** What that leads back to. */
export function behindOptOut({ request }: { request: Request }): string {
  const event = new URL(request.url).searchParams.get('event');
  // As typed by anybody: the path stays one of an event, and fits into a header.
  return event ? eventPagePath(encodeURIComponent(event)) : eventsPath();
}
