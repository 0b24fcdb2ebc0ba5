import { NOT_MINE } from '~/features/series/wording';
import { MailText, MailWay } from '~/mail/layout';
import { type ChoiceValues, type EventMailValues, eventMail, subjectOf } from './event-mail';

/** News, and events that are near. */

type Ahead<More> = EventMailValues & ChoiceValues & More;

const whenAndWhere = ({ when, place }: EventMailValues) => [when, place].filter(Boolean).join(', ');

/** To everybody in the club, about something new (N2). */
export const eventNew = eventMail<
  Ahead<{
    /** What the receiver is asked, or has answered already: a sentence, or ''. */
    hint: string;
  }>
>({ subject: 'Neu', own: ['hint'] }, (values) => ({
  preview: whenAndWhere(values),
  says: 'es gibt eine neue Veranstaltung:',
  more: values.hint && <MailText>{values.hint}</MailText>,
  choice: values,
}));

/** To those who come or wait, the day before (N4). */
export const eventSoon = eventMail<
  Ahead<{
    /** 'Morgen' */
    day: string;
    /** What the receiver has answered: a sentence. */
    state: string;
    /** How to sign off. */
    hint: string;
  }>
>(
  { subject: ({ day, event }) => subjectOf(day, event), own: ['day', 'state', 'hint'] },
  (values) => ({
    preview: whenAndWhere(values),
    says: `${values.day.toLowerCase()} ist es so weit:`,
    more: (
      <>
        <MailText>{values.state}</MailText>
        <MailText>Können Sie doch nicht kommen? {values.hint}</MailText>
      </>
    ),
    choice: values,
  }),
);

/** To those who are asked and have not answered (N4). */
export const answerMissing = eventMail<
  Ahead<{
    /** 'Bitte antworten Sie bis Freitag, 12. März 2027, 18:00 Uhr.' */
    until: string;
    /** Says that the series does not concern the receiver (U6), or ''. */
    notMine: string;
  }>
>({ subject: 'Bitte antworten', own: ['until', 'notMine'] }, (values) => ({
  preview: values.until,
  says: 'zu dieser Veranstaltung fehlt noch Ihre Antwort:',
  more: <MailText>{values.until}</MailText>,
  choice: values,
  next: (
    <>
      Auch eine Absage hilft: Dann wissen alle, mit wem sie rechnen können.
      {values.notMine && (
        <>
          {' '}
          Haben Sie mit diesen Terminen nichts zu tun?{' '}
          <MailWay href={values.notMine}>{NOT_MINE}</MailWay>
        </>
      )}
    </>
  ),
}));
