import type { MailTemplate } from '~/mail/render.server';
import { EventMail, subjectOf } from './event-mail';
import { SERIES_BUTTON, type SeriesMailValues, seriesMail } from './series-mail';

function SeriesNewMail(values: SeriesMailValues) {
  return (
    <EventMail
      values={values}
      preview={[values.schedule, values.place].filter(Boolean).join(', ')}
      says={values.says}
      button={SERIES_BUTTON}
    />
  );
}

/** To everybody in the club, of dates that are new (L9). */
export const seriesNew: MailTemplate<SeriesMailValues> = {
  ...seriesMail<SeriesMailValues>({ done: 'neu' }, SeriesNewMail),
  subject: ({ event, schedule, count }) =>
    subjectOf(count, schedule ? `${event}, ${schedule}` : event),
};
