import { MailText } from '~/mail/layout';
import { type ChoiceValues, EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues &
  ChoiceValues & {
    /** What is asked of the receiver, or what they have said already: a sentence, or ''. */
    hint: string;
  };

function EventNewMail(values: Values) {
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

/** To everybody in the club, of something new (N2). */
export const eventNew = eventMail<Values>({ subject: 'Neu', own: ['hint'] }, EventNewMail);
