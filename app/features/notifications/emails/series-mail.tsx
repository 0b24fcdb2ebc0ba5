import { shortened } from '~/mail/names';
import type { MailTemplate } from '~/mail/render.server';
import { type EventMailValues, eventMail, SUBJECT } from './event-mail';

/** What every mail about dates of a series says; `when` has a line for each of the first. */
export type SeriesMailValues = EventMailValues & {
  /** 'dienstags 18:00', or ''. */
  schedule: string;
  /** '24 Termine' */
  count: string;
  /** The first sentence. */
  says: string;
};

/** The way to the page of the first of them. */
export const SERIES_BUTTON = 'Zum ersten Termin';

/** What these mails have in common; the subject names the series before what happened to it (L9). */
export function seriesMail<Values extends SeriesMailValues>(
  { done, own = [] }: { done: string | ((count: string) => string); own?: readonly string[] },
  Body: MailTemplate<Values>['Body'],
): MailTemplate<Values> {
  const ours = ['schedule', 'count', 'says', ...own];
  return {
    ...eventMail<Values>({ subject: '', own: ours }, Body),
    subject({ event, schedule, count }) {
      const what = `: ${count} ${typeof done === 'string' ? done : done(count)}`;
      const series = schedule ? `${event}, ${schedule}` : event;
      const fits = [...series].length + what.length <= SUBJECT;
      return `${fits ? series : shortened(event, SUBJECT - what.length)}${what}`;
    },
  };
}
