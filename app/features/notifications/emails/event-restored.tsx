import { EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues & {
  /** What holds for the receiver. */
  hint: string;
};

function EventRestoredMail(values: Values) {
  return (
    <EventMail
      values={values}
      preview="Sie fällt doch nicht aus."
      says="diese Veranstaltung sollte ausfallen und findet nun doch statt:"
    >
      {values.hint}
    </EventMail>
  );
}

/** To who counts on an event that takes place after all (J9). */
export const eventRestored = eventMail<Values>(
  { subject: 'Findet doch statt', own: ['hint'] },
  EventRestoredMail,
);
