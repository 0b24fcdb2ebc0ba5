import { eventPagePath } from '~/features/events/paths';

/** The URLs of the screens about repetitions. */

/** How an event repeats. @param query what its fields show, as repetitionQuery() gives it */
export const seriesPath = (event: string, query = '') => `${eventPagePath(event)}/series${query}`;

/** Where the form goes that makes a series. */
export const seriesCreationPath = (event: string) => `${seriesPath(event)}/creation`;

/** Where the form goes that previews another rule for a series. */
export const seriesChangePath = (event: string) => `${seriesPath(event)}/change`;

/** Where the form goes that carries it out. */
export const seriesSavingPath = (event: string) => `${seriesChangePath(event)}/saving`;

interface Chosen {
  readonly rule: string;
  readonly skipHolidays: string | null;
  readonly skipBreaks: boolean;
}

/** A repetition as the query of a link to its fields. */
export function repetitionQuery({ rule, skipHolidays, skipBreaks }: Chosen): string {
  return `?${new URLSearchParams({
    rule,
    skipHolidays: skipHolidays ?? '',
    skipBreaks: skipBreaks ? 'on' : '',
  })}`;
}

/** The breaks of the club. @param event whose repetition leads there, and to which they lead back */
export const breaksPath = (event?: string) => `/app/events/breaks${event ? `?event=${event}` : ''}`;
