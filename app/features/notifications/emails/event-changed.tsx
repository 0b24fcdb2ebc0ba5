import { MailText } from '~/mail/layout';
import { EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues & {
  /** What it was before; '' where it has not changed. */
  formerWhen: string;
  formerPlace: string;
  /** What to do now. */
  hint: string;
};

function EventChangedMail(values: Values) {
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

function changed({ formerWhen, formerPlace }: Values): string {
  if (formerWhen && formerPlace) return 'haben sich Zeit und Ort';
  return formerWhen ? 'hat sich die Zeit' : 'hat sich der Ort';
}

/** To who counts on an event that has another date, time or place (J10). */
export const eventChanged = eventMail<Values>(
  { subject: 'Geändert', own: ['formerWhen', 'hint'] },
  EventChangedMail,
);
