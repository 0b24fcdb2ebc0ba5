import { EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues & {
  /** 'Für Sie sind 3 Plätze reserviert.', or '' for a single one. */
  places: string;
};

function PromotedMail(values: Values) {
  return (
    <EventMail
      values={values}
      preview="Sie sind von der Warteliste nachgerückt."
      says={
        <>
          ein Platz ist frei geworden, und Sie sind von der Warteliste nachgerückt: Sie sind jetzt
          angemeldet. {values.places}
        </>
      }
    >
      Können Sie doch nicht kommen? Dann melden Sie sich dort bitte ab, damit andere den Platz
      bekommen.
    </EventMail>
  );
}

/** To who moved up from the waiting list (K11). */
export const promoted = eventMail<Values>(
  { subject: 'Sie sind dabei', own: ['places'] },
  PromotedMail,
);
