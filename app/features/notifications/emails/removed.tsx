import { EventMail, type EventMailValues, eventMail } from './event-mail';

function RemovedMail(values: EventMailValues) {
  return (
    <EventMail
      values={values}
      preview="Die Leitung hat Sie von der Warteliste genommen."
      says="die Leitung hat Sie von der Warteliste dieser Veranstaltung genommen:"
    >
      Wenn Sie Fragen haben, wenden Sie sich bitte an die Leitung.
    </EventMail>
  );
}

/** To who was taken off the waiting list (K11). */
export const removed = eventMail<EventMailValues>(
  { subject: 'Nicht mehr auf der Warteliste' },
  RemovedMail,
);
