import { MailText } from '~/mail/layout';
import type { MailTemplate } from '~/mail/render.server';
import { EventMail, type EventMailValues, eventMail } from './event-mail';

type Values = EventMailValues & { reason: string };

function EventCancelledMail(values: Values) {
  const { reason } = values;
  return (
    <EventMail
      values={values}
      preview="Diese Veranstaltung findet nicht statt."
      says="diese Veranstaltung findet nicht statt:"
      more={reason && <MailText>Grund: {reason}</MailText>}
    >
      Sie brauchen nichts zu tun. Findet sie doch statt, schreiben wir Ihnen noch einmal.
    </EventMail>
  );
}
const common = eventMail<Values>({ subject: 'Fällt aus' }, EventCancelledMail);

/** To who counts on an event that does not take place (J9). */
export const eventCancelled: MailTemplate<Values> = {
  ...common,
  lengths: { ...common.lengths, reason: 500 },
};
