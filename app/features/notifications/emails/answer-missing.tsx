import { NOT_MINE } from '~/features/series/wording';
import { MailText, MailWay } from '~/mail/layout';
import { type ChoiceValues, EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues &
  ChoiceValues & {
    /** 'Bitte antworten Sie bis Freitag, 12. März 2027, 18:00 Uhr.' */
    until: string;
    /** Says that the series does not concern the receiver (U6), or ''. */
    notMine: string;
  };

function AnswerMissingMail(values: Values) {
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

/** To who is asked and silent (N4). */
export const answerMissing = eventMail<Values>(
  { subject: 'Bitte antworten', own: ['until', 'notMine'] },
  AnswerMissingMail,
);
