import { MailText } from '~/mail/layout';
import { EventMail, type EventMailValues, eventMail } from './event-mail';

/** An event that has changed, or does not take place. */

type EventChangedValues = EventMailValues & {
  /** The previous value; '' if it has not changed. */
  formerWhen: string;
  formerPlace: string;
  /** What to do now. */
  hint: string;
};

function EventChangedMail(values: EventChangedValues) {
  const { formerWhen, formerPlace, hint } = values;
  const former = [formerWhen, formerPlace].filter(Boolean);
  return (
    <EventMail
      values={values}
      preview={formerWhen ? `Neu: ${values.when}` : `Neu: ${values.place}`}
      says={`bei einer Veranstaltung ${changed(values)} geändert. Jetzt gilt:`}
      more={former.length > 0 && <MailText>Bisher: {former.join(', ')}</MailText>}
    >
      {hint}
    </EventMail>
  );
}

function changed({ formerWhen, formerPlace }: EventChangedValues): string {
  if (formerWhen && formerPlace) return 'haben sich Zeit und Ort';
  return formerWhen ? 'hat sich die Zeit' : 'hat sich der Ort';
}

/** To those who count on an event that has another date, time or place (J10). */
export const eventChanged = eventMail<EventChangedValues>(
  { subject: 'Geändert', own: ['formerWhen', 'hint'], lengths: { formerPlace: 200 } },
  EventChangedMail,
);

/** When the receiver believes it to be, if it has moved without their being told; else ''. */
type Moved = { formerWhen: string };

const Formerly = ({ formerWhen }: Moved) => formerWhen && <MailText>Bisher: {formerWhen}</MailText>;

type EventCancelledValues = EventMailValues & Moved & { reason: string };

function EventCancelledMail(values: EventCancelledValues) {
  const { formerWhen, reason } = values;
  return (
    <EventMail
      values={values}
      preview="Diese Veranstaltung findet nicht statt."
      says="diese Veranstaltung findet nicht statt:"
      more={
        <>
          <Formerly formerWhen={formerWhen} />
          {reason && <MailText>Grund: {reason}</MailText>}
        </>
      }
    >
      Sie brauchen nichts zu tun. Findet sie doch statt, schreiben wir Ihnen noch einmal.
    </EventMail>
  );
}

/** To those who count on an event that does not take place (J9). */
export const eventCancelled = eventMail<EventCancelledValues>(
  { subject: 'Fällt aus', own: ['formerWhen'], lengths: { reason: 500 } },
  EventCancelledMail,
);

type EventRestoredValues = EventMailValues &
  Moved & {
    /** What now applies to the receiver. */
    hint: string;
  };

function EventRestoredMail(values: EventRestoredValues) {
  return (
    <EventMail
      values={values}
      preview="Sie fällt doch nicht aus."
      says="diese Veranstaltung sollte ausfallen und findet nun doch statt:"
      more={<Formerly formerWhen={values.formerWhen} />}
    >
      {values.hint}
    </EventMail>
  );
}

/** To those who count on an event that takes place after all (J9). */
export const eventRestored = eventMail<EventRestoredValues>(
  { subject: 'Findet doch statt', own: ['formerWhen', 'hint'] },
  EventRestoredMail,
);
