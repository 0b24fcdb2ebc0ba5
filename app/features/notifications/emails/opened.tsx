import { EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues & {
  /** Whether the event asks who comes: a sentence, or ''. */
  asks: string;
};

function OpenedMail(values: Values) {
  return (
    <EventMail
      values={values}
      preview="Sie können einfach kommen."
      says={`die Veranstaltung ist jetzt offen. Sie können einfach kommen. ${values.asks}`}
    />
  );
}

/** To who waited for an event that takes everybody now (K9). */
export const opened = eventMail<Values>({ subject: 'Jetzt offen', own: ['asks'] }, OpenedMail);
