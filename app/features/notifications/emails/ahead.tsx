import { NOT_MINE } from '~/features/series/wording';
import { MailText, MailWay } from '~/mail/layout';
import { type ChoiceValues, EventMail, type EventMailValues, eventMail } from './event-mail';

/** News, and events that are near. */

type EventNewValues = EventMailValues &
  ChoiceValues & {
    /** What the receiver is asked, or has answered already: a sentence, or ''. */
    hint: string;
  };

function EventNewMail(values: EventNewValues) {
  return (
    <EventMail
      values={values}
      preview={[values.when, values.place].filter(Boolean).join(', ')}
      says="es gibt eine neue Veranstaltung:"
      more={values.hint && <MailText>{values.hint}</MailText>}
      choice={values}
    />
  );
}

/** To everybody in the club, about something new (N2). */
export const eventNew = eventMail<EventNewValues>({ subject: 'Neu', own: ['hint'] }, EventNewMail);

type EventSoonValues = EventMailValues &
  ChoiceValues & {
    /** 'Morgen' */
    day: string;
    /** What the receiver has answered: a sentence. */
    state: string;
    /** How to sign off. */
    hint: string;
  };

function EventSoonMail(values: EventSoonValues) {
  const { day, state, hint, when, place } = values;
  return (
    <EventMail
      values={values}
      preview={[when, place].filter(Boolean).join(', ')}
      says={`${day.toLowerCase()} ist es so weit:`}
      more={
        <>
          <MailText>{state}</MailText>
          <MailText>Können Sie doch nicht kommen? {hint}</MailText>
        </>
      }
      choice={values}
    />
  );
}

/** To those who come or wait, the day before (N4). */
export const eventSoon = eventMail<EventSoonValues>(
  { subject: ({ day }) => day, own: ['day', 'state', 'hint'] },
  EventSoonMail,
);

type AnswerMissingValues = EventMailValues &
  ChoiceValues & {
    /** 'Bitte antworten Sie bis Freitag, 12. März 2027, 18:00 Uhr.' */
    until: string;
    /** Says that the series does not concern the receiver (U6), or ''. */
    notMine: string;
  };

function AnswerMissingMail(values: AnswerMissingValues) {
  return (
    <EventMail
      values={values}
      preview={values.until}
      says="zu dieser Veranstaltung fehlt noch Ihre Antwort:"
      more={<MailText>{values.until}</MailText>}
      choice={values}
    >
      Auch eine Absage hilft: Dann wissen alle, mit wem sie rechnen können.
      {values.notMine && (
        <>
          {' '}
          Haben Sie mit diesen Terminen nichts zu tun?{' '}
          <MailWay href={values.notMine}>{NOT_MINE}</MailWay>
        </>
      )}
    </EventMail>
  );
}

/** To those who are asked and have not answered (N4). */
export const answerMissing = eventMail<AnswerMissingValues>(
  { subject: 'Bitte antworten', own: ['until', 'notMine'] },
  AnswerMissingMail,
);
