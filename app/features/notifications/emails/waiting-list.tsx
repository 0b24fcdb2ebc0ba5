import { EventMail, type EventMailValues, eventMail } from './event-mail';

/** News for members on a waiting list (K4, K9, K11). */

type PromotedValues = EventMailValues & {
  /** 'Für Sie sind 3 Plätze reserviert.', or '' for a single one. */
  places: string;
  /** How to sign off. */
  hint: string;
};

function PromotedMail(values: PromotedValues) {
  return (
    <EventMail
      values={values}
      preview="Sie sind von der Warteliste nachgerückt."
      says={
        <>
          {values.places ? 'es sind Plätze' : 'ein Platz ist'} frei geworden, und Sie sind von der
          Warteliste nachgerückt: Sie sind jetzt angemeldet. {values.places}
        </>
      }
    >
      Können Sie doch nicht kommen? {values.hint}
    </EventMail>
  );
}

/** To those who moved up from the waiting list (K11). */
export const promoted = eventMail<PromotedValues>(
  { subject: 'Sie sind dabei', own: ['places', 'hint'] },
  PromotedMail,
);

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

/** To all on the waiting list who fit, shortly before the start (K4). */
export const placeFree = eventMail<EventMailValues>(
  { subject: 'Ein Platz ist frei' },
  PlaceFreeMail,
);

type OpenedValues = EventMailValues & {
  /** Whether the event asks who comes: a sentence, or ''. */
  asks: string;
};

function OpenedMail(values: OpenedValues) {
  return (
    <EventMail
      values={values}
      preview="Sie können einfach kommen."
      says={`die Veranstaltung ist jetzt offen. Sie können einfach kommen. ${values.asks}`}
    />
  );
}

/** To those who waited for an event that now takes everybody (K9). */
export const opened = eventMail<OpenedValues>(
  { subject: 'Jetzt offen', own: ['asks'] },
  OpenedMail,
);

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

/** To those who were taken off the waiting list (K11). */
export const removed = eventMail<EventMailValues>(
  { subject: 'Nicht mehr auf der Warteliste' },
  RemovedMail,
);
