import { MailText } from '~/mail/layout';
import { shortened } from '~/mail/names';
import type { MailTemplate } from '~/mail/render.server';
import { buttonTo, isOne } from '../dates-of-series.server';
import {
  EventMail,
  type EventMailValues,
  eventMail,
  SUBJECT,
  subjectOf,
  type Whose,
} from './event-mail';

/** What happens to dates of a series, in one mail (L9). */

/** Values of every mail about dates of a series; `when` lists the first ones. */
type SeriesMailValues = EventMailValues & {
  /** 'dienstags 18:00', or ''. */
  schedule: string;
  /** '24 Termine' */
  count: string;
  /** The first sentence. */
  says: string;
};

const OURS = ['schedule', 'count', 'says'];

/** What these mails have in common; the subject names the series before what happened to it (L9). */
function seriesMail<Values extends SeriesMailValues>(
  { done, own = [], lengths }: Whose & { done: string | ((count: string) => string) },
  Body: MailTemplate<Values>['Body'],
): MailTemplate<Values> {
  return {
    ...eventMail<Values>({ subject: '', own: [...OURS, ...own], lengths }, Body),
    subject({ event, schedule, count }) {
      const what = `: ${count} ${typeof done === 'string' ? done : done(count)}`;
      const series = schedule ? `${event}, ${schedule}` : event;
      const fits = [...series].length + what.length <= SUBJECT;
      return `${fits ? series : shortened(event, SUBJECT - what.length)}${what}`;
    },
  };
}

function SeriesNewMail(values: SeriesMailValues) {
  return (
    <EventMail
      values={values}
      preview={[values.schedule, values.place].filter(Boolean).join(', ')}
      says={values.says}
      button={buttonTo(values.count)}
    />
  );
}

/** To everybody in the club, about new dates (L9). */
export const seriesNew: MailTemplate<SeriesMailValues> = {
  ...eventMail<SeriesMailValues>({ subject: '', own: OURS }, SeriesNewMail),
  subject: ({ event, schedule, count }) =>
    subjectOf(count, schedule ? `${event}, ${schedule}` : event),
};

type SeriesChangedValues = SeriesMailValues & {
  /** '' if it has not changed, or was not the same for all. */
  formerPlace: string;
  /** What to do now. */
  hint: string;
};

function SeriesChangedMail(values: SeriesChangedValues) {
  const { formerPlace, hint, says, count } = values;
  return (
    <EventMail
      values={values}
      preview={`${count} geändert.`}
      says={says}
      more={formerPlace && <MailText>Bisher: {formerPlace}</MailText>}
      button={buttonTo(count)}
    >
      {hint}
    </EventMail>
  );
}

/** To those who count on dates of a series that have another time or place (L9). */
export const seriesChanged = seriesMail<SeriesChangedValues>(
  { done: 'geändert', own: ['hint'], lengths: { formerPlace: 200 } },
  SeriesChangedMail,
);

type SeriesCancelledValues = SeriesMailValues & { reason: string };

const off = (count: string) => (isOne(count) ? 'fällt aus' : 'fallen aus');

function SeriesCancelledMail(values: SeriesCancelledValues) {
  const { reason, says, count } = values;
  return (
    <EventMail
      values={values}
      preview={`${count} ${off(count)}.`}
      says={says}
      more={reason && <MailText>Grund: {reason}</MailText>}
      button={buttonTo(count)}
    >
      Sie brauchen nichts zu tun. Findet {isOne(count) ? 'er doch' : 'doch etwas davon'} statt,
      schreiben wir Ihnen noch einmal.
    </EventMail>
  );
}

/** To those who count on dates of a series that do not take place (L9). */
export const seriesCancelled = seriesMail<SeriesCancelledValues>(
  { done: off, lengths: { reason: 500 } },
  SeriesCancelledMail,
);
