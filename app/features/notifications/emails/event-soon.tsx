import { MailText } from '~/mail/layout';
import { type ChoiceValues, EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues &
  ChoiceValues & {
    /** 'Morgen' */
    day: string;
    /** What the receiver has answered: a sentence. */
    state: string;
    /** How to sign off. */
    hint: string;
  };

function EventSoonMail(values: Values) {
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

/** To who comes or waits, the day before (N4). */
export const eventSoon = eventMail<Values>(
  { subject: ({ day }) => day, own: ['day', 'state', 'hint'] },
  EventSoonMail,
);
