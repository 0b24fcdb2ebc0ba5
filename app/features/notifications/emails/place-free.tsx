import { EventMail, type EventMailValues, eventMail } from './event-mail';

function PlaceFreeMail(values: EventMailValues) {
  return (
    <EventMail
      values={values}
      preview="Wer ihn zuerst nimmt, ist dabei."
      says="bei einer Veranstaltung, für die Sie auf der Warteliste stehen, ist ein Platz frei. Wer ihn zuerst nimmt, ist dabei."
      button="Platz nehmen"
    >
      Sie möchten nicht mehr? Dann nehmen Sie sich dort bitte von der Warteliste.
    </EventMail>
  );
}

/** To all who wait and fit, shortly before the start (K4). */
export const placeFree = eventMail<EventMailValues>(
  { subject: 'Ein Platz ist frei' },
  PlaceFreeMail,
);
