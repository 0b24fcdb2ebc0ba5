import { MailText } from '~/mail/layout';
import { shortened } from '~/mail/names';
import { buttonTo, isOne } from '../dates-of-series.server';
import { type EventMailValues, eventMail, SUBJECT, subjectOf } from './event-mail';

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

const named = ({ event, schedule }: SeriesMailValues) =>
  schedule ? `${event}, ${schedule}` : event;

/** To everybody in the club, about new dates (L9). */
export const seriesNew = eventMail<SeriesMailValues>(
  { subject: (values) => subjectOf(values.count, named(values)), own: OURS },
  ({ schedule, place, says, count }) => ({
    preview: [schedule, place].filter(Boolean).join(', '),
    says,
    button: buttonTo(count),
  }),
);

/** A subject that names the series before what happened to it (L9). */
const happened = (done: (count: string) => string) => (values: SeriesMailValues) => {
  const what = `: ${values.count} ${done(values.count)}`;
  const series = named(values);
  const fits = [...series].length + what.length <= SUBJECT;
  return `${fits ? series : shortened(values.event, SUBJECT - what.length)}${what}`;
};

type SeriesChangedValues = SeriesMailValues & {
  /** '' if it has not changed, or was not the same for all. */
  formerPlace: string;
  /** What to do now. */
  hint: string;
};

/** To those who count on dates of a series that have another time or place (L9). */
export const seriesChanged = eventMail<SeriesChangedValues>(
  {
    subject: happened(() => 'geändert'),
    own: [...OURS, 'hint'],
    lengths: { formerPlace: 200 },
  },
  ({ formerPlace, hint, says, count }) => ({
    preview: `${count} geändert.`,
    says,
    more: formerPlace && <MailText>Bisher: {formerPlace}</MailText>,
    button: buttonTo(count),
    next: hint,
  }),
);

const off = (count: string) => (isOne(count) ? 'fällt aus' : 'fallen aus');

/** To those who count on dates of a series that do not take place (L9). */
export const seriesCancelled = eventMail<SeriesMailValues & { reason: string }>(
  { subject: happened(off), own: OURS, lengths: { reason: 500 } },
  ({ reason, says, count }) => ({
    preview: `${count} ${off(count)}.`,
    says,
    more: reason && <MailText>Grund: {reason}</MailText>,
    button: buttonTo(count),
    next: `Sie brauchen nichts zu tun. Findet ${isOne(count) ? 'er doch' : 'doch etwas davon'} statt, schreiben wir Ihnen noch einmal.`,
  }),
);
